"""Words that are said again and again: each time is kept, and none twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory
from recollect.agents.wires.base import Turn
from recollect.agents.wires.known import known
from recollect.hosts.loop import Loop
from recollect.types import Message


def _talked(rounds: int, words: Callable[[int], str], sent: int) -> list[str]:
    """A conversation whose caller sends so many turns at most: the log of it."""
    log: list[Message] = []
    said: list[Message] = []
    for number in range(rounds):
        said.append(Message(words(number), "user"))
        log += known(log, said[-sent:]).new
        said.append(Message(f"part {number}", "assistant"))
        log.append(said[-1])
    return [one.content for one in log]


@pytest.mark.parametrize("sent", [1, 2, 3, 4, 11, 1000])
@pytest.mark.parametrize("period", [1, 2, 3])
def test_a_caller_that_sends_the_last_turns(sent: int, period: int) -> None:
    def words(number: int) -> str:
        return f"go on {number % period}"

    made = [text for n in range(30) for text in (words(n), f"part {n}")]
    assert _talked(30, words, sent) == made


def test_the_whole_conversation_sent_again_is_known() -> None:
    log = [Message("go on", "user"), Message("part 1", "assistant")] * 3
    assert known(log, log[:-1]).new == []


def test_a_conversation_of_more_than_four_hundred_turns() -> None:
    turns = [Turn({"role": role, "content": "yes"}, "yes") for role in ("user", "assistant")] * 300
    with Memory("memory://", embedder=None) as memory:
        loop = Loop(memory, "dana", None, 100)
        for _ in range(3):
            turns.append(Turn({"role": "user", "content": "yes"}, "yes"))
            with loop.call("dana", "long", turns, shows=False) as call:
                call.reply = Turn({"role": "assistant", "content": "yes"})
            turns.append(call.reply)
        kept = memory.messages(user_id="dana")
        assert [one.role for one in kept] == [str(turn.said["role"]) for turn in turns]


def test_a_clock_that_is_set_back_does_not_turn_a_conversation_round() -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    turns: list[Turn] = []
    with Memory("memory://", embedder=None) as memory:
        loop = Loop(memory, "dana", None, 100)
        for hour in (0, -1, -2, 3):
            memory._now = lambda hour=hour: noon + timedelta(hours=hour)  # type: ignore[misc]
            turns.append(Turn({"role": "user", "content": f"hour {hour}"}, f"hour {hour}"))
            with loop.call("dana", "s", turns, shows=False) as call:
                memory._now = lambda: noon - timedelta(days=1)  # type: ignore[method-assign]
                call.reply = Turn({"role": "assistant", "content": f"after {hour}"})
            turns.append(call.reply)
        kept = memory.messages(user_id="dana")
    assert [one.content for one in kept] == [turn.said["content"] for turn in turns]
