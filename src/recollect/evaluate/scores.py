"""What a ranking is worth: any@k, recall@k and ndcg@k, for turns and for sessions."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from .cases import Question

NAMES = ("any@5", "recall@5", "recall@10", "ndcg@10")


def score(
    question: Question,
    turns: Sequence[str],
    sessions: Sequence[str],
    names: Sequence[str] = NAMES,
) -> dict[str, float]:
    """The scores of a ranking for a question, such as `turns recall@5`.

    What has no evidence has no score, and a question that nothing answers has none at all.
    """
    sides = {"turns": (turns, question.turns), "sessions": (sessions, question.sessions)}
    return {
        f"{side} {name}": measure(name, ranked, wanted)
        for side, (ranked, wanted) in sides.items()
        for name in names
        if wanted and not question.abstain
    }


def measure(name: str, ranked: Sequence[str], wanted: frozenset[str]) -> float:
    """One score by its name, such as `recall@5`."""
    kind, _, cut = name.partition("@")
    first = ranked[: int(cut)]
    if kind == "any":
        return float(not wanted.isdisjoint(first))
    if kind == "recall":
        return len(wanted.intersection(first)) / len(wanted)
    gain = sum(1 / log2(i + 2) for i, id in enumerate(first) if id in wanted)
    return gain / sum(1 / log2(i + 2) for i in range(min(int(cut), len(wanted))))


def first_seen(sessions: Sequence[str]) -> list[str]:
    """Sessions in the order of their best turns."""
    return list(dict.fromkeys(sessions))
