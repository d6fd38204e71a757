"""How probable it is that a record helps to answer, from what can be seen of it and the others.

Six things are weighed: how far it ranks behind the best, the share of the question's words that it
holds, how near it is in meaning; when the question names a speaker, whether that speaker's
words hold more of the question than the words of the others; how few others there are; and for a
note, whether relations lead from the question's names to it. The numbers were set by hand and are
held against many conversations: `make bench-recall` prints how often each probability came true.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from itertools import islice
from math import exp

from ..types import Hit, Message
from .explain import reasons
from .ranked import BEFORE, Ranked

MIN_RELEVANCE = 0.01
"""What `search` asks for by default: leaves out what shares neither words nor meaning."""

BASE, BEHIND, SHARE, COSINE = -2.4, -2.5, 1.2, 2.1
WORDS_BASE, WORDS_BEHIND, WORDS_SHARE = -2.0, -2.4, 2.0
FEW = 6
"""Candidates: of so few or fewer, each that has something of the question is likelier; of twice as
many, half of that."""
STRANGE, NEAR, SOME = -40.0, 0.2, 0.05
"""Without some of the words, and from another time than the one asked about, what is not even so
near in meaning is about something else."""
ANSWERS = 0.2
"""From so much on that the question before it is worth to it, it is about the same."""
DOUBT, AGREED, MOST = 15.0, 0.1, 0.15
"""For each share that the named speaker's words lack to be clearly those that are asked about."""
LEAD = 1.0
"""For being just what the question's names lead to."""
KNOWN = 0.85
"""What is asked for by its key is certain; the words that a rule read as just that, less so."""
BEST = 8
"""So many of each side's turns are held against each other."""
UNRELATED, RELATED = 0.05, 0.5
"""The cosines that the numbers were set for; those of other embedders are brought to them."""


class Judge:
    """Turns what was ranked for one question into hits."""

    def __init__(
        self, ranked: Sequence[Ranked], cosines: tuple[float, float] | None = None
    ) -> None:
        """`cosines` are the embedder's for texts that have little and much to do with each
        other; None when it does not read the question."""
        self._ranked, self._cosines = ranked, cosines
        self._best = max((one.fit for one in ranked), default=0.0)
        self._few = min(1.0, FEW / max(1, len(ranked)))
        self._doubt = doubt(ranked)

    def hits(self, least: float, most: int, explain: bool = False) -> list[Hit]:
        """The best that are relevant enough."""
        found = (self.hit(one, explain) for one in self._ranked)
        return list(islice((hit for hit in found if hit.relevance >= least), most))

    def hit(self, one: Ranked, explain: bool = False) -> Hit:
        """One of them, with its probability of helping, its raw scores, and why if asked."""
        found = one.candidate
        parts = one.parts
        parts["bm25"], parts["share"] = found.bm25, found.share
        if found.cosine is not None:
            parts["cosine"] = found.cosine
        if one.read is not None:
            parts["reranked"] = one.read
        why = reasons(parts) if explain else ()
        return Hit(found.record, one.score, self.relevance(one), parts, why)

    def relevance(self, one: Ranked) -> float:
        """The probability that it helps: a logistic curve over what is weighed."""
        found = one.candidate
        if found.key:
            return KNOWN if isinstance(found.record, Message) else 1.0
        behind = self._best - one.fit
        if found.cosine is None or self._cosines is None:
            if not found.share and not found.lead:
                return 0.0
            words = WORDS_BASE + WORDS_BEHIND * behind + WORDS_SHARE * found.share
            return _logistic(words + self._few + LEAD * found.lead - self._doubt)
        near = self._near(found.cosine)
        other = found.share < SOME and not _is_led_to(one)
        own = STRANGE * max(0.0, NEAR - near) if other else self._few
        fits = BASE + BEHIND * behind + SHARE * found.share + COSINE * near
        return _logistic(fits + own + LEAD * found.lead - self._doubt)

    def _near(self, cosine: float) -> float:
        low, high = self._cosines or (UNRELATED, RELATED)
        return UNRELATED + (cosine - low) * (RELATED - UNRELATED) / (high - low)


def _is_led_to(one: Ranked) -> bool:
    """Whether it is about what is asked by its time, by relations, or by what it answers."""
    return one.then or bool(one.candidate.lead) or one.values[BEFORE] > ANSWERS


def doubt(ranked: Sequence[Ranked]) -> float:
    """How much speaks against an answer: the question names a speaker, but others said it."""
    spoken = [
        (one.named, one.candidate.share)
        for one in ranked
        if isinstance(one.candidate.record, Message) and one.candidate.record.name is not None
    ]
    theirs = [share for named, share in spoken if named]
    others = [share for named, share in spoken if not named]
    if not theirs or not others:
        return 0.0
    agreed = (sum(nlargest(BEST, theirs)) - sum(nlargest(BEST, others))) / BEST
    return DOUBT * min(MOST, max(0.0, AGREED - agreed))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
