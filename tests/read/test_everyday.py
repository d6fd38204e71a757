"""Everyday questions, from the words to the first hit, with the built-in embedder."""

import pytest

from recollect import Memory
from recollect.read.relevance import KNOWN

OTHERS = [
    ("I take 20 mg of atorvastatin.", "My mother takes 80 mg of atorvastatin.",
     "How much atorvastatin do I take?"),
    ("My shoe size is 43.", "My son's shoe size is 35.", "What is my shoe size?"),
    ("I am allergic to peanuts.", "My neighbour is allergic to cats.", "What am I allergic to?"),
    ("My phone is a Pixel 8.", "Anna's phone is an iPhone 12.", "What phone do I have?"),
    ("My rent is 900 euros.", "My sister's rent is 700 euros.", "How much is my rent?"),
    ("My sister lives in Turin.", "I live in Berlin.", "Where does my sister live?"),
]  # fmt: skip

ONE = [
    ("My sister Carla lives in Turin.", "I moved to Porto.", "Where do I live?"),
    ("My wife works at the clinic.", "I got a new job at Bosch.", "Where do I work now?"),
    ("My boss is 50 years old.", "I'm 34 years old.", "How old am I?"),
]


@pytest.fixture
def memory():
    with Memory("memory://", llm=None) as opened:
        yield opened


def told(memory: Memory, *said: str) -> None:
    for day, words in enumerate(said, 1):
        memory.add(words, user_id="dana", session_id=f"s{day}", at=f"2026-01-{day:02}")


def texts(memory: Memory, query: str, at: str = "2026-06-01") -> list[str]:
    return [hit.text for hit in memory.search(query, user_id="dana", at=at)]


@pytest.mark.parametrize(("right", "other", "asked"), OTHERS)
def test_what_is_said_of_another_says_nothing_anew(memory, right, other, asked):
    told(memory, right, other)
    assert texts(memory, asked)[0] == right


def test_what_is_said_anew_of_oneself_does(memory):
    told(memory, "My rent is 900 euros.", "My rent is 950 euros now.")
    assert texts(memory, "How much is my rent?")[0] == "My rent is 950 euros now."


@pytest.mark.parametrize(("other", "right", "asked"), ONE)
def test_a_fact_of_which_there_is_one_is_found_whatever_its_words(memory, other, right, asked):
    told(memory, right, other)
    (hit, *_) = memory.search(asked, user_id="dana", at="2026-06-01", explain=True)
    assert (hit.text, hit.relevance) == (right, KNOWN)
    assert hit.why[0].startswith("the fact that the question asks for")


def test_a_fact_that_was_set_answers_such_a_question_itself(memory):
    memory.set("user.home.place", "Porto", user_id="dana")
    told(memory, "My sister lives in Turin.")
    assert "Porto" in texts(memory, "Where do I live?")[0]


def test_asking_again_and_again_does_not_bury_the_answer(memory):
    asked = "Where did I park the car?"
    told(memory, "I parked the car on level 4 of the Kingsway garage.", *[asked] * 12)
    assert texts(memory, asked)[0].startswith("I parked")
    context = memory.context(asked, user_id="dana", budget=120)
    assert "level 4" in context.text
    assert "and 8 other days" in context.text


def test_a_question_is_found_if_there_is_nothing_else(memory):
    told(memory, "Where did I park the car?")
    assert texts(memory, "Where did I park the car?") == ["Where did I park the car?"]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("What did I do yesterday?", "Had coffee with Tom."),
        ("What did I do on 11 January 2026?", "I went to the dentist and got a filling."),
        ("What happened on 25 January?", "I bought new shoes."),
    ],
)
def test_who_asks_for_nothing_but_a_time_gets_what_was_said_then(memory, asked, first):
    for day, words in (
        ("2026-02-10", "Had coffee with Tom."),
        ("2026-01-11", "I went to the dentist and got a filling."),
        ("2026-01-25", "I bought new shoes."),
    ):
        memory.add(words, user_id="dana", session_id=day, at=f"{day}T10:00Z")
    assert texts(memory, asked, at="2026-02-11T09:00Z")[0] == first


def test_questions_that_were_asked_before_do_not_hide_the_answer(memory):
    told(
        memory,
        "I prefer dark mode, and I write most of my code in Python.",
        "Which programming language do I use?",
        "Do you remember which editor theme I like?",
    )
    assert texts(memory, "Which language do I code in?")[0].startswith("I prefer")
    assert texts(memory, "What UI preference did I mention?")[0].startswith("I prefer")


def test_who_asks_what_was_asked_finds_the_question(memory):
    told(memory, "My code is in Python.", "Which programming language do I use?")
    asked = "What did I ask about programming languages?"
    assert texts(memory, asked)[0] == "Which programming language do I use?"


def test_what_was_asked_for_is_found_by_the_question_that_it_answers(memory):
    form = [
        ("Which languages do you speak?", "Basque and Catalan"),
        ("Do you have any allergies?", "Latex and kiwi"),
        ("When do you sleep?", "From eleven to six"),
        ("Who is your landlord?", "A certain Ibarra"),
    ]
    said = [
        {"role": role, "content": words}
        for pair in form
        for role, words in zip(("assistant", "user"), pair, strict=True)
    ]
    memory.add(said, user_id="dana", session_id="form", at="2026-01-01")
    assert texts(memory, "What are my allergies?")[0] == "Latex and kiwi"
    assert texts(memory, "Who is my landlord?")[0] == "A certain Ibarra"
