"""mem0's own published examples, with the import changed: they run, offline, and the shapes hold.

From its README (`chat_with_memories`), its quickstarts (Alex, Alice's films, tennis), its pages on
metadata filters, custom ids, async use and direct import.
"""

import pytest

from recollect.compat.mem0 import AsyncMemory, AsyncMemoryClient

ALEX = [
    {"role": "user", "content": "Hi, I'm Alex. I love basketball and gaming."},
    {"role": "assistant", "content": "Hey Alex! I'll remember your interests."},
]
FILMS = [
    {"role": "user", "content": "I'm planning to watch a movie tonight. Any recommendations?"},
    {"role": "assistant", "content": "How about thriller movies? They can be quite engaging."},
    {"role": "user", "content": "I'm not a big fan of thriller movies but I love sci-fi movies."},
    {
        "role": "assistant",
        "content": "Got it! I'll avoid thriller recommendations and suggest sci-fi movies instead.",
    },
]
ITEM = {"id", "memory", "hash", "metadata", "created_at", "updated_at", "user_id"}


@pytest.fixture
def url():
    return "memory://"


async def test_the_loop_of_the_readme(memory: AsyncMemory):
    """`chat_with_memories`, with a stand-in for the model that repeats what it was shown."""

    async def chat_with_memories(message: str, user_id: str = "default_user") -> str:
        relevant = await memory.search(query=message, filters={"user_id": user_id}, top_k=3)
        memories = "\n".join(f"- {entry['memory']}" for entry in relevant["results"])
        system = f"You are a helpful AI. Answer from the memories.\nUser Memories:\n{memories}"
        messages = [{"role": "system", "content": system}, {"role": "user", "content": message}]
        answer = f"I know this:\n{memories}" if memories else "I know nothing yet."
        messages.append({"role": "assistant", "content": answer})
        await memory.add(messages, user_id=user_id)
        return answer

    assert await chat_with_memories("My name is Dana and I prefer dark mode.") == (
        "I know nothing yet."
    )
    assert "dark mode" in await chat_with_memories("What UI preference did I mention?")
    assert "dark mode" not in await chat_with_memories("What do I prefer?", user_id="another")
    every = (await memory.get_all(filters={"user_id": "default_user"}, top_k=100))["results"]
    assert [one for one in every if one["memory"].startswith(("You are", "I know this"))] == []


async def test_the_quickstart(memory: AsyncMemory):
    added = await memory.add(ALEX, user_id="alex")
    assert {"id", "memory", "event"} <= set(added["results"][0])
    assert {one["event"] for one in added["results"]} == {"ADD"}
    results = await memory.search("What do you know about me?", filters={"user_id": "alex"})
    said = " ".join(one["memory"] for one in results["results"])
    assert "Alex" in said
    assert "basketball" in said
    for one in results["results"]:
        assert set(one) >= ITEM | {"score"}
        assert 0 <= one["score"] <= 1
        assert one["user_id"] == "alex"


async def test_the_films_of_alice(memory: AsyncMemory):
    result = await memory.add(
        FILMS, user_id="alice", metadata={"category": "movie_recommendations"}
    )
    ids = [one["id"] for one in result["results"]]
    every = await memory.get_all(filters={"user_id": "alice"})
    assert {one["id"] for one in every["results"]} == set(ids)
    for one in every["results"]:
        assert set(one) >= ITEM
        assert one["metadata"] == {"category": "movie_recommendations"}
    found = await memory.search("What films does she love?", filters={"user_id": "alice"}, top_k=3)
    assert any("loves sci-fi movies" in one["memory"] for one in found["results"])
    assert len(found["results"]) == 3
    specific = await memory.get(ids[0])
    assert specific["id"] == ids[0]
    thriller = await memory.search("thriller movies", filters={"user_id": "alice"})
    assert any("not a big fan of thriller" in one["memory"] for one in thriller["results"])


async def test_the_tennis_of_alice(memory: AsyncMemory):
    """The oldest quickstart: add, update, search, get_all, history, delete."""
    text = "I am working on improving my tennis skills. Suggest some online courses."
    result = await memory.add(text, user_id="alice", metadata={"category": "hobbies"})
    id = result["results"][0]["id"]
    before = result["results"][0]["memory"]
    done = await memory.update(memory_id=id, data="Likes to play tennis on weekends")
    assert done == {"message": "Memory updated successfully!"}
    related = await memory.search(query="What are Alice's hobbies?", user_id="alice", limit=1)
    assert related["results"][0]["memory"] == "Likes to play tennis on weekends"
    assert related["results"][0]["id"] == id
    history = await memory.history(memory_id=id)
    assert [(row["event"], row["old_memory"], row["new_memory"]) for row in history] == [
        ("ADD", None, before),
        ("UPDATE", before, "Likes to play tennis on weekends"),
    ]
    row = {"id", "memory_id", "old_memory", "new_memory", "event", "created_at", "updated_at"}
    assert set(history[0]) == row | {"is_deleted", "actor_id", "role"}
    assert await memory.delete(memory_id=id) == {"message": "Memory deleted successfully!"}
    assert await memory.get(id) is None
    assert id not in {one["id"] for one in (await memory.get_all(user_id="alice"))["results"]}
    done = await memory.delete_all(user_id="alice")
    assert done == {"message": "Memories deleted successfully!"}
    assert await memory.get_all(user_id="alice") == {"results": []}
    await memory.reset()


