"""What was learned from a source can be taken back: closed, opened again, concluded anew."""

import pytest

from recollect import AsyncMemory, InputError, Message

DANA = {"user_id": "dana"}
WEB = {"role": "user", "metadata": {"source": "https://a.example"}}


def said(text: str, id: str, at: str, **other) -> dict:
    return {"content": text, "id": id, "at": at, "role": "user"} | other


async def texts(memory: AsyncMemory) -> list[str]:
    return sorted(note.text for note in await memory.notes(**DANA))


async def test_what_rests_on_it_alone_is_closed_and_the_rest_stays(memory: AsyncMemory):
    await memory.add(said("I love jazz.", "m1", "2026-01-01"), **DANA)
    await memory.add(said("I love opera.", "m2", "2026-01-02", **WEB), **DANA)
    done = await memory.roll_back("https://a.example", **DANA)
    assert [note.text for note in done.closed] == ["The user loves opera."]
    assert (done.messages, done.reopened, done.derived, done.done) == (1, (), (), True)
    assert await texts(memory) == ["The user loves jazz."]
    old = [note for note in await memory.notes(closed=True, **DANA) if not note.open]
    assert [note.text for note in old] == ["The user loves opera."], "closed, not erased"
    assert len(await memory.messages(**DANA)) == 2, "the words stay"
    again = await memory.roll_back("https://a.example", **DANA)
    assert (again.closed, again.reopened, again.derived) == ((), (), ())
    assert (await memory.verify()).ok


async def test_what_it_had_replaced_stands_again(memory: AsyncMemory):
    await memory.add(said("I live in Lisbon.", "m1", "2026-01-01"), **DANA, session_id="s1")
    await memory.add(said("I live in Oslo.", "m2", "2026-02-01"), **DANA, session_id="s2")
    await memory.add(said("I live in Rome.", "m3", "2026-03-01"), **DANA, session_id="s2")
    preview = await memory.roll_back("session:s2", **DANA, dry_run=True)
    assert (preview.done, len(preview.closed)) == (False, 1)
    assert await memory.value("user.home.place", **DANA) == "Rome", "nothing was written"
    done = await memory.roll_back("session:s2", **DANA)
    (back,) = done.reopened
    assert (back.value, back.sources, back.valid_to) == ("Lisbon", ("m1",), None)
    assert back.metadata["rolled_back"] == "session:s2"
    assert back.replaces == done.closed[0].id
    assert await memory.value("user.home.place", **DANA) == "Lisbon"
    line = [(note.value, note.open) for note in await memory.history(back.id, **DANA)]
    assert line == [("Lisbon", False), ("Oslo", False), ("Rome", False), ("Lisbon", True)]
    assert (await memory.roll_back("session:s2", **DANA)).closed == ()
    assert (await memory.verify()).ok


@pytest.mark.parametrize("source", ["session:s2", "m2", "message:m2"])
async def test_a_source_that_is_erased_is_named_no_more(memory: AsyncMemory, source):
    await memory.add(said("I live in Lisbon.", "m1", "2026-01-01"), **DANA, session_id="s1")
    await memory.add(said("I live in Oslo.", "m2", "2026-02-01"), **DANA, session_id="s2")
    (back,) = (await memory.roll_back(source, **DANA)).reopened
    what = {"session_id": "s2"} if source == "session:s2" else {"id": "m2"}
    assert (await memory.erase(**what, **DANA)).ok
    (left,) = await memory.notes(**DANA)
    assert (left.id, "rolled_back" in left.metadata) == (back.id, False)
    assert "m2" not in repr(await memory.notes(**DANA, closed=True))


async def test_what_others_say_too_stands_on_them(memory: AsyncMemory):
    for number, day in enumerate(("01", "02", "03")):
        message = said("My dog is called Rex.", f"m{number}", f"2026-01-{day}")
        await memory.add(message, **DANA, session_id=f"s{number}")
    done = await memory.roll_back("message:m0", **DANA)
    (note,) = await memory.notes(**DANA)
    assert done.derived == (note,)
    assert (note.text, note.sources, note.seen) == (done.closed[0].text, ("m1", "m2"), 2)
    assert (await memory.roll_back("m0", **DANA)).closed == ()
    await memory.roll_back("session:s1", **DANA)
    assert [note.sources for note in await memory.notes(**DANA)] == [("m2",)]
    await memory.roll_back("session:s2", **DANA)
    assert await memory.notes(**DANA) == []


