"""The last step of the read path: hits packed under a hard token budget, cited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import log2

from ..text.tokens import WHOLE, estimate, weight
from ..types import Citation, Context, Hit, Message, Note
from .frame import CLOSE, OPEN, OUTSIDE
from .leaning import MOST, ending, leans, place
from .page import Line, Page
from .quarantine import Guard

Place = tuple[str, int] | None

COST, CHEAP = 0.1, 32
"""What a line of twice the length must score more to go first; below so many tokens, less."""


def pack(
    hits: Sequence[Hit],
    core: Sequence[Note],
    budget: int,
    before: Iterable[Message] = (),
    degraded: tuple[str, ...] = (),
    guard: Guard | None = None,
) -> Context:
    """Core notes first, since they change least; then what is most useful for its length.

    A line is shown whole or not at all, except that if none fits, the best hit is cut. `before`
    are turns that some of the best hits answer. What the guard holds is not shown.
    """
    page, guard = Page(budget), guard or Guard()
    for note in core:
        if not guard.holds(note):
            page.take(Line(Hit(note, 1.0, 1.0), note.text), core=True)
    _fill(page, [hit for hit in hits if hit not in page], before, guard)
    best = None if page else next((hit for hit in hits if not guard.holds(hit.record)), None)
    if best is not None:
        page.cut(best)
    return replace(_context(page, budget, degraded), held_back=guard.held)


def _fill(page: Page, hits: Sequence[Hit], before: Iterable[Message], guard: Guard) -> None:
    """What says the same is shown once; what makes no sense alone comes with the turn before."""
    near = {place(message): Hit(message, 0.0, 0.0) for message in before}
    near |= {place(hit.record): hit for hit in hits}
    best = {hit.id for hit in hits[:MOST]}
    said: dict[tuple[str, str], Line] = {}
    for hit in sorted(hits, key=_usefulness, reverse=True):
        if hit in page or page.lacks(hit.text) or guard.holds(hit.record):
            continue
        made = Line(hit, hit.text)
        if leans(hit.record):
            prior = _prior(hit, near) if hit.id in best else None
            if prior is not None and guard.holds(prior.hit.record):
                prior = None
            if prior is None or prior.hit in page or not page.take(prior, made):
                page.take(made)
        elif (known := said.get(_words(hit))) is not None:
            page.repeat(known, hit)
        elif page.take(made):
            said[_words(hit)] = made


def _prior(hit: Hit, near: Mapping[Place, Hit]) -> Line | None:
    """The turn that a hit answers, or the end of it. A long one that is a hit comes by itself."""
    prior = near.get(place(hit.record, -1))
    text = None if prior is None else ending(prior.text)
    if prior is None or text is None or (prior.score and text != prior.text):
        return None
    return Line(prior, text)


def _usefulness(hit: Hit) -> float:
    """A score that pays for its length: doubling what a line costs takes something off."""
    return hit.score - COST * log2(1 + weight(hit.text) / WHOLE / CHEAP)


def _context(page: Page, budget: int, degraded: tuple[str, ...]) -> Context:
    shown: list[Hit] = []
    marks: list[Citation] = []
    text = OPEN
    number = 0
    for when, lines in page.lines():
        text += f"{when}\n"
        for one in lines:
            number += 1
            text += f"[{number}]{one}"
            shown += (cited := [one.hit, *one.same])
            marks += (_citation(str(number), hit) for hit in cited)
    text = text + (OUTSIDE if page.outside else "") + CLOSE if shown else ""
    return Context(text, estimate(text), budget, tuple(shown), tuple(marks), degraded)


def _words(hit: Hit) -> tuple[str, str]:
    """Who said what, whatever the case, the spacing and the full stop."""
    record = hit.record
    who = (record.name or record.role) if isinstance(record, Message) else ""
    return who, " ".join(record.text.casefold().split()).rstrip(".!…。！")


def _citation(mark: str, hit: Hit) -> Citation:
    return Citation(mark, hit.id, hit.sources, hit.session_id, hit.at)
