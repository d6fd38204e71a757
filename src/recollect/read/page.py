"""A page of memory: lines that fit a budget, under the days they were said on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from ..text.tokens import LIGHTEST, WHOLE, weight
from ..types import Hit, Message
from ..write.trust import outside
from .frame import CLOSE, CUT, OPEN, OUTSIDE, day, line

FEWEST = 40
"""Characters below which a cut line is not worth showing."""


@dataclass(slots=True)
class Line:
    """What is shown under one mark: a hit, and those that say the same."""

    hit: Hit
    text: str
    same: list[Hit] = field(default_factory=list)

    @property
    def also(self) -> list[str]:
        """The other days on which it was said."""
        if not self.same:
            return []
        return sorted({day(hit.record) for hit in self.same} - {day(self.hit.record)})

    def __str__(self) -> str:
        return line(self.hit.record, self.text, self.also)


class Page:
    """Lines that fit, under their days. Each is weighed once, as weights add up."""

    def __init__(self, budget: int) -> None:
        self._left = WHOLE * budget - weight(OPEN + CLOSE)
        self._groups: dict[tuple[bool, str | None, str], list[Line]] = {}
        self._lines = 0
        self.outside = False
        """Whether it quotes what came from outside."""
        self._ids: set[str] = set()

    def __bool__(self) -> bool:
        return self._lines > 0

    def __contains__(self, hit: Hit) -> bool:
        return hit.id in self._ids

    def lacks(self, text: str) -> bool:
        """Whether there is no room for a text, as far as its mere length tells."""
        return LIGHTEST * len(text) > self._left

    def take(self, *lines: Line, core: bool = False) -> bool:
        """Add some lines if all of them fit."""
        new = [_group(one, core) for one in lines]
        marks = range(self._lines + 1, self._lines + 1 + len(lines))
        cost = sum(weight(str(one)) for one in lines) + sum(weight(f"[{n}]") for n in marks)
        cost += sum(weight(f"{group[-1]}\n") for group in {*new} - self._groups.keys())
        far = any(outside(one.hit.record) for one in lines)
        cost += weight(OUTSIDE) if far and not self.outside else 0
        if cost > self._left:
            return False
        self._left -= cost
        self._lines += len(lines)
        self.outside = self.outside or far
        for group, one in zip(new, lines, strict=True):
            self._groups.setdefault(group, []).append(one)
            self._ids.add(one.hit.id)
        return True

    def repeat(self, known: Line, hit: Hit) -> None:
        """Cite one more record for what a line says, if there is room for its day."""
        before = weight(str(known))
        known.same.append(hit)
        cost = weight(str(known)) - before
        if cost > self._left:
            known.same.remove(hit)
        else:
            self._left -= cost
            self._ids.add(hit.id)

    def cut(self, hit: Hit) -> None:
        """Add the longest beginning of a hit that fits; nothing if that is only a few words."""
        low, high = 0, len(hit.text)
        room = self._left - (weight(OUTSIDE) if outside(hit.record) else 0)
        while low < high:
            middle = (low + high + 1) // 2
            made = Line(hit, hit.text[:middle] + CUT)
            fits = weight(f"{day(hit.record)}\n[1]{made}") <= room
            low, high = (middle, high) if fits else (low, middle - 1)
        if low >= FEWEST:
            self.take(Line(hit, hit.text[:low] + CUT))

    def lines(self) -> Iterator[tuple[str, list[Line]]]:
        """Days with their lines: a session as it went on, loose ones as they came."""
        for (_, session, when), group in self._groups.items():
            yield when, group if session is None else sorted(group, key=_moment)


def _group(one: Line, core: bool) -> tuple[bool, str | None, str]:
    return core, one.hit.session_id, day(one.hit.record)


def _moment(one: Line) -> tuple[datetime, int]:
    record = one.hit.record
    return record.at, (record.turn or 0) if isinstance(record, Message) else 0
