"""What people say is not so: it makes no note, and ends the one that says it is."""

import pytest

from recollect import Memory
from recollect.types import Message
from recollect.write.rules import denied, propose
from recollect.write.rules.english import DENIALS

ENDED = [
    ("My name is Dana.", "My name isn't Dana."),
    ("I'm vegetarian.", "No, I'm not vegetarian."),
    ("I'm a vegetarian.", "im not a vegetarian"),
    ("I'm a nurse.", "I'm not a nurse, I never was."),
    ("I work as a nurse.", "I'm not actually a nurse."),
    ("I moved to Lisbon.", "I don't live in Lisbon!"),
    ("I work for Acme.", "I do not work for Acme."),
    ("I'm allergic to nuts.", "I'm not allergic to nuts."),
    ("I'm married.", "I'm not married."),
]
STANDING = [
    ("I'm allergic to nuts and cats.", "I'm not allergic to nuts."),
    ("I love dogs.", "I'm not a dog."),
    ("I live in Lisbon.", "I'm not in Lisbon."),
    ("I live in Lisbon.", "I don't live in Lisbon yet."),
    ("I live in Lisbon.", "I don't live in Porto."),
    ("I live in Lisbon.", 'She said "I don\'t live in Lisbon."'),
    ("I live in Lisbon.", "If I don't live in Lisbon, what then?"),
    ("I live in Lisbon.", "I don't live in Lisbon, right?"),
    ("Ben is allergic to nuts.", "I'm not allergic to nuts."),
]


def standing(*said: str) -> list[str]:
    with Memory("memory://", embedder=None) as memory:
        for words in said:
            memory.add(words, user_id="dana")
        return [note.text for note in memory.notes(user_id="dana")]


@pytest.mark.parametrize("rule", DENIALS, ids=lambda rule: rule.name)
def test_every_denial_keeps_its_promises(rule):
    for said, note in rule.examples:
        assert [one.text for one in denied(Message(said)) if one.rule == rule.name] == [note]
        assert propose(Message(said)) == []
    for said in rule.counter:
        assert not [one for one in denied(Message(said)) if one.rule == rule.name], said


@pytest.mark.parametrize(("said", "not_so"), ENDED)
def test_what_is_denied_ends(said: str, not_so: str):
    assert len(standing(said)) == 1
    assert standing(said, not_so) == []


@pytest.mark.parametrize(("said", "other"), STANDING)
def test_what_is_not_denied_stands(said: str, other: str):
    assert standing(said, other) == standing(said)


def test_what_is_said_after_a_denial_stands():
    assert standing("I'm vegan.", "I'm not vegan, I'm vegetarian.") == ["The user is vegetarian."]
    assert standing("I'm not vegan.", "I'm vegan.") == ["The user is vegan."]


def test_what_was_set_by_hand_is_not_ended():
    with Memory("memory://", embedder=None) as memory:
        memory.set("user.home.place", "Lisbon", user_id="dana")
        memory.add("I don't live in Lisbon.", user_id="dana")
        assert memory.value("user.home.place", user_id="dana") == "Lisbon"


@pytest.mark.parametrize("way", ["delete", "erase"])
def test_without_the_denial_the_note_stands_again(way: str):
    with Memory("memory://", embedder=None) as memory:
        memory.add("I live in Lisbon.", user_id="dana", at="2026-03-01")
        (said,) = memory.add("I don't live in Lisbon.", user_id="dana", at="2026-03-02")
        assert memory.notes(user_id="dana") == []
        if way == "delete":
            memory.delete(said.id, user_id="dana")
        else:
            assert memory.erase(id=said.id, user_id="dana").ok
        assert memory.value("user.home.place", user_id="dana") == "Lisbon"
