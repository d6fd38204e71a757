"""How probable it is that a record helps to answer, from what can be seen of the two.

The share of the question's own words that a record holds, unlike a BM25 score, means the same in a
memory of three messages and in one of a million.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import exp

from ..types import Hit
from .rank import Ranked

MIN_RELEVANCE = 0.015
"""What `search` asks for by default: leaves out what shares neither words nor meaning."""

BASE, COSINE, SHARE = -5.0, 4.0, 3.0
WORDS_BASE, WORDS_SHARE = -3.5, 4.0


def relevant(ranked: Iterable[Ranked], least: float, most: int) -> list[Hit]:
    """The best candidates that are relevant enough, as hits."""
    hits = (judge(one) for one in ranked)
    return list(islice((hit for hit in hits if hit.relevance >= least), most))


def judge(ranked: Ranked) -> Hit:
    """A ranked candidate as a hit, with its probability of helping and its raw scores."""
    found = ranked.candidate
    raw = {"bm25": found.bm25, "share": found.share}
    if found.cosine is not None:
        raw["cosine"] = found.cosine
    relevance = 1.0 if found.key else likelihood(found.share, found.cosine)
    return Hit(found.record, ranked.score, relevance, {**ranked.parts, **raw})


def likelihood(share: float, cosine: float | None) -> float:
    """The logistic curve over both; without vectors, over the words alone."""
    if cosine is not None:
        return _logistic(BASE + COSINE * cosine + SHARE * share)
    return _logistic(WORDS_BASE + WORDS_SHARE * share) if share else 0.0


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))
