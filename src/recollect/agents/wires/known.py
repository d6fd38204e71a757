"""Which turns of a request are new: callers send the whole conversation each time, or its last
part, or only the newest words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...types import Message
from ..turns import BROKEN

FORKS = 32
"""So many of the newest turns may have been taken back and said otherwise."""
AGAIN = 4
"""So many new steps of a request may say no more than what was said before."""


@dataclass(frozen=True, slots=True)
class Known:
    """What of a request is new, and where in the log its first known turn stands."""

    new: list[Message]
    start: int


@dataclass(frozen=True, slots=True)
class Step:
    """What a person or a tool said, where, and what the assistant said before and to it."""

    place: int
    key: Any
    before: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()


def known(log: Sequence[Message], asked: Sequence[Message]) -> Known:
    """Hold the turns of a request against the end of the session's log.

    What people and tools said comes back word for word, so that is what is compared; what the
    assistant said may come back shortened, and is known if there is an answer in the log.
    """
    before, now = _steps(log), _steps(asked)
    if not now:
        return Known([], len(log))
    count, met = _alone(log, before, now) if len(asked) == 1 else _met(before, now)
    last = now[-1].place + 1  # behind it can only be the beginning of an answer
    if not met:
        return Known(_without_answers(log, asked[:last]), len(log))
    rest = list(asked[now[count - 1].place + 1 : last])
    if any(one.role == "assistant" for one in log[met[-1].place + 1 :]):
        while rest and rest[0].role == "assistant":
            rest.pop(0)
    return Known(rest, met[0].place)


def _without_answers(log: Sequence[Message], asked: Sequence[Message]) -> list[Message]:
    """Without what the request begins with if that is an answer in the log: what it was said to
    was cut off."""
    answers = {one.content for one in log if one.role == "assistant"}
    first = 0
    while asked[first].role == "assistant" and asked[first].content in answers:
        first += 1
    return list(asked[first:])


def _alone(
    log: Sequence[Message], before: Sequence[Step], now: Sequence[Step]
) -> tuple[int, list[Step]]:
    """Words without their history: said again, unless nobody has answered them yet. An answer that
    broke off is none."""
    same = bool(before) and before[-1].key == now[0].key
    open = same and all(BROKEN in one.metadata for one in log[before[-1].place + 1 :])
    return (1, [before[-1]]) if open else (0, [])


def _met(before: Sequence[Step], now: Sequence[Step]) -> tuple[int, list[Step]]:
    """How many steps of the request are known, and those of the log: as many as can be.

    Either all of them are in the log, or all of the log is in the request. Words that are said
    again and again fit in many places: the one where the most answers are the same is right.
    """
    best: tuple[int, list[Step]] = 0, []
    same = int(bool(before) and _meet(before[-1].answers, now[0].before))
    for count in range(len(now), 0, -1):
        if len(best[1]) > count + AGAIN or same > count + 1:
            break
        for back in range(min(len(before), FORKS)):
            met = _followed(before, len(before) - back, now, count)
            whole = len(met) == count
            if not whole and not (met and back == 0 and met[0] is before[0]):
                continue
            agree = _agreeing(met, now[count - len(met) : count])
            longer = len(met) > len(best[1]) or (whole and len(met) == len(best[1]) < best[0])
            if agree > same or (agree == same and longer):
                best, same = (count, met), agree
    return best


def _agreeing(met: Sequence[Step], asked: Sequence[Step]) -> int:
    """How many answers are the same, that before the first step among them."""
    first = _meet(met[0].before, asked[0].before)
    pairs = zip(met, asked, strict=True)
    return first + sum(_meet(one.answers, other.answers) for one, other in pairs)


def _meet(some: frozenset[str], others: frozenset[str]) -> bool:
    return not some.isdisjoint(others)


def _followed(before: Sequence[Step], end: int, now: Sequence[Step], count: int) -> list[Step]:
    """The steps of the log before its `end` that the first of the request's go along, from the
    last on.

    Steps of the log may be left out, which were taken back, if the answer before them is the same.
    """
    met: list[Step] = []
    place = end - 1
    for number in range(count - 1, -1, -1):
        step = now[number]
        if place < 0 or before[place].key != step.key:
            place = _taken_back(before[:place], step) if met and place > 0 else -1
            if place < 0:
                break
        met.append(before[place])
        place -= 1
    return met[::-1]


def _taken_back(before: Sequence[Step], step: Step) -> int:
    """The last step that is the same with its answer, or -1."""
    for place in range(len(before) - 1, max(-1, len(before) - FORKS), -1):
        one = before[place]
        if one.key == step.key and _meet(one.answers, step.answers):
            return place
    return -1


def _steps(turns: Sequence[Message]) -> list[Step]:
    made: list[Step] = []
    heard = frozenset[str]()
    for place, turn in enumerate(turns):
        if turn.role != "assistant":
            made.append(Step(place, _key(turn), heard))
            heard = frozenset()
        else:
            heard |= {turn.content}
            if made:
                made[-1] = replace(made[-1], answers=heard)
    return made


def _key(message: Message) -> Any:
    results = message.metadata.get("tool_results")
    ids = [one.get("id") for one in results if isinstance(one, dict)] if results else []
    return message.role, message.content, message.metadata.get("tool_call_id"), ids
