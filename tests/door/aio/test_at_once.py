"""What somebody else writes between two reads of one call."""


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
