"""The last step of the read path: hits packed under a hard token budget, cited."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..types import Citation, Context, Hit, Note
from .frame import CLOSE, OPEN, line

Counter = Callable[[str], int]


def pack(
    hits: Sequence[Hit],
    core: Sequence[Note],
    budget: int,
    count: Counter,
    degraded: tuple[str, ...] = (),
) -> Context:
    """Core notes first, since they change least; then hits, the most useful first.

    What does not fit is left out whole, except that a first hit too long for the budget is cut.
    """
    lines: list[str] = []
    shown: list[Hit] = []
    always = [Hit(note, 1.0, 1.0) for note in core]
    wanted = [*always, *(hit for hit in hits if hit.id not in {note.id for note in core})]
    for hit in wanted:
        made = line(str(len(lines) + 1), hit.record)
        if count(_framed([*lines, made])) > budget:
            made = "" if lines else _cut(made, budget, count)
        if made:
            lines.append(made)
            shown.append(hit)
    text = _framed(lines) if lines else ""
    marks = (_citation(str(i), hit) for i, hit in enumerate(shown, start=1))
    return Context(text, count(text), budget, tuple(shown), tuple(marks), degraded)


def _framed(lines: Sequence[str]) -> str:
    return OPEN + "".join(lines) + CLOSE


def _cut(made: str, budget: int, count: Counter) -> str:
    """The longest beginning of a line that fits; none if not even a few words do."""
    low, high = 0, len(made)
    while low < high:
        middle = (low + high + 1) // 2
        fits = count(_framed([made[:middle] + "…\n"])) <= budget
        low, high = (middle, high) if fits else (low, middle - 1)
    return made[:low] + "…\n" if low > 40 else ""


def _citation(mark: str, hit: Hit) -> Citation:
    return Citation(mark, hit.id, hit.sources, hit.session_id, hit.at)
