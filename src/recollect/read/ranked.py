"""A candidate with its score, and the parts that the score is the sum of."""

from __future__ import annotations

from typing import NamedTuple

from ..orders import Candidate

PARTS = ("terms", "vectors", "before", "earlier", "after", "session", "onward", "speaker", "when",
         "opening", "assistant", "asking", "short", "impersonal", "standing", "preference",
         "graph", "key", "faded", "importance", "recent", "alone", "reranker", "newer")  # fmt: skip

BEFORE = PARTS.index("before")
STANDING = PARTS.index("standing")
KEY = PARTS.index("key")
FADED = PARTS.index("faded")
ALONE = PARTS.index("alone")
RERANKER = PARTS.index("reranker")
NEWER = PARTS.index("newer")


class Ranked(NamedTuple):
    """A candidate with its score; `values` are the parts of it, in the order of PARTS."""

    candidate: Candidate
    score: float
    values: tuple[float, ...]
    named: bool
    """Whether the question names the one who said it."""
    then: bool = False
    """Whether it was said in the time that the question asks about."""
    place: int = 0
    """Its place among the candidates, which come in the order in which they were stored."""
    read: float | None = None
    """What a reranker says of it, if one has read it."""

    @property
    def own(self) -> float:
        """The score without a reranker's opinion."""
        return self.score - self.values[RERANKER]

    @property
    def fit(self) -> float:
        """Without fading, standing alone, what rivals lend each other, and a key that is asked for,
        too: those order hits and say nothing about what the others are worth."""
        own = self.values
        return self.score - own[FADED] - own[ALONE] - own[NEWER] - own[KEY] - own[RERANKER]

    @property
    def parts(self) -> dict[str, float]:
        """What the score is made of, by name. Made late: most candidates are never shown."""
        return {name: value for name, value in zip(PARTS, self.values, strict=True) if value}

    def plus(self, part: int, worth: float) -> Ranked:
        """With so much more of a part."""
        one, score, before, named, then, place, read = self
        values = list(before)
        values[part] += worth
        return Ranked(one, score + worth, tuple(values), named, then, place, read)
