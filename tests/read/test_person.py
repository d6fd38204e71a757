"""Questions about "the user" are put in the first person; a user table is left alone."""

import pytest

from recollect import Memory
from recollect.read.person import first_person

OF_THE_USER = [
    ("Where does the user live?", "Where do I live?"),
    ("What is the user allergic to?", "What am I allergic to?"),
    ("Has the user been to Rome?", "Have I been to Rome?"),
    ("Which car did the user buy?", "Which car did I buy?"),
    ("Is the user's sister older than the user?", "Is my sister older than me?"),
    ("what the user prefers for lunch", "what I prefers for lunch"),
    ("the hotel the user has booked", "the hotel I have booked"),
    ("user's dietary restrictions", "my dietary restrictions"),
    ("travel preferences of the user", "travel preferences of me"),
    ("What did the user and Ana eat?", "What did I and Ana eat?"),
]

LEFT = [
    "Where do I live?",
    "the user table migration",
    "slow user profile endpoint",
    "each user's quota",
    "user_id",
    "Who may create users?",
]


@pytest.mark.parametrize(("words", "expected"), OF_THE_USER)
def test_what_is_asked_of_the_user_is_put_as_the_user_would(words, expected):
    assert first_person(words) == expected


@pytest.mark.parametrize("words", LEFT)
def test_other_users_are_left_alone(words):
    assert first_person(words) == words


def test_an_agent_that_asks_about_the_user_finds_what_the_user_would():
    with Memory("memory://", llm=None) as memory:
        memory.add("My sister Carla lives in Turin.", user_id="dana", session_id="s1")
        memory.add("I moved to Porto.", user_id="dana", session_id="s2")
        best = memory.search("Where does the user live?", user_id="dana")[0]
        assert best.text == "I moved to Porto."
