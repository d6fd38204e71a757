"""What people say when something has changed, from the first words to the notes that stand."""

import pytest

from recollect import Memory

CHANGES = [
    (
        "I work at Acme.",
        "I just started a new job at Bosch.",
        "The user started a new job at Bosch.",
    ),
    ("I work at Acme.", "I started working for Bosch.", "The user started working for Bosch."),
    ("I work at Acme.", "I got a new job at Bosch.", "The user got a new job at Bosch."),
    ("I work at Acme.", "I left Acme and joined Bosch.", "The user left Acme and joined Bosch."),
    ("I love sushi.", "I hate sushi.", "The user hates sushi."),
    ("I love sushi.", "I don't like sushi.", "The user doesn't like sushi."),
    ("I love sushi.", "I don't like sushi anymore.", "The user no longer likes sushi."),
    ("I hate running.", "I love running.", "The user loves running."),
    ("I'm vegan.", "I'm not vegan anymore.", "The user is no longer vegan."),
    ("I'm married to Ana.", "I got divorced.", "The user got divorced."),
    ("I use Slack.", "We switched from Slack to Teams.", "The user switched from Slack to Teams."),
    ("My doctor is Dr. Wu.", "My new doctor is Dr. Kim.", "The user's doctor is Dr. Kim."),
    ("My address is 5 Elm St.", "My new address is 9 Oak Ave.", "The user's address: 9 Oak Ave."),
    (
        "I drive a Golf.",
        "I sold my Golf and bought a Tesla.",
        "The user sold their Golf and bought a Tesla.",
    ),
]

BOTH = [
    ("I love sushi.", "I hate sushi that is warm."),
    ("I love running.", "I hate cycling."),
    ("I work at Acme.", "I got a second job at the bar."),
    ("I use Slack.", "We switched from Jira to Linear."),
    ("My doctor is Dr. Wu.", "My dentist is Dr. Kim."),
]


def standing(*said: str) -> list[str]:
    with Memory("memory://", embedder=None) as memory:
        for words in said:
            memory.add(words, user_id="dana")
        return [note.text for note in memory.notes(user_id="dana")]


@pytest.mark.parametrize(("before", "after", "note"), CHANGES)
def test_what_changed_takes_the_place_of_what_was(before: str, after: str, note: str):
    assert len(standing(before)) == 1
    assert standing(before, after) == [note]


@pytest.mark.parametrize(("before", "after"), BOTH)
def test_what_only_sounds_alike_stays(before: str, after: str):
    assert standing(before)[0] in standing(before, after)


def test_a_taste_that_was_said_earlier_ends_nothing():
    with Memory("memory://", embedder=None) as memory:
        memory.add("I love sushi.", user_id="dana", at="2026-03-01")
        memory.add("I hate sushi.", user_id="dana", at="2026-02-01")
        assert "The user loves sushi." in [note.text for note in memory.notes(user_id="dana")]