async def test_what_was_taken_back_before_stays_so(memory: AsyncMemory):
    for number, place in enumerate(("Lisbon", "Oslo", "Rome")):
        message = said(f"I live in {place}.", f"m{number}", f"2026-0{number + 1}-01")
        await memory.add(message, **DANA)
    await memory.roll_back("m2", **DANA)
    assert await memory.value("user.home.place", **DANA) == "Oslo"
    await memory.roll_back("m1", **DANA)
    assert await memory.value("user.home.place", **DANA) == "Lisbon"
    await memory.roll_back("m0", **DANA)
    assert await memory.value("user.home.place", **DANA) is None


async def test_what_it_counts_and_does_not_list_is_known(memory: AsyncMemory):
    for number in range(15):
        page = {} if number == 4 else {"metadata": {"source": "import"}}
        await memory.add(Message("I love jazz.", id=f"m{number}", **page), **DANA)
    await memory.add(Message("I love jazz.", id="m15"), **DANA)
    assert [note.trust for note in await memory.notes(**DANA)] == [1.0]
    done = await memory.roll_back("import", **DANA)
    assert (done.messages, done.closed) == (14, ()), "the user's own words took its place"


async def test_what_only_unlisted_others_say_stands(memory: AsyncMemory):
    for number in range(15):
        session = "other" if number == 5 else f"bad{number}"
        agent = "x" if number == 5 else "bad"
        message = Message("I love jazz.", id=f"m{number}", name="dana", metadata={"source": agent})
        await memory.add(message, **DANA, session_id=session)
    (note,) = await memory.notes(**DANA)
    assert "m5" not in note.sources
    done = await memory.roll_back("user:bad", **DANA)
    (left,) = await memory.notes(**DANA)
    assert done.derived == (left,)
    assert (left.sources, left.seen) == (("m5",), 1)


async def test_what_it_ended_goes_on(memory: AsyncMemory):
    await memory.add(said("I love jazz.", "m1", "2026-01-01"), **DANA)
    await memory.add(said("Forget that I love jazz.", "m2", "2026-01-02"), **DANA, session_id="s9")
    assert await texts(memory) == []
    done = await memory.roll_back("session:s9", **DANA)
    assert [note.text for note in done.reopened] == await texts(memory) == ["The user loves jazz."]
    assert (await memory.roll_back("session:s9", **DANA)).reopened == ()


async def test_a_contradiction_that_outlives_the_first_stands_alone(memory: AsyncMemory):
    await memory.add(said("I live in Lisbon.", "m1", "2026-01-01"), **DANA, session_id="s1")
    await memory.add(said("I live in Oslo.", "m2", "2026-01-02", **WEB), **DANA)
    assert len(await memory.conflicts(**DANA)) == 1
    done = await memory.roll_back("session:s1", **DANA)
    assert await memory.conflicts(**DANA) == []
    assert await memory.value("user.home.place", **DANA) == "Oslo"
    assert await memory.notes(**DANA) == list(done.reopened)
    await memory.roll_back("document", **DANA)
    assert await memory.notes(**DANA) == []


async def test_what_was_edited_by_hand_is_the_editors(memory: AsyncMemory):
    (note,) = (await memory.add(said("I love opera.", "m1", "2026-01-01", **WEB), **DANA)).notes
    mine = await memory.update(note.id, text="The user likes opera, a little.")
    assert (await memory.roll_back("document", **DANA)).closed == ()
    assert await memory.notes(**DANA) == [mine]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ({"role": "tool", "name": "web"}, "tool"),
        ({"role": "tool", "name": "web"}, "tool:web"),
        ({"metadata": {"source": "https://a.example"}}, "document:https://a.example"),
        ({"metadata": {"source": "tool:calendar"}}, "tool:calendar"),
        ({"metadata": {"source": "ios app"}}, "ios app"),
        ({"metadata": {"source": "ios app"}}, "user:ios app"),
        ({}, "message:m1"),
        ({}, "session:s1"),
        ({}, "m1"),
        ({}, "user"),
    ],
)
async def test_the_names_of_a_source(memory: AsyncMemory, message, name):
    made = {"content": "I love jazz.", "id": "m1", "role": "user"} | message
    await memory.add(made, **DANA, session_id="s1")
    assert (await memory.roll_back(name, **DANA, dry_run=True)).messages == 1
    assert (await memory.roll_back(f"{name}x", **DANA, dry_run=True)).messages == 0


async def test_a_source_has_a_name(memory: AsyncMemory):
    for bad in ("", " ", 7):
        with pytest.raises(InputError):
            await memory.roll_back(bad, **DANA)


async def test_nobody_elses_notes_are_touched(memory: AsyncMemory):
    for user in ("dana", "erik"):
        await memory.add(Message("I love jazz.", id="m1"), user_id=user)
    await memory.roll_back("user", **DANA)
    assert await memory.notes(**DANA) == []
    assert len(await memory.notes(user_id="erik")) == 1
