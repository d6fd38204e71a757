"""The memory in a prompt that stays the same from turn to turn, and the relations that do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..types import Note
from ..write.summary.folding import rendered
from ..write.summary.note import kept_points
from ..write.summary.points import Point
from ..write.trust import outside
from .frame import CLOSE, OPEN, OUTSIDE, inert, quotation
from .graph import Edge
from .quarantine import Guard
from .turns import Count

CORE = "Always:"
BEFORE = "From earlier conversations, in short:"
EARLIER = "Earlier in this conversation, in short:"
RELATED = "Who and what is named, and how they are related:"


def steady(
    core: Sequence[Note],
    before: Note | None,
    earlier: Note | None,
    budget: int,
    count: Count,
    guard: Guard | None = None,
) -> str:
    """Core notes, the summary over older sessions and that of this one: as much as fits.

    Core notes go last, then the points of this session, of them the least weighty first.
    """
    guard = guard or Guard()
    always = [note for note in core if not guard.holds(note)]
    told = {
        BEFORE: [] if before is None or guard.holds(before) else kept_points(before),
        EARLIER: [] if earlier is None or guard.holds(earlier) else kept_points(earlier),
    }
    order = [(BEFORE, one) for one in sorted(told[BEFORE], key=_weight)]
    order += [(EARLIER, one) for one in sorted(told[EARLIER], key=_weight)]
    while True:
        far = any(map(outside, always)) or any(one.far for some in told.values() for one in some)
        text = _framed(_steady_lines(always, told), far)
        if count(text) <= budget:
            return text
        if order:
            name, least = order.pop(0)
            told[name] = [one for one in told[name] if one is not least]
        elif always:
            always.pop()
        else:
            return ""


def related(
    edges: Sequence[Edge],
    fit: Mapping[str, float],
    budget: int,
    count: Count,
    guard: Guard | None = None,
) -> str:
    """Relations as text, those that fit the question best if not all have room."""
    guard = guard or Guard()
    shown = [edge for edge in edges if not guard.holds(edge.note)]
    worst = sorted(shown, key=lambda edge: fit.get(edge.note.id, 0.0))
    while shown:
        far = any(outside(edge.note) for edge in shown)
        text = _framed([RELATED, *(f"- {_told(edge.note)}" for edge in shown)], far)
        if count(text) <= budget:
            return text
        least = worst.pop(0)
        shown = [edge for edge in shown if edge is not least]
    return ""


def _steady_lines(core: Sequence[Note], told: Mapping[str, Sequence[Point]]) -> list[str]:
    lines = [CORE, *(f"- {_told(note)}" for note in core)] if core else []
    for name, points in told.items():
        if points:
            lines += [name, *(inert(line) for line in rendered(points).splitlines())]
    return lines


def _told(note: Note) -> str:
    """A note's words: those of others only as a quotation."""
    return quotation(note.text) if outside(note) else inert(note.text)


def _framed(lines: Iterable[str], far: bool) -> str:
    text = "".join(f"{line}\n" for line in lines)
    return f"{OPEN}{text}{OUTSIDE if far else ''}{CLOSE}" if text else ""


def _weight(one: Point) -> float:
    return one.weight
