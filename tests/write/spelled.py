"""Strings that a regular expression matches, so that each of its alternatives is among them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

MOST = 300
"""Strings of a sequence; of more, some are drawn, each alternative of each part at least once."""


def ways(source: str) -> list[str]:
    """What a pattern may look like; what only looks around is left out, so some do not match."""
    return _sequence(parser.parse(source), random.Random(0))


def _sequence(items, chance) -> list[str]:
    parts = [list(dict.fromkeys(_one(code, value, chance))) for code, value in items]
    count = 1
    for part in parts:
        count *= len(part)
    if count <= MOST:
        return ["".join(made) for made in product(*parts)]
    for part in parts:
        chance.shuffle(part)
    return [
        "".join(part[at] if at < len(part) else chance.choice(part) for part in parts)
        for at in range(max(MOST, *map(len, parts)))
    ]


def _one(code, value, chance) -> Iterator[str]:
    if code is codes.LITERAL:
        yield chr(value)
    elif code is codes.IN:
        yield from _of_set(value)
    elif code is codes.BRANCH:
        for some in value[1]:
            yield from _sequence(some, chance)
    elif code is codes.SUBPATTERN:
        yield from _sequence(value[-1], chance)
    elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, most, some = value
        for times in range(least, min(most, least + 2) + 1):
            yield from _sequence([*some] * times, chance)
    elif code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT):
        yield ""
    else:
        assert code in (codes.ANY, codes.NOT_LITERAL), code
        yield "q"


def _of_set(items) -> Iterator[str]:
    if items[0][0] is codes.NEGATE:
        yield from "q "
        return
    for code, value in items:
        if code is codes.LITERAL:
            yield chr(value)
        elif code is codes.RANGE:
            yield from (chr(value[0]), chr(value[1]))
        else:
            yield from {codes.CATEGORY_DIGIT: "4", codes.CATEGORY_SPACE: " "}.get(value, "q_")
