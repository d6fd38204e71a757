"""From several rankings to one: a true union of candidates, each list brought to 0…1, then mixed.

Min-max of the scores keeps how much better the best is than the rest, which ranks throw away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..orders import Found

TERMS, VECTORS = 0.4, 0.6
KEY = 1.0
PARTS = ("terms", "vectors", "key", "recent", "bm25", "cosine")
"""What a hit's score is made of, and the two raw scores behind it."""
RECENT = 0.02
"""Enough to order equals, too little to outrank a better fit."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What each way of looking found. An id may stand in any number of them."""

    terms: Sequence[Found] = ()
    vectors: Sequence[Found] = ()
    keys: Sequence[str] = ()
    recent: Sequence[str] = ()

    def ids(self) -> dict[str, None]:
        """The union, in a stable order."""
        found = (one.id for one in (*self.vectors, *self.terms))
        return dict.fromkeys((*self.keys, *found, *self.recent))


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its mixed score and the parts of it."""

    id: str
    score: float
    values: tuple[float | None, ...]

    @property
    def parts(self) -> dict[str, float]:
        """What the score is made of, by name; made late, since most candidates are never shown."""
        named = zip(PARTS, self.values, strict=True)
        return {name: value for name, value in named if value is not None}


def unscored(ids: Iterable[str], scored: Sequence[Found]) -> tuple[str, ...]:
    """Candidates that one way of looking has not scored yet."""
    known = {one.id for one in scored}
    return tuple(dict.fromkeys(id for id in ids if id not in known))


def fuse(found: Candidates, most: int) -> list[Ranked]:
    """Mix the candidates' scores, best first, and take at most so many."""
    bm25 = {one.id: one.score for one in found.terms}
    cosine = {one.id: one.score for one in found.vectors}
    by_terms, by_vectors = _scaled(bm25, floor=0.0), _scaled(cosine)
    keys = set(found.keys)
    recent = {id: i / len(found.recent) for i, id in enumerate(found.recent, start=1)}
    terms, vectors = (TERMS, VECTORS) if cosine else (1.0, 0.0)

    def parts(id: str) -> tuple[float, float, float, float]:
        return (
            terms * by_terms.get(id, 0.0),
            vectors * by_vectors.get(id, 0.0),
            KEY * (id in keys),
            RECENT * recent.get(id, 0.0),
        )

    scores = {id: sum(parts(id)) for id in found.ids()}
    ranked = []
    for id in sorted(scores, key=scores.__getitem__, reverse=True)[:most]:
        raw = (bm25.get(id, 0.0), cosine.get(id))  # of what has no vector, the words alone count
        ranked.append(Ranked(id, scores[id], (*parts(id), *raw)))
    return ranked


def _scaled(scores: Mapping[str, float], floor: float | None = None) -> dict[str, float]:
    if not scores:
        return {}
    low = min(scores.values()) if floor is None else floor
    span = max(scores.values()) - low
    return {id: (score - low) / span if span > 0 else 1.0 for id, score in scores.items()}
