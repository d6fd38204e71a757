"""Points of what came before and of what is new → the few that a summary shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ... import text
from .points import ABOUT, ASKED, Point

MOST = {"decided": 6, "preferred": 6, "open": 5, "said": 8}
"""Points of each kind in a summary."""
SIZE = 2_400
"""Characters of all of them."""
ALIKE = 0.8
"""The share of words in common that makes two points one."""
_MARK = re.compile(r"\d+|(?<=\w\W)[A-Z]\w+")


def fold(
    old: Iterable[Point], new: Iterable[Point], over: Sequence[frozenset[str]] = ()
) -> list[Point]:
    """The weightiest points, in the order in which they were said.

    A newer point takes the place of an older one with its key; a question that was open before is
    answered by now; and what the new words end, in `over`, goes.
    """
    stands: dict[str, Point] = {}
    kept = [one for one in old if one.key != ASKED and not _is_over(one, over)]
    for one in [*kept, *new]:
        name = f"{one.about} {one.key or one.text.casefold()}"
        stands.pop(name, None)
        stands[name] = one
    return _chosen(list(stands.values()))


def rendered(points: Sequence[Point]) -> str:
    """The text of a summary: a heading for each kind, a line for each point."""
    lines: list[str] = []
    for about in ABOUT:
        group = [one.line for one in points if one.about == about]
        lines += [f"{about.capitalize()}:", *group] if group else []
    return "\n".join(lines)


def _chosen(points: Sequence[Point]) -> list[Point]:
    """By weight, newer first among equals; none that says what another says already."""
    place = {id(one): number for number, one in enumerate(points)}
    left, room = dict(MOST), SIZE
    taken: dict[int, Words] = {}
    for one in sorted(points, key=lambda one: (-one.weight, -place[id(one)])):
        words = Words.of(one.text)
        if left[one.about] < 1 or len(one.line) > room or any(map(words.like, taken.values())):
            continue
        taken[id(one)] = words
        left[one.about] -= 1
        room -= len(one.line)
    return sorted((one for one in points if id(one) in taken), key=lambda one: one.at)


@dataclass(frozen=True, slots=True)
class Words:
    """What two points are compared by: terms, and names and numbers, which must be the same."""

    terms: frozenset[str]
    marks: frozenset[str]

    @classmethod
    def of(cls, words: str) -> Words:
        """Those of a text."""
        return cls(frozenset(text.terms(words)), frozenset(_MARK.findall(words)))

    def like(self, other: Words) -> bool:
        """Whether the two say much the same."""
        least = min(len(self.terms), len(other.terms))
        alike = least > 0 and len(self.terms & other.terms) >= ALIKE * least
        return alike and self.marks == other.marks


def _is_over(one: Point, over: Sequence[frozenset[str]]) -> bool:
    held = frozenset(text.terms(one.text))
    return any(terms <= held for terms in over)
