"""What a hit is worth beside the others, once each has its score: wishes, and company.

What a user wants of all answers comes behind the best that answer. And behind the first hits, what
stands alone steps back. The first are the best by themselves. Who reads on wants the rest: the
other times that something was done, the other days on which it was talked about. There, one turn
with the right word is often chance, and a session in which several have the question's words
seldom is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from heapq import nlargest

from .ranked import ALONE, STANDING, Ranked

AHEAD = 4
"""So many that answer come before what the user wants of all answers."""
FIRST = 10
"""So many stay as they are, whoever stands alone."""
COMPANY = 4
"""Turns with the question's words that make a session as good as any."""


def modest(ranked: list[Ranked]) -> list[Ranked]:
    """The ranking, wishes about all answers behind the best, unless they are of these anyhow."""
    wishes = [one.values[STANDING] for one in ranked]
    if not any(wishes) or all(wishes):
        return ranked
    others = [one.score for one in ranked if not one.values[STANDING]][:AHEAD]
    kept = [_capped(one, others[-1]) if one.values[STANDING] else one for one in ranked]
    return sorted(kept, key=lambda one: (-one.score, one.values[STANDING]))


def in_company(
    ranked: list[Ranked], sessions: Sequence[str | None], words: Sequence[float], worth: float
) -> list[Ranked]:
    """The ranking, the lonely of those behind the first further down.

    `sessions` and `words`: of each candidate, and how well its words match, up to 1; `worth`: of
    being the only one in its session.
    """
    if len(ranked) <= FIRST or not worth:
        return ranked
    lack = _alone(sessions, words)
    others = [
        one.plus(ALONE, worth * lack[one.place]) if lack[one.place] else one
        for one in ranked[FIRST:]
    ]
    return ranked[:FIRST] + sorted(others, key=lambda one: -one.score)


def _capped(one: Ranked, most: float) -> Ranked:
    """A wish that is lifted so far at most."""
    lower = max(most, one.score - one.values[STANDING])
    return one.plus(STANDING, min(0.0, lower - one.score))


def _alone(sessions: Sequence[str | None], words: Sequence[float]) -> list[float]:
    """How far the session of each lacks the question's words, from 0 to 1; what stands in none is a
    company of its own, unless all do."""
    held: dict[str, list[float]] = defaultdict(list)
    for session, match in zip(sessions, words, strict=True):
        if session is not None:
            held[session].append(match)
    if not held:
        return [0.0] * len(words)
    full = {session: sum(nlargest(COMPANY, some)) / COMPANY for session, some in held.items()}
    return [
        1.0 - (match if session is None else full[session])
        for session, match in zip(sessions, words, strict=True)
    ]
