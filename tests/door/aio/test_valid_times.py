"""Nothing ends before it began to hold, whatever is said in whatever order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect import InputError

DANA = {"user_id": "dana"}
KNOWS = ("Ann", "KNOWS", "Bob")


def march(day: int) -> datetime:
    return datetime(2026, 3, day, tzinfo=UTC)


async def times(memory):
    """From when until when each version holds, in the order in which they came."""
    notes = await memory.notes(closed=True, **DANA)
    for note in notes:
        assert None in (note.valid_from, note.valid_to) or note.valid_from <= note.valid_to
    return [(note.valid_from, note.valid_to) for note in notes]


async def test_an_edit_that_ends_before_it_begins_is_refused(memory):
    note = await memory.set("plan", "a", at=march(5), **DANA)
    with pytest.raises(InputError, match="must not be before valid_from"):
        await memory.update(note.id, valid_to=march(1), **DANA)
    assert await times(memory) == [(march(5), None)]
    edit = {"valid_from": march(1), "valid_to": march(2), "at": march(6)}
    await memory.update(note.id, **edit, **DANA)
    assert await times(memory) == [(march(5), march(5)), (march(1), march(2))]


async def test_what_began_earlier_than_was_known(memory):
    await memory.relate(*KNOWS, at=march(5), **DANA)
    await memory.relate(*KNOWS, at=march(6), valid_from=march(1), **DANA)
    assert await times(memory) == [(march(5), march(5)), (march(1), None)]


async def test_what_had_ended_before_it_was_first_told(memory):
    """When it began is not known then."""
    await memory.relate(*KNOWS, at=march(5), **DANA)
    await memory.relate(*KNOWS, at=march(6), valid_to=march(1), **DANA)
    assert (await times(memory))[-1] == (None, march(1))


async def test_what_begins_when_it_was_to_be_over(memory):
    await memory.relate(*KNOWS, at=march(5), valid_to=march(8), **DANA)
    await memory.relate(*KNOWS, at=march(6), valid_from=march(10), **DANA)
    assert (await times(memory))[-1] == (march(10), None)


async def test_an_end_before_it_was_told_that_it_began(memory):
    """Nobody said when it began: then it was never so, as far as is known."""
    await memory.relate(*KNOWS, at=march(5), **DANA)
    await memory.unrelate(*KNOWS, at=march(6), valid_to=march(1), **DANA)
    assert await times(memory) == [(march(5), march(5))]


async def test_an_end_before_what_was_said_of_its_beginning_is_refused(memory):
    await memory.relate(*KNOWS, at=march(5), valid_from=march(3), **DANA)
    with pytest.raises(InputError, match="must not be before valid_from"):
        await memory.unrelate(*KNOWS, at=march(6), valid_to=march(1), **DANA)
    assert await times(memory) == [(march(3), None)]


async def test_what_never_came_to_be(memory):
    await memory.relate(*KNOWS, at=march(5), valid_from=march(9), **DANA)
    await memory.unrelate(*KNOWS, at=march(6), **DANA)
    assert await times(memory) == [(march(9), march(9))]