async def test_metadata_filters(memory: AsyncMemory):
    """The page on enhanced metadata filtering."""
    for text, category, priority in (
        ("The quarterly report is due on Friday.", "work", 8),
        ("The stand-up is at nine.", "work", 3),
        ("Buy a new tennis racket.", "personal", 9),
    ):
        metadata = {"category": category, "priority": priority, "tags": [category, "todo"]}
        await memory.add(text, user_id="alice", metadata=metadata, infer=False)

    async def texts(filters: dict) -> set[str]:
        found = await memory.search("what is there?", filters=filters, threshold=0)
        listed = await memory.get_all(filters=filters)
        got = {one["memory"] for one in found["results"]}
        assert got == {one["memory"] for one in listed["results"]}
        return {text.split()[1] for text in got}

    alice = {"user_id": "alice"}
    assert await texts({**alice, "category": "work"}) == {"quarterly", "stand-up"}
    assert await texts({**alice, "priority": {"gte": 8}}) == {"quarterly", "a"}
    assert await texts({**alice, "category": {"in": ["personal", "home"]}}) == {"a"}
    assert await texts({**alice, "category": {"nin": ["personal"]}}) == {"quarterly", "stand-up"}
    assert await texts({**alice, "category": {"icontains": "WOR"}}) == {"quarterly", "stand-up"}
    assert await texts({**alice, "tags": {"contains": "personal"}}) == {"a"}
    assert await texts({**alice, "category": "*"}) == {"quarterly", "stand-up", "a"}
    assert await texts({**alice, "deadline": "*"}) == set()
    urgent_work = [alice, {"category": "work"}, {"priority": {"gt": 5}}]
    assert await texts({"AND": urgent_work}) == {"quarterly"}
    either = [{"priority": {"lt": 5}}, {"category": {"ne": "work"}}]
    assert await texts({**alice, "OR": either}) == {"stand-up", "a"}
    assert await texts({**alice, "NOT": [{"category": "work"}]}) == {"a"}


async def test_direct_import(memory: AsyncMemory):
    """`infer=False` keeps each message word for word."""
    result = await memory.add(FILMS, user_id="alice", infer=False)
    assert [one["memory"] for one in result["results"]] == [one["content"] for one in FILMS]
    assert [one["role"] for one in result["results"]] == [one["role"] for one in FILMS]
    assert set(result["results"][0]) == {"id", "memory", "event", "actor_id", "role"}


async def test_users_agents_and_runs(memory: AsyncMemory):
    """The page on entity-scoped memory."""
    trip = "I'm travelling to Rome in May."
    await memory.add(trip, user_id="alice", agent_id="travel", run_id="trip-1")
    await memory.add("I like my steak rare.", user_id="alice", agent_id="cook", run_id="dinner")
    await memory.add("Always answer in French.", agent_id="travel")
    await memory.add("The build is red.", run_id="ci-7")

    async def count(**filters: str) -> int:
        return len((await memory.get_all(filters=filters))["results"])

    assert await count(user_id="alice") == 2
    assert await count(user_id="alice", agent_id="cook") == 1
    assert await count(agent_id="travel") == 2
    assert await count(run_id="trip-1") == 1
    assert await count(run_id="ci-7") == 1
    assert await count(user_id="alice", run_id="dinner") == 1
    assert await count(user_id="alice", agent_id="travel", run_id="dinner") == 0
    [found] = (await memory.search("build", filters={"run_id": "ci-7"}))["results"]
    assert found["run_id"] == "ci-7"
    assert "agent_id" not in found
    await memory.delete_all(agent_id="travel")
    assert await count(agent_id="travel") == 0
    assert await count(user_id="alice") == 1
    await memory.delete_all(run_id="ci-7")
    assert await count(run_id="ci-7") == 0


async def test_the_quickstart_of_the_platform(tmp_path):
    async with AsyncMemoryClient(api_key="m0-anything", host=str(tmp_path / "agent.db")) as client:
        messages = [
            {"role": "user", "content": "I'm a vegetarian and allergic to nuts."},
            {"role": "assistant", "content": "Got it! I'll remember your dietary preferences."},
        ]
        await client.add(messages, user_id="user123")
        filters = {"OR": [{"user_id": "user123"}]}
        results = await client.search("What are my dietary restrictions?", filters=filters)
        assert "vegetarian" in results["results"][0]["memory"]
        assert results["results"][0]["user_id"] == "user123"
        every = await client.get_all(filters={"AND": [{"user_id": "user123"}]}, page=1, page_size=1)
        assert every["count"] >= 2
        assert len(every["results"]) == 1
        assert every["previous"] is None
        assert every["next"]
