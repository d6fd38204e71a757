"""What somebody else writes between two reads of one call."""

import pytest

from recollect.errors import NotFound, Stale, StoreBusy


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


async def gone_before(memory, monkeypatch, notes) -> None:
    """Have somebody else delete these notes right before the next commit that ends or adds any."""
    commit = memory._store.commit

    async def overtaken(batch):
        if batch.puts or batch.closes:
            monkeypatch.setattr(memory._store, "commit", commit)
            for note in notes:
                await memory.delete(note.id)
        return await commit(batch)

    monkeypatch.setattr(memory._store, "commit", overtaken)


async def test_words_are_kept_though_the_note_that_they_end_was_deleted_meanwhile(
    memory, monkeypatch
):
    before = await memory.add("I live in Berlin.", user_id="dana")
    await gone_before(memory, monkeypatch, before.notes)
    added = await memory.add("I live in Lisbon.", user_id="dana")
    assert [one.text for one in await memory.messages(user_id="dana")][1:] == [
        added.messages[0].text
    ]
    assert await memory.notes(user_id="dana") == list(added.notes)


async def test_learning_goes_on_though_a_note_was_deleted_meanwhile(memory, monkeypatch):
    before = await memory.add("I live in Berlin.", user_id="dana")
    await memory.add("I live in Lisbon.", user_id="dana", learn="later")
    await gone_before(memory, monkeypatch, before.notes)
    assert await memory.learn(user_id="dana") == 1
    assert await memory.value("user.home.place", user_id="dana") == "Lisbon"


async def test_a_session_ends_though_its_summary_was_deleted_meanwhile(memory, monkeypatch):
    chat = memory.session(user_id="dana", session_id="s1")
    for text in ("I decided to sell the boat.", "I decided to buy a red bicycle."):
        await chat.user(text)
        before = await chat.end()
    await chat.user("I decided to keep the garden.")
    await gone_before(memory, monkeypatch, [before])
    made = await chat.end()
    assert "boat" in made.text
    assert "garden" in made.text


async def test_a_relation_that_was_deleted_meanwhile_cannot_be_ended(memory, monkeypatch):
    before = await memory.relate("Ada", "KNOWS", "Ben", user_id="dana")
    await gone_before(memory, monkeypatch, [before])
    with pytest.raises(NotFound, match="nothing says that Ada knows Ben"):
        await memory.unrelate("Ada", "KNOWS", "Ben", user_id="dana")


async def test_nobody_takes_back_what_was_deleted_meanwhile(memory, monkeypatch):
    before = await memory.add("I live in Berlin.", user_id="dana")
    await gone_before(memory, monkeypatch, before.notes)
    done = await memory.roll_back("user", user_id="dana")
    assert not done.closed
    assert not await memory.notes(user_id="dana")
