"""Scores of a ranking: any@k, recall@k and ndcg@10, for turns and for sessions."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from .data import Question

NAMES = ("any@5", "recall@5", "recall@10", "ndcg@10")


def score(question: Question, turns: Sequence[str], sessions: Sequence[str]) -> dict[str, float]:
    """What a ranking of turns is worth for a question; a session ranks by its best turn."""
    made: dict[str, float] = {}
    for what, ranked, wanted in (
        ("turns", turns, question.turns),
        ("sessions", sessions, question.sessions),
    ):
        if wanted:
            made |= {f"{what} {name}": value for name, value in _scores(ranked, wanted).items()}
    return made


def first_seen(sessions: Sequence[str]) -> list[str]:
    """Sessions in the order of their best turns."""
    return list(dict.fromkeys(sessions))


def _scores(ranked: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    five, ten = set(ranked[:5]), set(ranked[:10])
    gain = sum(1 / log2(i + 2) for i, id in enumerate(ranked[:10]) if id in wanted)
    ideal = sum(1 / log2(i + 2) for i in range(min(10, len(wanted))))
    return {
        "any@5": float(bool(five & wanted)),
        "recall@5": len(five & wanted) / len(wanted),
        "recall@10": len(ten & wanted) / len(wanted),
        "ndcg@10": gain / ideal,
    }
