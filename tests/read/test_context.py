"""Packing: whole lines under a hard budget, repeats once, the turn before where it is needed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect import Hit, Message, Note
from recollect.read.context import pack
from recollect.read.frame import CLOSE, OPEN, inert
from recollect.read.leaning import TAIL, ending, lacking, leans
from recollect.text.tokens import estimate, weight
from tests.counting import calls

DAY = datetime(2026, 3, 1, 10, tzinfo=UTC)
PLENTY = 10_000


def said(content: str, turn: int = 0, session: str = "s1", days: int = 0, **more) -> Message:
    at = DAY + timedelta(days=days)
    return Message(content, session_id=session, turn=turn, at=at, **more)


def hits(*messages: Message, first: float = 1.0) -> list[Hit]:
    return [Hit(message, first - i / 100, 0.5) for i, message in enumerate(messages)]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120)


@given(
    st.lists(st.tuples(TEXTS, st.integers(0, 3), st.integers(0, 2)), max_size=12),
    st.lists(TEXTS, max_size=2),
    st.integers(1, 400),
)
def test_never_over_budget_and_the_count_is_exact(turns, core, budget):
    found = hits(*(said(text, i, f"s{s}", d) for i, (text, s, d) in enumerate(turns)))
    notes = [Note(text=text, kind="core", learned_at=DAY) for text in core]
    context = pack(found, notes, budget, [said("What do you think of it?", 1)])
    assert context.tokens == estimate(str(context)) <= budget
    assert len(context.hits) == len(context.citations)
    assert bool(str(context)) == bool(context.hits)
    lines = str(context).splitlines()
    if lines:
        assert (lines[0], lines[-1]) == ("<memory>", CLOSE)
        marks = [line.split("]")[0][1:] for line in lines if line.startswith("[")]
        assert marks == [str(i) for i in range(1, len(marks) + 1)]
        assert set(marks) == {citation.mark for citation in context.citations}


@given(st.lists(TEXTS, min_size=1, max_size=8), st.integers(60, 200))
def test_a_line_is_whole_unless_it_is_all_there_is(texts, budget):
    context = pack(hits(*(said(text, i) for i, text in enumerate(texts))), [], budget)
    shown = [inert(hit.text) in str(context) for hit in context.hits]
    assert all(shown) or len(shown) == 1


@given(TEXTS, TEXTS)
def test_weights_add_up(one, other):
    assert weight(one + other) == weight(one) + weight(other)


def test_everything_fits_that_could_fit():
    """Not one token is wasted by the way of counting: a budget that is exact is enough."""
    found = hits(
        *(said(f"The {word} is on the shelf.", i) for i, word in enumerate("abcdefghijkl"))
    )
    whole = pack(found, [], PLENTY)
    assert len(whole.hits) == len(found)
    assert str(pack(found, [], whole.tokens)) == str(whole)
    assert len(pack(found, [], whole.tokens - 1).hits) == len(found) - 1


def test_lines_stand_under_their_day_and_in_the_order_of_the_talk():
    found = hits(
        said("The tap drips in the kitchen again.", 5, "s1"),
        said("The plumber comes to us on Friday.", 2, "s2", days=1, name="Eve"),
        said("We bought the tap in an old shop.", 1, "s1"),
    )
    assert str(pack(found, [], PLENTY)) == (
        f"{OPEN}2026-03-01\n"
        "[1] user: We bought the tap in an old shop.\n"
        "[2] user: The tap drips in the kitchen again.\n"
        "2026-03-02\n"
        "[3] Eve: The plumber comes to us on Friday.\n"
        f"{CLOSE}"
    )


def test_without_a_session_the_most_useful_line_of_a_day_is_first():
    loose = [Message(f"The tap number {i} drips in the night.", at=DAY) for i in (3, 1, 2)]
    assert [hit.record for hit in pack(hits(*loose), [], PLENTY).hits] == loose


def test_a_long_line_must_earn_its_place():
    long = said("All there is to say about taps. " * 50, 0)
    short = [said(f"The tap number {i} drips in the night.", i) for i in range(1, 20)]
    near = hits(long, *short, first=1.0)
    assert long.id not in {hit.id for hit in pack(near, [], 400).hits}
    better = [Hit(long, 2.0, 0.9), *near[1:]]
    assert pack(better, [], 600).hits[0].id == long.id


def test_a_line_that_does_not_fit_is_passed_over():
    found = hits(said("The tap drips. " * 200, 0), said("The plumber comes on Friday then.", 1))
    context = pack(found, [], 100)
    assert [hit.text for hit in context.hits] == ["The plumber comes on Friday then."]


def test_the_best_hit_is_cut_when_nothing_fits():
    context = pack(hits(said("The tap drips. " * 200)), [], 100)
    assert "The tap drips. The tap" in str(context)
    assert str(context).endswith("…\n</memory>")
    assert 95 <= context.tokens <= 100
    assert str(pack(hits(said("The tap drips. " * 200)), [], 30)) == ""


def test_what_was_said_twice_is_shown_once_and_cited_twice():
    found = hits(
        said("I like green tea more than any coffee.", 0, "s1"),
        said("i like  green tea more than any coffee", 3, "s2", days=2),
        said("I like green tea more than any coffee.", 4, "s3", days=2),
        said("I like green tea more than any coffee.", 5, "s3", days=2, name="Eve"),
    )
    context = pack(found, [], PLENTY)
    assert "[1] user, also 2026-03-03: I like green tea more than any coffee.\n" in str(context)
    assert str(context).lower().count("green tea") == 2
    assert [citation.mark for citation in context.citations] == ["1", "1", "1", "2"]
    assert [c.id for c in context.citations] == [hit.id for hit in context.hits]
    assert {hit.id for hit in context.hits} == {hit.id for hit in found}


def test_a_thousand_repeats_cost_what_a_hundred_do_tenfold():
    def packing(count):
        same = [said("I like green tea more than any coffee.", i, days=i % 7) for i in range(count)]
        return calls(lambda: pack(hits(*same), [], PLENTY))

    assert packing(1000) < 11 * packing(100)


def test_other_words_are_not_a_repeat():
    found = hits(
        said("I lived in Berlin for all of that year.", 0),
        said("I live in Berlin for all of that year.", 1),
    )
    assert len({c.mark for c in pack(found, [], PLENTY).citations}) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes, blue.", True),
        ("It was the one that we saw by the river in spring.", True),
        ("Blue.", True),
        ("I painted the kitchen wall blue because my sister likes it so much.", False),
        ("Yes, " + "and the wall is blue, " * 10, False),
        ("蓝色", True),
    ],
)
def test_what_makes_no_sense_alone(text, expected):
    assert leans(said(text, turn=3)) is expected
    assert not leans(said(text, turn=0))
    assert not leans(Note(text=text))
    assert not leans(Message(text))


def test_an_answer_comes_with_its_question():
    question = said("Which colour shall the kitchen wall have?", 3, role="assistant")
    answer = said("Yes, blue.", 4)
    other = said("The kitchen is the room that we use most of all.", 7)
    found = hits(answer, other)
    assert lacking(found) == [answer]
    context = pack(found, [], PLENTY, [question])
    assert (
        "[1] assistant: Which colour shall the kitchen wall have?\n[2] user: Yes, blue.\n"
    ) in str(context)
    assert {hit.id for hit in context.hits} == {question.id, answer.id, other.id}
    found = [*hits(answer, other), Hit(question, 0.1, 0.1)]
    assert lacking(found) == []
    assert str(pack(found, [], PLENTY)) == str(context)


def test_no_room_for_the_question_leaves_the_answer():
    question = said("Which colour shall the wall of the kitchen have in the end?", 3)
    found = hits(said("Yes, blue.", 4))
    assert question.id not in {hit.id for hit in pack(found, [], 38, [question]).hits}
    assert "Yes, blue." in str(pack(found, [], 38, [question]))


def test_of_a_long_question_the_end_is_shown():
    long = "There are many colours. " * 40 + "Which one do you want?"
    end = ending(long)
    assert end is not None
    assert end.startswith("…There are")
    assert end.endswith("Which one do you want?")
    assert estimate(end) <= TAIL
    assert ending("word " * 100) is None
    context = pack(hits(said("Yes, blue.", 4)), [], PLENTY, [said(long, 3)])
    assert end in str(context)


def test_core_notes_come_first_and_once():
    core = [Note(text=f"Rule {i}.", kind="core", learned_at=DAY) for i in range(2)]
    found = [Hit(core[1], 3.0, 1.0), *hits(said("The tap drips in the kitchen again."))]
    text = str(pack(found, core, PLENTY))
    assert text.startswith(f"{OPEN}2026-03-01\n[1] core: Rule 0.\n[2] core: Rule 1.\n")
    assert text.count("Rule 1.") == 1


def test_the_same_hits_give_the_same_bytes():
    found = hits(*(said(f"The tap number {i} drips in the night.", i) for i in range(20)))
    assert str(pack(found, [], 200)) == str(pack(list(found), [], 200))


def test_nothing_gives_nothing():
    context = pack([], [], 100)
    assert (context.text, context.tokens, context.messages) == ("", 0, [])
