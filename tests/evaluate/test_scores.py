"""Scores against values worked out by hand."""

from __future__ import annotations

from math import log2

import pytest

from recollect.evaluate.cases import Question
from recollect.evaluate.scores import first_seen, measure, score


def question(turns: str = "", sessions: str = "", abstain: bool = False) -> Question:
    return Question("1", "?", "", None, None, frozenset(turns), frozenset(sessions), abstain)


@pytest.mark.parametrize(
    ("name", "ranked", "wanted", "value"),
    [
        ("any@1", "xa", "a", 0),
        ("any@2", "xa", "a", 1),
        ("any@5", "", "a", 0),
        ("recall@2", "xab", "abcd", 1 / 4),
        ("recall@3", "xab", "abcd", 2 / 4),
        ("recall@10", "xab", "abcd", 2 / 4),
        ("ndcg@3", "abx", "ab", 1),
        ("ndcg@3", "xab", "ab", (1 / log2(3) + 1 / 2) / (1 + 1 / log2(3))),
        ("ndcg@1", "ax", "abc", 1),  # one place cannot hold more
        ("ndcg@10", "xyz", "a", 0),
    ],
)
def test_measures(name: str, ranked: str, wanted: str, value: float) -> None:
    assert measure(name, list(ranked), frozenset(wanted)) == pytest.approx(value)


def test_turns_and_sessions_are_scored_apart() -> None:
    made = score(question("ab", "S"), ["x", "a"], ["R", "S"], ["any@1", "recall@2"])
    assert made == {
        "turns any@1": 0, "turns recall@2": 0.5, "sessions any@1": 0, "sessions recall@2": 1,
    }  # fmt: skip


def test_without_evidence_there_is_no_score() -> None:
    assert set(score(question(sessions="S"), ["a"], ["S"], ["any@1"])) == {"sessions any@1"}
    assert score(question(), ["a"], ["S"]) == {}
    assert score(question("a", "S", abstain=True), ["a"], ["S"]) == {}


def test_a_session_ranks_by_its_best_turn() -> None:
    assert first_seen(["B", "A", "B", "C", "A"]) == ["B", "A", "C"]
