"""What somebody else writes between two reads of one call."""

import pytest

from recollect.errors import Stale, StoreBusy


async def meanwhile(memory, monkeypatch, write) -> None:
    """Let somebody else write after the next read that finds no open version."""
    read = memory._store.notes

    async def notes(query):
        found = await read(query)
        if query.keys and not query.keys[0].startswith("recollect:") and not found:
            monkeypatch.setattr(memory._store, "notes", read)
            await write()
        return found

    monkeypatch.setattr(memory._store, "notes", notes)


async def test_a_value_set_by_another_between_two_reads_is_kept_once(memory, monkeypatch):
    other = []

    async def write():
        other.append(await memory.set("plan", "walk", user_id="dana"))

    await meanwhile(memory, monkeypatch, write)
    mine = await memory.set("plan", "walk", user_id="dana")
    assert [mine] == other == await memory.notes(closed=True, user_id="dana")


async def test_the_last_to_set_a_value_is_the_one_whose_value_stands(memory, monkeypatch):
    async def write():
        await memory.set("plan", "walk", user_id="dana")

    await meanwhile(memory, monkeypatch, write)
    await memory.set("plan", "run", user_id="dana")
    assert await memory.value("plan", user_id="dana") == "run"


async def test_a_relation_said_by_another_between_two_reads_is_kept_once(memory, monkeypatch):
    other = []

    async def write():
        other.append(await memory.relate("Ada", "KNOWS", "Ben", user_id="dana"))

    await meanwhile(memory, monkeypatch, write)
    mine = await memory.relate("Ada", "KNOWS", "Ben", user_id="dana")
    assert [mine] == other == await memory.notes(closed=True, user_id="dana")


@pytest.mark.parametrize(
    "verb", ["set", "relate", "unrelate", "delete", "erase", "roll_back", "summary"]
)
async def test_who_is_always_overtaken_is_told_so(memory, monkeypatch, verb):
    """Rather than that the call never ends."""
    whose = {"user_id": "dana"}
    for text in ("I live in Lisbon.", "I love tea.", "I love green tea."):
        added = await memory.add(text, **whose)
    await memory.relate("Ada", "KNOWS", "Ben", **whose)
    calls = {
        "set": lambda: memory.set("plan", "walk", **whose),
        "relate": lambda: memory.relate("Ada", "KNOWS", "Cid", **whose),
        "unrelate": lambda: memory.unrelate("Ada", "KNOWS", "Ben", **whose),
        "delete": lambda: memory.delete(added.ids[0]),
        "erase": lambda: memory.erase(id=added.ids[0]),
        "roll_back": lambda: memory.roll_back("user", **whose),
        "summary": lambda: memory.summary(**whose),
    }

    async def overtaken(batch):
        raise Stale("somebody else was faster")

    monkeypatch.setattr("recollect.memory.tries.MOST", 20)
    monkeypatch.setattr(memory._store, "commit", overtaken)
    with pytest.raises(StoreBusy, match="nothing was written, try again"):
        await calls[verb]()
