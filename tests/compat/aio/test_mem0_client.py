"""The platform's client in this process: the same verbs, in the platform's shapes."""

from collections.abc import AsyncIterator

import pytest

from recollect.compat.mem0 import AsyncMemoryClient
from recollect.compat.mem0.exceptions import MemoryNotFoundError, NetworkError, ValidationError


@pytest.fixture
async def client(url) -> AsyncIterator[AsyncMemoryClient]:
    async with AsyncMemoryClient(api_key="any", host=url) as opened:
        yield opened


async def filled(client: AsyncMemoryClient) -> list[str]:
    added = await client.add("I live in Lisbon, and I love jazz.", user_id="dana", run_id="s1")
    added["results"] += (await client.add("I love rock.", user_id="kim", app_id="radio"))["results"]
    return [one["id"] for one in added["results"]]


async def test_the_shape_of_a_memory(client: AsyncMemoryClient):
    first, *_ = await filled(client)
    one = await client.get(first)
    assert one["id"] == first
    assert one["memory"] == "The user lives in Lisbon."
    assert (one["user_id"], one["run_id"], one["agent_id"], one["app_id"]) == (
        "dana", "s1", None, None,
    )  # fmt: skip
    assert {"metadata", "categories", "created_at", "updated_at", "expiration_date"} <= set(one)


async def test_pages(client: AsyncMemoryClient):
    for number in range(5):
        await client.add(f"Thing {number} is on the shelf.", user_id="dana", infer=False)
    filters = {"user_id": "dana"}
    pages = [await client.get_all(filters=filters, page=n, page_size=2) for n in (1, 2, 3, 4)]
    assert [len(page["results"]) for page in pages] == [2, 2, 1, 0]
    assert {page["count"] for page in pages} == {5}
    assert [page["next"] is None for page in pages] == [False, False, True, True]
    ids = [one["id"] for page in pages for one in page["results"]]
    assert len(set(ids)) == 5


async def test_search_and_its_fields(client: AsyncMemoryClient):
    await filled(client)
    found = await client.search("music", filters={"user_id": "dana"}, top_k=1, fields=["memory"])
    assert found["results"] == [{"id": found["results"][0]["id"], "memory": "The user loves jazz."}]
    for wrong in ([[]], [{}], 5):
        with pytest.raises(ValidationError, match="fields"):
            await client.search("music", filters={"user_id": "dana"}, fields=wrong)
    found = await client.search("music", user_id="kim")
    assert found["results"][0]["app_id"] == "radio"
    assert (await client.search("music", filters={"app_id": "radio"}))["results"] == found[
        "results"
    ]


async def test_update_history_delete(client: AsyncMemoryClient):
    first, second, _ = await filled(client)
    made = await client.update(first, text="Dana lives in Rome.", metadata={"sure": True})
    assert (made["id"], made["text"], made["metadata"]) == (
        first, "Dana lives in Rome.", {"sure": True},
    )  # fmt: skip
    rows = await client.history(first)
    assert [(row["event"], row["memory_id"]) for row in rows] == [("ADD", first), ("UPDATE", first)]
    await client.delete(first)
    with pytest.raises(MemoryNotFoundError):
        await client.get(first)
    assert (await client.get(second))["memory"] == "The user loves jazz."


async def test_batches_are_checked_first(client: AsyncMemoryClient):
    first, second, third = await filled(client)
    with pytest.raises(MemoryNotFoundError):
        await client.batch_delete([{"memory_id": first}, {"memory_id": "nothing"}])
    assert await client.get(first)
    texts = [{"memory_id": first, "text": "One."}, {"memory_id": second, "text": "Two."}]
    assert "2" in (await client.batch_update(texts))["message"]
    assert (await client.get(second))["memory"] == "Two."
    await client.batch_delete([{"memory_id": first}, {"memory_id": third}])
    every = await client.get_all(filters={"user_id": {"in": ["dana", "kim"]}})
    assert [one["id"] for one in every["results"]] == [second]


async def test_entities(client: AsyncMemoryClient):
    await filled(client)
    everybody = await client.users()
    named = {(one["type"], one["name"]): one["total_memories"] for one in everybody["results"]}
    assert named == {
        ("user", "dana"): 2, ("run", "s1"): 2, ("user", "kim"): 1, ("app", "radio"): 1,
    }  # fmt: skip
    await client.delete_users(user_id="dana")
    assert {one["name"] for one in (await client.users())["results"]} == {"kim", "radio"}
    with pytest.raises(MemoryNotFoundError):
        await client.delete_users(user_id="dana")
    await client.reset()
    assert (await client.users())["results"] == []
    with pytest.raises(ValidationError):
        await client.delete_users()


async def test_deleting_everybody_lists_them_no_oftener_than_few(client, monkeypatch):
    listing, lists = client._platform.entities, []

    async def counted():
        lists.append(1)
        return await listing()

    monkeypatch.setattr(client._platform, "entities", counted)
    for number in range(6):
        await client.add("I love jazz.", user_id=f"somebody{number}", run_id="s1")
    await client.delete_users()
    assert len(lists) == 2
    assert (await client.users())["results"] == []


async def test_delete_all_names_somebody(client: AsyncMemoryClient):
    await filled(client)
    with pytest.raises(ValidationError):
        await client.delete_all()
    await client.delete_all(user_id="dana")
    assert (await client.get_all(filters={"user_id": "dana"}))["count"] == 0
    await client.delete_all(app_id="*")
    assert (await client.get_all(filters={"user_id": "kim"}))["count"] == 0


async def test_what_only_the_platform_does_says_so(client: AsyncMemoryClient):
    with pytest.raises(NotImplementedError, match="platform"):
        client.get_webhooks("p")
    with pytest.raises(AttributeError):
        client.no_such_thing  # noqa: B018


async def test_a_server_that_is_not_there():
    async with AsyncMemoryClient(api_key="any", host="http://127.0.0.1:9") as away:
        with pytest.raises(NetworkError, match="did not answer"):
            await away.get("m1")
