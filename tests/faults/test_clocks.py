"""A clock that stands still, jumps back or runs ahead: the order holds, and the last word wins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from recollect import Memory, Message, Where

from .kit import WHO

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def move(self, **step: float) -> None:
        self.now += timedelta(**step)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, folder: Path, clock: Clock) -> Iterator[Memory]:
    url = "memory://" if request.param == "memory" else str(folder / "memory.db")
    with Memory(url, embedder=None) as opened:
        opened._now = clock
        yield opened


def said(memory: Memory, **asked: int) -> list[str]:
    return [message.content for message in memory.messages(user_id=WHO, **asked)]


def test_equal_times_keep_the_order_of_adding(memory: Memory) -> None:
    """Even with ids that sort the other way."""
    for number in range(30):
        memory.add(Message(f"{number}", at=NOON, id=f"{99 - number}"), user_id=WHO)
    assert said(memory) == [f"{number}" for number in range(30)]
    assert said(memory, last=5) == [f"{number}" for number in range(25, 30)]
    memory.add([f"list {number}" for number in range(5)], user_id=WHO)
    assert said(memory, last=5) == [f"list {number}" for number in range(5)]


def test_messages_stand_where_their_time_puts_them(memory: Memory, clock: Clock) -> None:
    """Whatever the clock says when they are added; among equals the later one comes later."""
    memory.add("noon", user_id=WHO)
    clock.move(hours=-1)
    memory.add("an hour before, said later", user_id=WHO)
    clock.move(hours=1)
    memory.add("noon again", user_id=WHO)
    wanted = ["an hour before, said later", "noon", "noon again"]
    for _ in range(3):
        assert said(memory) == wanted
    assert said(memory, last=2) == wanted[1:]


@pytest.mark.parametrize("step", [{"hours": -1}, {"days": -3650}, {"microseconds": -1}, {}])
def test_the_last_value_wins_though_the_clock_went_back(
    memory: Memory, clock: Clock, step: dict[str, float]
) -> None:
    memory.set("city", "Berlin", user_id=WHO)
    clock.move(**step)
    note = memory.set("city", "Lisbon", user_id=WHO)
    assert note.open
    assert memory.value("city", user_id=WHO) == "Lisbon"
    clock.move(**step)
    changed = memory.update(note.id, value="Porto", user_id=WHO)
    assert changed.open
    assert memory.value("city", user_id=WHO) == "Porto"
    history = memory.history(changed.id, user_id=WHO)
    assert [one.value for one in history] == ["Berlin", "Lisbon", "Porto"]
    assert [one.open for one in history] == [False, False, True]
    assert all(one.closed_at is None or one.closed_at >= one.learned_at for one in history)
    assert memory.verify().ok


def test_a_clock_that_was_ahead_for_a_while(memory: Memory, clock: Clock) -> None:
    """What was said in the future stays the last word until something newer is said."""
    clock.move(days=3650)
    memory.set("city", "Berlin", user_id=WHO)
    memory.add("from the future", user_id=WHO)
    clock.move(days=-3650)
    memory.set("city", "Lisbon", user_id=WHO)
    assert memory.value("city", user_id=WHO) == "Lisbon"
    memory.add("from today", user_id=WHO)
    assert said(memory) == ["from today", "from the future"]
    assert memory.search("future", user_id=WHO)
    assert memory.search("today", user_id=WHO)[0].text == "from today"


def test_what_is_said_to_be_older_is_older(memory: Memory) -> None:
    """A time that the caller gives is meant: an earlier fact does not replace a later one."""
    memory.set("city", "Lisbon", at="2026-02-01", user_id=WHO)
    memory.set("city", "Berlin", at="2025-01-01", user_id=WHO)
    assert memory.value("city", user_id=WHO) == "Lisbon"
    (current,) = memory.notes(user_id=WHO)
    history = memory.history(current.id, user_id=WHO)
    assert [one.value for one in history] == ["Berlin", "Lisbon"]


def test_recorded_is_when_it_was_recorded(memory: Memory, clock: Clock) -> None:
    note = memory.set("city", "Berlin", at="2020-01-01", user_id=WHO)
    changed = memory.update(note.id, value="Lisbon", at="2021-01-01", user_id=WHO)
    assert (note.recorded_at, changed.recorded_at) == (clock.now, clock.now)
    assert changed.learned_at.year == 2021


def test_a_session_is_in_the_order_of_saying(memory: Memory, clock: Clock) -> None:
    """Also of a prompt, and also by who goes on with it, when the clock was set back between."""
    talk = memory.session(user_id=WHO, session_id="friday", pattern="buffer")
    talk.user("one")
    clock.move(hours=-2)
    talk.assistant("two")
    again = memory.session(user_id=WHO, session_id="friday", pattern="window", window=3)
    again.user("three")
    clock.move(hours=-1)
    talk.assistant("four")
    assert [turn.content for turn in talk.turns()] == ["one", "two", "three", "four"]
    assert [turn["content"] for turn in again.prompt()] == ["two", "three", "four"]
    clock.move(days=1)
    assert again.user("five").at == clock.now


def test_a_clock_that_is_far_ahead_ends_nothing_for_good(memory: Memory, clock: Clock) -> None:
    """What is over its time by such a clock is hidden, and there again when the clock is right."""
    memory.policy(user_id=WHO, keep={"message": "2 years", "semantic": "2 years"})
    memory.add("I live in Lisbon.", user_id=WHO)
    memory.add("until the summer", user_id=WHO, metadata={"expires": "2026-06-01"})
    memory.set("city", "Lisbon", user_id=WHO)
    before = said(memory), memory.notes(user_id=WHO)
    assert len(before[0]) == 2
    clock.move(days=3650)
    assert said(memory) == []
    assert memory.value("city", user_id=WHO) is None
    memory.add("said meanwhile", user_id=WHO)
    memory.learn()
    clock.move(days=-3650)
    assert said(memory) == [*before[0], "said meanwhile"]
    assert memory.notes(user_id=WHO) == before[1]
    assert memory.value("city", user_id=WHO) == "Lisbon"


def test_the_hour_that_comes_twice_is_two_hours(memory: Memory) -> None:
    """When summer time ends, 2:30 comes twice; what was said first stands first."""
    berlin = ZoneInfo("Europe/Berlin")
    twice = [datetime(2026, 10, 25, 2, 30, tzinfo=berlin, fold=fold) for fold in (0, 1)]
    for at, words in ((twice[1], "winter"), (twice[0], "summer")):
        memory.add(Message(words, at=at), user_id=WHO)
    assert said(memory) == ["summer", "winter"]
    found = memory.messages(user_id=WHO)
    assert [one.at for one in found] == [at.astimezone(UTC) for at in twice]
    assert found[1].at - found[0].at == timedelta(hours=1)
    late = Where(after=twice[0].astimezone(UTC) + timedelta(minutes=1))
    assert [one.content for one in memory.messages(user_id=WHO, where=late)] == ["winter"]
