"""Newest first among rivals: what was said anew leads, and nothing else moves."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect import Memory, Message
from recollect.orders import Candidate
from recollect.read import rank as ranking
from recollect.read.question import question
from recollect.read.rivals import ALIKE, newest_first
from recollect.read.tense import sort, tense

START = datetime(2026, 1, 1, tzinfo=UTC)
CITY = "What city do I live in?"
OLD = "By the way, I live in the city of Lisbon."
NEW = "By the way, I live in the city of Porto now."


def ranked(words, *texts, scores=None, **fields):
    """Texts in their order of time, ranked in that order: the oldest best."""
    scores = scores or [1 - 0.05 * i for i in range(len(texts))]
    found = [
        Candidate(Message(text, at=START + timedelta(days=i), **fields), 9 * score, 1.0, score)
        for i, (text, score) in enumerate(zip(texts, scores, strict=True))
    ]
    asked = question(words, START, 10, 0, None)
    return newest_first(asked, ranking.rank(asked, found))


def texts(ranking):
    return [one.candidate.record.text for one in ranking]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("What is my current address?", "now"),
        ("Did I switch to oat milk?", "now"),
        ("How many bikes do I own?", "state"),
        ("Where's my passport?", "state"),
        ("Where did I live before Lisbon?", "past"),
        ("What was my first job?", "past"),
        ("Where do I work, and where did I work previously?", "past"),
        ("When did I go to Rome?", "then"),
        ("How many days have passed between both trips?", "then"),
        ("dark mode", "then"),
        ("Is " + "very " * 60 + "long?", "then"),
        ("我住在哪里？", "then"),
    ],
)
def test_the_time_that_a_question_asks_about(words, expected):
    assert tense(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("How often do I run?", "number"),
        ("Have I ever met Ana?", "yes or no"),
        ("Where do I live?", "other"),
    ],
)
def test_what_would_answer(words, expected):
    assert sort(words) == expected


def test_of_two_that_differ_in_one_thing_the_newer_leads():
    found = ranked(CITY, OLD, NEW)
    assert texts(found) == [NEW, OLD]
    assert found[0].parts["newer"] > 0
    assert "newer" not in found[1].parts


def test_what_only_asks_is_no_rival_of_what_asks_alike():
    asked = ["How would I begin with running?", "How would I begin with painting?"]
    assert texts(ranked("What sport is good for me?", *asked)) == asked


def test_whatever_the_form_of_the_question():
    old, new = "The author of Hard Times is Dickens.", "The author of Hard Times is Mrs Gaskell."
    assert texts(ranked("Who wrote Hard Times?", old, new)) == [new, old]
    assert texts(ranked("author of Hard Times", old, new)) == [new, old]


def test_another_subject_is_no_rival():
    old, other = "The author of Hard Times is Dickens.", "The author of Emma is Jane Austen."
    assert texts(ranked("Who is the author of Hard Times?", old, other)) == [old, other]


def test_a_question_about_the_past_is_left_alone():
    assert texts(ranked("Which city did I live in before I moved?", OLD, NEW)) == [OLD, NEW]


def test_of_three_the_newest_leads():
    newest = "By the way, I live in the city of Faro."
    assert texts(ranked(CITY, OLD, NEW, newest)) == [newest, NEW, OLD]


def test_what_already_leads_stays():
    found = ranked(CITY, OLD, NEW, scores=[0.5, 0.9])
    assert texts(found) == [NEW, OLD]
    assert "newer" not in found[0].parts


LONG_OLD = (
    "Do you know a good recipe for egg salad? We have so many eggs stocked up in the fridge, "
    "thirty dozen at the moment, and I must begin to use them."
)
LONG_NEW = (
    "I will try the spinach. As for our eggs from the coop, we have 20 dozen stocked up in the "
    "fridge, any tips on keeping them fresh?"
)
LONG_NONE = "Our eggs were stocked up in the fridge when the guests came, a dozen of them stayed."


def test_numbers_that_differ_make_rivals_of_long_hits():
    asked = "How many dozen eggs do we have stocked up?"
    assert texts(ranked(asked, LONG_OLD, LONG_NEW)) == [LONG_NEW, LONG_OLD]


def test_what_is_short_is_read_whole():
    asked = "How many poems have I written since I began to write daily?"
    old = (
        "Writing poems since spring has been a joy. Is a plan a good idea? "
        "I began to write daily, and so far there are 4 of them."
    )
    new = "I began to write daily in March. Since then, it has come to 9 poems written."
    assert texts(ranked(asked, old, new)) == [new, old]


def test_standing_wishes_take_no_places_among_the_best():
    asked = "How many dozen eggs do we have stocked up?"
    wishes = [f"Always answer in {i} words when I ask for recipes." for i in range(5)]
    found = texts(ranked(asked, LONG_OLD, *wishes, LONG_NEW))
    assert found.index(LONG_NEW) + 1 == found.index(LONG_OLD)
    others = [f"My recipe {i} takes me an hour and a half in the oven." for i in range(5)]
    found = texts(ranked(asked, LONG_OLD, *others, LONG_NEW))
    assert found.index(LONG_NEW) > found.index(LONG_OLD)


def test_what_is_called_new_needs_fewer_words_in_common():
    asked = "What is the deadline for the last sprint with menu, map, footer and gallery?"
    old = "The last sprint, with menu, map and gallery, has a deadline: May 1, as Ana said."
    new = "I have to plan again for the {} sprint deadline of May 8, can you help me with that?"
    renewed, other = new.format("new"), new.format("usual")
    scores = [1.0, 0.9, 0.1]
    assert texts(ranked(asked, old, renewed, "Tea.", scores=scores))[:2] == [renewed, old]
    assert texts(ranked(asked, old, other, "Tea.", scores=scores))[:2] == [old, other]


def test_what_is_called_new_may_rank_much_worse():
    words = "What is the budget for the kitchen tiles, the plumber and the paint through May?"
    old = "The budget for kitchen tiles, plumber and paint through May is $7,000, will it do?"
    new = "With the increased kitchen budget of $8,000 I might be short in the end."
    plain = new.replace("increased ", "")
    assert texts(ranked(words, old, new, scores=[1, 0.5]))[0] == new
    assert texts(ranked(words, old, plain, scores=[1, 0.5]))[0] == old


@pytest.mark.parametrize(("name", "first"), [("Rachel", 1), ("Sam", 0)])
def test_relations_that_lead_to_the_older_do_not_count_if_the_newer_names_the_same(name, first):
    asked = question("How many women are on the team of Rachel?", START, 10, 0, None)
    said = (
        "Rachel has a team of 10 people and 4 of them are women, I heard.",
        f"A fine example is {name} and the team, with 6 women of 10 people.",
    )
    found = [
        Candidate(Message(text, at=START + timedelta(days=i)), 9.0 - i, 1.0, 0.8, lead=lead)
        for i, (text, lead) in enumerate(zip(said, (0.6, 0.0), strict=True))
    ]
    assert texts(newest_first(asked, ranking.rank(asked, found)))[0] == said[first]


def test_where_a_number_is_asked_for_nothing_without_one_is_a_rival():
    asked = "How many eggs do we have stocked up?"
    none = LONG_NONE.replace("a dozen of them", "and all")
    assert texts(ranked(asked, LONG_OLD, none)) == [LONG_OLD, none]


def test_a_number_of_the_question_does_not_count():
    asked = "How much do the 30 eggs in the fridge cost?"
    old, new = "The 30 eggs in the fridge cost 4 euros.", "I put the 30 eggs in the fridge; cost?"
    assert texts(ranked(asked, old, new)) == [old, new]


def test_yes_or_no_needs_a_denial():
    asked = "Have I ever attended a patent workshop?"
    did = "I learned a lot at the patent workshop that I attended in April with two colleagues."
    never = "I have never attended any patent workshop, so I wonder what to expect of the one."
    again = "The patent workshop that I attended was long, and everybody there had questions."
    assert texts(ranked(asked, did, never)) == [never, did]
    assert texts(ranked(asked, did, again)) == [did, again]


def test_the_words_of_two_people_are_no_rivals():
    found = [
        Candidate(Message(OLD, name="Ana", at=START), 9.0, 1.0, 0.9),
        Candidate(Message(NEW, name="Ben", at=START + timedelta(days=1)), 8.0, 1.0, 0.8),
    ]
    asked = question(CITY, START, 10, 0, None)
    assert texts(newest_first(asked, ranking.rank(asked, found))) == [OLD, NEW]


def test_an_assistant_that_goes_on_about_it_is_no_rival():
    asked = "How many dozen eggs do we have stocked up?"
    assert texts(ranked(asked, LONG_OLD, LONG_NEW, role="assistant")) == [LONG_OLD, LONG_NEW]


def test_nobody_comes_from_behind_the_best():
    others = [f"I have thing {i}, of which I say little." for i in range(9)]
    found = texts(ranked(CITY, OLD, *others, NEW))
    assert (found.index(OLD), found.index(NEW)) == (0, ALIKE)
    found = texts(ranked(CITY, OLD, *others[:-1], NEW))
    assert (found.index(OLD), found.index(NEW)) == (1, 0)


def test_equal_times_are_settled_by_the_order_of_the_candidates():
    found = [
        Candidate(Message(OLD, at=START, session_id="a"), 9.0, 1.0, 0.9),
        Candidate(Message(NEW, at=START, session_id="b"), 8.0, 1.0, 0.8),
    ]
    asked = question(CITY, START, 10, 0, None)
    assert texts(newest_first(asked, ranking.rank(asked, found))) == [NEW, OLD]


@pytest.mark.parametrize("url", ["sqlite", "memory://"])
@pytest.mark.parametrize("learn", ["now", "never"])
def test_through_the_front_door(tmp_path, url, learn):
    where = str(tmp_path / "rivals.db") if url == "sqlite" else url
    with Memory(where, embedder=None, learn=learn) as memory:
        old, new = "I live in the city of Lisbon.", "I live in the old and quiet city of Porto."
        for session, text in (("a", old), ("b", new)):
            memory.add(text, user_id="dana", session_id=session, at="2026-01-01")
        hits = memory.search(CITY, user_id="dana", explain=True)
        assert [hit.text for hit in hits][:2] == [new, old]
        assert any("says anew what an older hit said" in why for why in hits[0].why)
        then = memory.search("Which city did I live in before I moved?", user_id="dana")
        assert [hit.text for hit in then] == [old, new]
