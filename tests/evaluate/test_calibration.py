"""Calibration and separation against the plainest way of counting them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.evaluate.calibration import auroc, bins, calibration_error, drawn, separation
from recollect.evaluate.summary import summary

from .conftest import answer

VALUES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0]), min_size=1, max_size=12)


@given(VALUES, VALUES)
def test_auroc_is_the_share_of_pairs_in_order(high: list[float], low: list[float]) -> None:
    pairs = [(h > v) + 0.5 * (h == v) for h in high for v in low]
    assert auroc(high, low) == pytest.approx(sum(pairs) / len(pairs))


def test_auroc_needs_both_sides() -> None:
    assert auroc([], [1.0]) is None
    assert auroc([1.0], []) is None


def test_the_calibration_error_is_that_of_counting_by_hand() -> None:
    dice = random.Random(7)
    made = []
    for i in range(60):
        turns = tuple(f"t{n}" for n in range(dice.randint(1, 10)))
        right = tuple(turn for turn in turns if dice.random() < 0.3) or ("elsewhere",)
        sure = tuple(round(dice.random(), 4) for _ in turns)
        made.append(answer(question=str(i), turns=turns, relevance=sure, evidence=right))
    error = 0.0
    for tenth in range(10):
        inside = [
            (sure, turn in one.evidence, 1 / len(one.turns))
            for one in made
            for turn, sure in zip(one.turns, one.relevance, strict=True)
            if tenth / 10 <= sure < (tenth + 1) / 10
        ]
        error += abs(sum((sure - good) * weight for sure, good, weight in inside)) / len(made)
    assert calibration_error(bins(made)) == pytest.approx(error)


def test_every_question_weighs_the_same() -> None:
    many = answer(turns=tuple("abcdefgh"), relevance=(0.25,) * 8, evidence=("z",))
    one = answer(turns=("z",), relevance=(0.25,), evidence=("z",))
    diagram = bins([many, one])
    (filled,) = [each for each in diagram if each.hits]
    assert (filled.hits, filled.weight, filled.right) == (9, 2, 0.5)
    assert calibration_error(diagram) == pytest.approx(0.25)


def test_what_has_no_labels_is_left_out() -> None:
    assert calibration_error(bins([answer(abstain=True), answer(evidence=())])) is None
    assert separation([answer(), answer(scores={})]) is None


def test_full_certainty_falls_into_the_last_tenth() -> None:
    diagram = bins([answer(relevance=(1.0,))])
    assert (diagram[-1].hits, diagram[-1].predicted, diagram[-1].right) == (1, 1, 1)
    assert calibration_error(diagram) == 0


def test_the_diagram_is_drawn() -> None:
    mixed = answer(turns=("right", "wrong"), relevance=(0.72, 0.78))
    head, line = drawn(bins([mixed]), width=10)
    assert head.split() == ["relevance", "said", "right", "hits"]
    assert line == " 0.7 – 0.8  0.750  0.500        2  █████   │"
    (_, full) = drawn(bins([answer(relevance=(0.5,))]), width=10)
    assert full.endswith("█████┃████")


def test_a_summary_counts_who_is_left_without_an_answer() -> None:
    made = summary(
        [
            answer(helps=0.9, scores={"turns recall@10": 1.0}),
            answer(helps=0.4, scores={"turns recall@10": 0.0}, kept=()),
            answer(helps=0.4, scores={}, abstain=True, kept=()),
            answer(helps=0.1, scores={}, abstain=True),
            answer(scores={}, evidence=()),
        ]
    )
    assert (made.questions, made.abstain) == (2, 2)
    assert (made.silent, made.quiet) == (0.5, 0.5)
    assert made.auroc == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert made.figures == {"turns recall@10": 0.5, "auroc": made.auroc}
