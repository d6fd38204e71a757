"""What a message had ended stands again once the message is gone, as if it had not been said."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect import AsyncMemory

DANA = {"user_id": "dana"}
START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture(params=["delete", "erase"])
def verb(request) -> str:
    return request.param


async def told(memory: AsyncMemory, *texts: str) -> list[str]:
    """Say things on days that follow each other, each in a session of its own; their ids."""
    ids: list[str] = []
    for day, text in enumerate(texts):
        at = START + timedelta(days=day)
        added = await memory.add(text, at=at, session_id=f"s{day}", **DANA)
        ids += added.ids
    return ids


async def take(memory: AsyncMemory, verb: str, id: str) -> None:
    if verb == "delete":
        await memory.delete(id)
    else:
        receipt = await memory.erase(id=id, **DANA)
        assert receipt.ok, str(receipt)


async def standing(memory: AsyncMemory) -> list[str]:
    return [note.text for note in await memory.notes(**DANA)]


async def test_the_value_before_stands_again(memory: AsyncMemory, verb: str):
    lisbon, oslo, rome = await told(
        memory, "I live in Lisbon.", "I moved to Oslo.", "I moved to Rome."
    )
    before = await memory.notes(closed=True, **DANA)
    await take(memory, verb, rome)
    (note,) = await memory.notes(**DANA)
    assert note.id == before[1].id
    assert (note.object, note.closed_at, note.valid_to) == ("Oslo", None, None)
    assert note.replaces == before[0].id
    await take(memory, verb, oslo)
    (note,) = await memory.notes(closed=True, **DANA)
    assert (note.object, note.closed_at, note.valid_to) == ("Lisbon", None, None)
    assert note.sources == (lisbon,)
    assert (await memory.verify()).ok


async def test_what_ended_at_the_first_moment_there_is_stands_again(memory: AsyncMemory, verb: str):
    first = {"at": datetime.min.replace(tzinfo=UTC), **DANA}
    await memory.add("I live in Lisbon.", **first)
    moved = await memory.add("I moved to Oslo.", **first)
    await take(memory, verb, moved.ids[0])
    assert await standing(memory) == ["The user lives in Lisbon."]


async def test_one_in_the_middle_goes_and_the_last_stays(memory: AsyncMemory, verb: str):
    _, oslo, rome = await told(memory, "I live in Lisbon.", "I moved to Oslo.", "I moved to Rome.")
    await take(memory, verb, oslo)
    first, last = await memory.notes(closed=True, **DANA)
    assert (first.open, last.object, last.open) == (False, "Rome", True)
    assert last.replaces == first.id
    await take(memory, verb, rome)
    assert await standing(memory) == ["The user lives in Lisbon."]


async def test_a_session_that_said_two_things_in_a_row(memory: AsyncMemory):
    await memory.add("I live in Lisbon.", session_id="a", **DANA)
    await memory.add(["I moved to Oslo.", "I moved to Rome."], session_id="b", **DANA)
    assert (await memory.erase(session_id="b", **DANA)).ok
    assert await standing(memory) == ["The user lives in Lisbon."]


@pytest.mark.parametrize(
    ("first", "then", "stands"),
    [
        ("I love jazz.", "I hate jazz now.", "The user loves jazz."),
        ("I work at Acme.", "I don't work at Acme anymore.", "The user works at Acme."),
        ("I work at Acme.", "I just started a new job at Bosch.", "The user works at Acme."),
    ],
)
async def test_what_was_said_to_be_over(memory: AsyncMemory, verb: str, first, then, stands):
    _, last = await told(memory, first, then)
    assert stands not in await standing(memory)
    await take(memory, verb, last)
    assert await standing(memory) == [stands]


async def test_a_value_that_others_say_too_is_still_the_value(memory: AsyncMemory, verb: str):
    _, rome, _ = await told(memory, "I live in Lisbon.", "I live in Rome.", "I live in Rome.")
    await take(memory, verb, rome)
    assert await standing(memory) == ["The user lives in Rome."]


async def test_what_had_ended_before_stays_so(memory: AsyncMemory, verb: str):
    *_, rome = await told(
        memory, "I work at Acme.", "I don't work at Acme anymore.", "I work at Bosch."
    )
    await take(memory, verb, rome)
    assert "The user works at Acme." not in await standing(memory)


async def test_a_note_that_is_deleted_ends_its_fact(memory: AsyncMemory):
    await told(memory, "I live in Lisbon.", "I moved to Rome.")
    (note,) = await memory.notes(**DANA)
    await memory.delete(note.id)
    assert await standing(memory) == []


async def test_a_value_set_by_hand_is_nobody_elses_to_lift(memory: AsyncMemory, verb: str):
    (rome,) = await told(memory, "I moved to Rome.")
    (note,) = await memory.notes(**DANA)
    await memory.update(note.id, text="Dana lives in Paris.")
    await take(memory, verb, rome)
    assert all("Rome" not in text for text in await standing(memory))


async def test_it_held_as_long_as_was_said(memory: AsyncMemory, verb: str):
    """The end that it was given is not the moment when it was replaced."""
    ids = await told(memory, "hello", "hello again")
    until = START + timedelta(days=400)
    first = await memory.relate("Ada", "OWNS", "Hut", valid_to=until, at=START, **DANA)
    later = START + timedelta(days=9)
    await memory.relate("Ada", "OWNS", "Hut", valid_from=later, at=later, sources=(ids[1],), **DANA)
    await take(memory, verb, ids[1])
    (note,) = await memory.notes(closed=True, **DANA)
    assert (note.id, note.open, note.valid_to) == (first.id, True, until)


async def test_what_is_pruned_for_its_age_lifts_nothing(memory: AsyncMemory):
    _, rome = await told(memory, "I live in Lisbon.", "I moved to Rome.")
    await memory.expire(rome)
    await memory.prune(**DANA)
    assert [said.content for said in await memory.messages(**DANA)] == ["I live in Lisbon."]
    assert await standing(memory) == []


async def said_on(memory: AsyncMemory, *said: tuple[int, str]) -> list[str]:
    """Say things about whatever days, each in a session of its own; their ids."""
    ids: list[str] = []
    for day, text in said:
        at = START + timedelta(days=day)
        ids += (await memory.add(text, at=at, session_id=f"late {len(ids)}", **DANA)).ids
    return ids


async def as_it_reads(memory: AsyncMemory) -> list[tuple[str | None, datetime, datetime | None]]:
    """Every version, which is what was there as of now, too."""
    notes = await memory.notes(closed=True, **DANA)
    then = memory.as_of(START + timedelta(days=100))
    assert await then.notes(closed=True, **DANA) == notes
    return [(note.object, note.learned_at, note.closed_at) for note in notes]


async def test_the_same_that_was_told_late_stands(memory: AsyncMemory, verb: str):
    first, _ = await said_on(memory, (10, "I live in Lisbon."), (3, "I live in Lisbon."))
    assert len(await as_it_reads(memory)) == 2
    await take(memory, verb, first)
    assert await as_it_reads(memory) == [("Lisbon", START + timedelta(days=3), None)]
    (note,) = await memory.notes(**DANA)
    assert (note.seen, note.valid_to) == (1, None)
    assert (await memory.verify()).ok


async def test_what_was_told_late_and_differs_stands(memory: AsyncMemory, verb: str):
    first, *_ = await said_on(
        memory, (10, "I live in Lisbon."), (5, "I live in Rome."), (3, "I live in Lisbon.")
    )
    await take(memory, verb, first)
    began, moved = START + timedelta(days=3), START + timedelta(days=5)
    assert await as_it_reads(memory) == [("Lisbon", began, moved), ("Rome", moved, None)]


async def test_what_was_said_again_around_something_else(memory: AsyncMemory, verb: str):
    """Lisbon, Lisbon again, and Rome between them, told last: without the first or the second."""
    days = [START + timedelta(days=day) for day in range(10)]
    story = ((1, "I live in Lisbon."), (9, "I live in Lisbon."), (5, "I live in Rome."))
    _, again, _ = await said_on(memory, *story)
    await take(memory, verb, again)
    assert await as_it_reads(memory) == [("Lisbon", days[1], days[5]), ("Rome", days[5], None)]


async def test_what_was_said_again_later_does_not_begin_earlier(memory: AsyncMemory, verb: str):
    days = [START + timedelta(days=day) for day in range(10)]
    story = ((1, "I live in Lisbon."), (9, "I live in Lisbon."), (5, "I live in Rome."))
    first, *_ = await said_on(memory, *story)
    await take(memory, verb, first)
    assert await as_it_reads(memory) == [("Rome", days[5], days[9]), ("Lisbon", days[9], None)]


async def test_what_was_undone_stands_from_when_it_was_restored(memory: AsyncMemory, verb: str):
    days = [START + timedelta(days=day) for day in range(9)]
    _, again = await said_on(memory, (1, "I live in Lisbon."), (2, "I live in Lisbon."))
    (note,) = await memory.notes(**DANA)
    await memory.undo(note.id, at=days[4])
    await memory.undo(note.id, at=days[6])
    await take(memory, verb, again)
    assert await as_it_reads(memory) == [("Lisbon", days[1], days[4]), ("Lisbon", days[6], None)]
