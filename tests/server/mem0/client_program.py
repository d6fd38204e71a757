"""A program for mem0's client, as it stands: run by the real mem0ai, and by recollect's own door.

    client_program.py MODULE HOST KEY

It calls every verb that is served, in both colours, and holds the answers against mem0's shapes.
"""

import asyncio
import importlib
import inspect
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import offline

SERVED = ("add", "search", "get", "get_all", "update", "delete", "delete_all", "history", "users",
          "delete_users", "batch_update", "batch_delete", "reset")  # fmt: skip
MEMORY = {"id", "memory", "user_id", "metadata", "categories", "created_at", "updated_at"}
TALK = [
    {"role": "user", "content": "Hi, I'm Alex. I'm a vegetarian and I'm allergic to nuts."},
    {"role": "assistant", "content": "Hello Alex! I see that you're a vegetarian."},
]
called = set()


async def call(client, name, *args, **kwargs):
    """Either colour, awaited where that is asked for."""
    called.add(name)
    made = getattr(client, name)(*args, **kwargs)
    return await made if inspect.isawaitable(made) else made


async def refused(client, name, *args, **kwargs):
    """The name of the error that a call ends in."""
    try:
        await call(client, name, *args, **kwargs)
    except Exception as error:
        return type(error).__name__
    return "nothing"


async def program(client, alex, kim):
    added = await call(client, "add", TALK, user_id=alex, metadata={"food": True})
    texts = [one["memory"] for one in added["results"]]
    assert "The user is a vegetarian." in texts, added
    assert all({"id", "memory", "event"} <= set(one) for one in added["results"])
    ids = [one["id"] for one in added["results"]]
    await call(client, "add", "I love jazz.", user_id=kim, agent_id="coach", run_id="s1")

    query = "What can I cook for dinner tonight?"
    found = await call(client, "search", query, filters={"user_id": alex}, top_k=2)
    assert len(found["results"]) == 2, found
    assert MEMORY | {"score"} <= set(found["results"][0])
    either = {"OR": [{"user_id": alex}, {"user_id": kim}]}
    music = await call(client, "search", "music", filters=either, top_k=1)
    assert music["results"][0]["user_id"] == kim
    food = {"AND": [{"user_id": alex}, {"metadata": {"food": True}}]}
    assert (await call(client, "search", query, filters=food))["results"]

    page = await call(client, "get_all", filters={"user_id": alex}, page=1, page_size=1)
    assert page["count"] == len(ids), page
    assert len(page["results"]) == 1
    assert page["next"]
    every = await call(client, "get_all", filters={"user_id": alex})
    assert {one["id"] for one in every["results"]} == set(ids)
    assert every["next"] is None

    one = await call(client, "get", ids[0])
    assert set(one) >= MEMORY
    assert one["metadata"] == {"food": True}
    await call(client, "update", ids[0], text="Alex is the name.", metadata={"sure": True})
    one = await call(client, "get", ids[0])
    assert (one["memory"], one["metadata"]) == ("Alex is the name.", {"food": True, "sure": True})
    rows = await call(client, "history", ids[0])
    assert [row["event"] for row in rows] == ["ADD", "UPDATE"]
    assert rows[1]["new_memory"] == "Alex is the name."

    batch = [{"memory_id": id, "text": f"Text {n}."} for n, id in enumerate(ids[:2])]
    assert "message" in await call(client, "batch_update", batch)
    assert (await call(client, "get", ids[1]))["memory"] == "Text 1."
    assert "message" in await call(client, "batch_delete", [{"memory_id": ids[0]}])
    assert await refused(client, "get", ids[0]) == "MemoryNotFoundError"
    assert "message" in await call(client, "delete", ids[1])
    assert await refused(client, "delete", ids[1]) == "MemoryNotFoundError"
    assert await refused(client, "update", "nothing", text="x") == "MemoryNotFoundError"
    assert await refused(client, "search", "x", filters={"food": True}) == "ValidationError"

    entities = (await call(client, "users"))["results"]
    assert {(one["type"], one["name"]) for one in entities} == {
        ("user", alex), ("user", kim), ("agent", "coach"), ("run", "s1"),
    }  # fmt: skip
    assert "message" in await call(client, "delete_all", user_id=alex)
    assert (await call(client, "get_all", filters={"user_id": alex}))["count"] == 0
    assert "message" in await call(client, "delete_users", agent_id="coach")
    assert (await call(client, "users"))["results"] == []
    await call(client, "add", "I love rock/pop.", user_id="a/b")
    assert "message" in await call(client, "reset")
    assert (await call(client, "users"))["count"] == 0


def main(module, host, key):
    tried = offline.wall()
    mem0 = importlib.import_module(module)
    asyncio.run(program(mem0.MemoryClient(api_key=key, host=host), "alex", "kim"))
    asyncio.run(program(mem0.AsyncMemoryClient(api_key=key, host=host), "alex", "kim"))
    assert called == set(SERVED), set(SERVED) ^ called
    print(json.dumps({"module": module, "called": sorted(called), "tried": tried}))


if __name__ == "__main__":
    main(*sys.argv[1:])
