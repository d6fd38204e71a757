"""A second opinion: it moves what it read, by as much as all else, and breaks no promise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Message, ModelError
from recollect.orders import Candidate
from recollect.read.question import question
from recollect.read.rank import rank
from recollect.read.relevance import Judge
from recollect.read.rerank import (
    FIRST,
    LONGEST,
    MOST,
    Advised,
    asking,
    checked,
    chosen,
    is_unread,
    reading,
    reranked,
)
from recollect.read.rivals import newest_first

START = datetime(2026, 1, 1, tzinfo=UTC)
COLOURS = ["Red it is then.", "My door was green.", "They sold blue ink", "We took white paint"]


def asked(words="Which colour, once more?", limit=10):
    return question(words, START, limit, 0, None)


def ranking(asked, texts, scores=None, keys=()):
    """Texts in their order of time, ranked in that order unless scores say otherwise."""
    scores = scores or [1 - i / len(texts) for i in range(len(texts))]
    found = [
        Candidate(
            Message(text, at=START + timedelta(days=i)), 9 * score, score, score, key=text in keys
        )
        for i, (text, score) in enumerate(zip(texts, scores, strict=True))
    ]
    return newest_first(asked, rank(asked, found))


def unlike(count):
    """Texts of which none says anew what another said."""
    return [f"a{i} b{i} c{i} d{i}" for i in range(count)]


def texts(ranked):
    return [one.candidate.record.text for one in ranked]


def by(ranked, opinions):
    """The score of each text that is chosen, by its words."""
    return [opinions[one.candidate.record.text] for one in ranked]


def test_what_it_likes_best_passes_what_it_likes_less():
    ask = asked()
    before = ranking(ask, COLOURS)
    assert texts(before) == COLOURS
    after = reranked(ask, before, [0.1, 0.2, 0.9, 0.3])
    assert texts(after)[0] == COLOURS[2]
    assert {one.candidate.record.text: one.read for one in after} == dict(
        zip(COLOURS, [0.1, 0.2, 0.9, 0.3], strict=True)
    )
    assert all(one.score == pytest.approx(sum(one.values)) for one in after)
    assert after == sorted(after, key=lambda one: -one.score)


@pytest.mark.parametrize("score", [0.0, -7.5, 1e308])
def test_one_that_sees_no_difference_moves_nothing(score):
    ask = asked()
    before = ranking(ask, COLOURS)
    after = reranked(ask, before, [score] * len(COLOURS))
    assert [(one.candidate, one.score) for one in after] == [
        (one.candidate, one.score) for one in before
    ]


@pytest.mark.parametrize("count", [2, 3, 50])
def test_the_last_may_become_the_first(count):
    ask = asked()
    before = ranking(ask, unlike(count))
    after = reranked(ask, before, [float(one is before[-1]) for one in before])
    assert texts(after) == [texts(before)[-1], *texts(before)[:-1]]


def test_any_scale_will_do():
    ask = asked()
    before = ranking(ask, COLOURS)
    plain = [0.3, 0.1, 0.9, 0.4]
    for scaled in ([9 * one - 11 for one in plain], [one * 1e-9 for one in plain]):
        assert texts(reranked(ask, before, scaled)) == texts(reranked(ask, before, plain))
    huge = reranked(ask, before, [-1.7e308, 1.7e308, 0.0, 0.0])
    assert texts(huge)[0] == COLOURS[1]


def test_where_all_else_is_equal_it_decides():
    ask = asked()
    before = ranking(ask, said := unlike(4), [0.5] * 4)
    assert len({one.score for one in before}) == 1
    assert texts(reranked(ask, before, [1, 2, 4, 3])) == [said[i] for i in (2, 3, 1, 0)]


@given(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=12))
def test_whatever_it_says_nobody_is_lost_and_probabilities_stay_the_same(scores):
    ask = asked()
    before = ranking(ask, unlike(len(scores)))
    after = reranked(ask, before, scores)
    assert sorted(texts(after)) == sorted(texts(before))
    usual, advised = Judge(before), Advised(after)
    known = sorted(map(usual.relevance, before))
    assert sorted(map(advised.relevance, after)) == pytest.approx(known)
    for least in (0.01, 0.1, 0.5):
        assert len(advised.hits(least, 100)) == len(usual.hits(least, 100))


def test_the_best_gets_the_highest_probability():
    ask = asked()
    before = ranking(ask, COLOURS)
    after = reranked(ask, before, [0, 0, 1, 0])
    hits = Advised(after).hits(0, 10, explain=True)
    assert hits[0].text == COLOURS[2]
    assert hits[0].relevance == max(map(Judge(before).relevance, before))
    assert [hit.relevance for hit in hits] == sorted((hit.relevance for hit in hits), reverse=True)
    assert hits[0].parts["reranked"] == 1
    assert "fits, as the reranker reads it" in hits[0].why[0]
    assert "it says 1.00" in hits[0].why[0]


def test_what_is_asked_for_by_its_key_is_not_up_to_it():
    ask = asked()
    before = ranking(ask, COLOURS, keys={COLOURS[2]})
    assert texts(before)[0] == COLOURS[2]
    assert COLOURS[2] not in texts(chosen(ask, before))
    after = reranked(
        ask, before, by(chosen(ask, before), dict.fromkeys(COLOURS, 0) | {COLOURS[3]: 9})
    )
    assert texts(after)[0] == COLOURS[2]
    assert Advised(after).relevance(after[0]) == Judge(before).relevance(before[0])
    assert "reranker" not in after[0].parts


OLD, NEW = "I live in the city of Lisbon.", "I live in the city of Porto."
OTHERS = unlike(60)


@pytest.mark.parametrize("place", [2, 9])
def test_of_two_rivals_the_newer_leads_whatever_it_says(place):
    ask = asked("What city do I live in?")
    said = [OLD, *OTHERS]
    said.insert(place, NEW)
    before = ranking(ask, said)
    assert texts(before)[:2] == [NEW, OLD]
    read = chosen(ask, before)
    scores = [{OLD: 5.0, NEW: -5.0}.get(text, 0.0) for text in texts(read)]
    after = reranked(ask, before, scores)
    assert texts(after)[:2] == [NEW, OLD]
    assert Advised(after).relevance(after[0]) == pytest.approx(Judge(before).relevance(before[0]))


def test_rivals_that_it_brings_together_are_put_in_order():
    ask = asked("What city do I live in?")
    said = [*OTHERS[:30], OLD, *OTHERS[30:40], NEW]
    before = ranking(ask, said)
    assert not {OLD, NEW} & set(texts(before)[:10])
    scores = by(chosen(ask, before), dict.fromkeys(OTHERS, 0.0) | {OLD: 1.0, NEW: 0.9})
    assert texts(reranked(ask, before, scores))[:2] == [NEW, OLD]


def test_a_question_about_the_past_is_left_alone():
    ask = asked("What city did I live in originally?")
    before = ranking(ask, [OLD, NEW])
    assert texts(reranked(ask, before, [1.0, 0.0])) == [OLD, NEW]


@pytest.mark.parametrize(("limit", "depth"), [(1, FIRST), (10, FIRST), (70, 70), (1_000, MOST)])
def test_only_the_best_are_read_and_the_rest_stays_behind(limit, depth):
    ask = asked(limit=limit)
    before = ranking(ask, unlike(150))
    read = chosen(ask, before)
    assert read == before[:depth]
    after = reranked(ask, before, [float(i) for i in range(depth)])
    assert [one.candidate for one in after[depth:]] == [one.candidate for one in before[depth:]]
    assert all((one.read is None) == (i >= depth) for i, one in enumerate(after))


def test_one_alone_needs_no_reading():
    ask = asked()
    for some in ([], COLOURS[:1]):
        before = ranking(ask, some)
        assert chosen(ask, before) == []
        assert not is_unread(ask, before)
    several = ranking(ask, COLOURS)
    assert is_unread(ask, several)
    assert not is_unread(ask, reranked(ask, several, [1, 2, 3, 4]))


def test_it_reads_who_said_what_and_when():
    ask = asked("Where is the key?")
    one = ranking(ask, ["Under the mat."])[0]
    assert reading(ask, one) == "(1 January 2026) user: Under the mat."


def test_of_a_long_text_it_reads_the_part_that_fits():
    ask = asked("Where is the spare key hidden?")
    filler = "Nothing of note was said here. " * 200
    one = ranking(ask, [f"{filler}The spare key is hidden in the shed. {filler}"])[0]
    part = reading(ask, one)
    assert "Nothing of note was said here. The spare key is hidden in the shed. Nothing" in part
    assert len(part) <= LONGEST + 40
    other = ranking(ask, [f"It begins so. {filler}"])[0]
    assert reading(ask, other).startswith("(1 January 2026) user: It begins so. Nothing")
    unbroken = ranking(ask, ["鍵" * 5_000])[0]
    assert reading(ask, unbroken).count("鍵") == LONGEST


def test_a_long_question_is_cut():
    assert asking(asked("鍵" * 5_000)) == "鍵" * LONGEST


@pytest.mark.parametrize(
    "made",
    [
        [1.0], [1.0, 2.0, 3.0], [], None, 7, "ab", ["1", "2"], [1.0, None], [[1.0], [2.0, 3.0]],
        [1.0, float("nan")], [float("inf"), 0.0], [0.0, float("-inf")], {"a": 1}, [1, 10**400],
    ],
)  # fmt: skip
def test_nonsense_is_refused(made):
    with pytest.raises(ModelError, match="a reranker must return"):
        checked(made, 2)


@pytest.mark.parametrize(
    "made", [[1, 0.5], (1.0, 0.5), np.array([1, 0.5], np.float32), iter([True, 0.5])]
)
def test_numbers_of_any_kind_will_do(made):
    assert checked(made, 2) == [1.0, 0.5]
