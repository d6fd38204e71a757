"""Every rule keeps the promises written in it: its examples and its counter-examples."""

from datetime import UTC, datetime

import pytest

from recollect.types import Message
from recollect.write.rules import grammar

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)  # a Monday
RULES = grammar().language.rules


def notes(rule, said):
    message = Message(said, rule.by[0], at=AT)
    return [note.text for note in grammar().propose(message) if note.rule == rule.name]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_examples_make_their_notes(rule):
    assert rule.examples, "a rule needs an example"
    for said, note in rule.examples:
        assert notes(rule, said) == [note], said


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_counter_examples_make_none(rule):
    assert rule.counter, "a rule needs a counter-example"
    for said in rule.counter:
        assert notes(rule, said) == [], said


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_triggers_are_lower_case_words(rule):
    words = set(rule.on.split())
    assert words
    assert all(word == word.lower() for word in words)


def test_names_are_unique():
    names = [rule.name for rule in RULES]
    assert len(names) == len(set(names))
