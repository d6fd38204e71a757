"""How probable it is that a record helps to answer, from what can be seen of the two.

`coverage` is the share of the question's own words that the record holds. Unlike a BM25 score it
means the same in a memory of three messages and in one of a million.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from ..types import Hit, Record
from ..write.index import terms
from .fusion import Ranked
from .question import Question

MIN_RELEVANCE = 0.015
"""What `search` asks for by default: leaves out what shares neither words nor meaning."""

BASE, COSINE, COVERAGE = -5.0, 4.0, 3.0
WORDS_BASE, WORDS_COVERAGE = -3.5, 4.0


def judge(asked: Question, ranked: Ranked, record: Record) -> Hit:
    """A ranked candidate as a hit, with its probability of helping."""
    parts = ranked.parts
    parts["coverage"] = coverage(asked.terms, record)
    certain = parts["key"] > 0
    relevance = 1.0 if certain else likelihood(parts["coverage"], parts.get("cosine"))
    return Hit(record, ranked.score, relevance, parts)


def coverage(wanted: Mapping[str, float], record: Record) -> float:
    """The share of the wanted terms that a record holds, by weight."""
    held = terms(record)
    whole = sum(wanted.values())
    return sum(weight for term, weight in wanted.items() if term in held) / whole if whole else 0.0


def likelihood(coverage: float, cosine: float | None) -> float:
    """The logistic curve over both; without vectors, over the words alone."""
    if cosine is not None:
        return _logistic(BASE + COSINE * cosine + COVERAGE * coverage)
    return _logistic(WORDS_BASE + WORDS_COVERAGE * coverage) if coverage else 0.0


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))
