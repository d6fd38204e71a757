"""Every rule keeps the promises written in it: its examples and its counter-examples."""

from datetime import UTC, datetime

import pytest

from recollect.types import Message
from recollect.write.rules import grammar, grammars, propose
from recollect.write.rules.frames import FRAMES
from recollect.write.summary.quotes import OVER

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)  # a Monday
LANGUAGES = {"english": grammar().language} | {
    name: rules.language
    for name, rules in zip(("german", "spanish", "french"), grammars().others, strict=True)
}
RULES = [
    pytest.param(rule, id=f"{name}-{rule.name}")
    for name, language in LANGUAGES.items()
    for rule in language.rules
]


def notes(rule, said):
    message = Message(said, rule.by[0], at=AT)
    return [note.text for note in propose(message) if note.rule == rule.name]


@pytest.mark.parametrize("rule", RULES)
def test_the_examples_make_their_notes(rule):
    assert rule.examples, "a rule needs an example"
    for said, note in rule.examples:
        assert notes(rule, said) == [note], said


@pytest.mark.parametrize("rule", RULES)
def test_the_counter_examples_make_none(rule):
    assert rule.counter, "a rule needs a counter-example"
    for said in rule.counter:
        assert notes(rule, said) == [], said


@pytest.mark.parametrize("rule", RULES)
def test_the_triggers_are_lower_case_words(rule):
    words = set(rule.on.split())
    assert words
    assert all(word == word.lower() for word in words)


@pytest.mark.parametrize("name", LANGUAGES)
def test_only_a_user_says_that_something_is_over(name):
    """A summary asks nobody else: see `ended`."""
    over = [rule for rule in LANGUAGES[name].rules if rule.act in OVER]
    assert over
    assert {rule.by for rule in over} == {("user",)}


@pytest.mark.parametrize("name", LANGUAGES)
def test_names_are_unique(name):
    names = [rule.name for rule in LANGUAGES[name].rules]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", list(LANGUAGES)[1:])
def test_a_rule_of_any_language_is_an_english_one(name):
    english = {rule.name: rule for rule in grammar().language.rules}
    for rule in LANGUAGES[name].rules:
        known = english[FRAMES[rule.name].of]
        assert (rule.kind, rule.act) == (known.kind, known.act)
        assert (rule.relation or "").split("{")[0] == (known.relation or "").split("{")[0]
        assert bool(rule.slot) == bool(known.slot)
        assert "{" in str(known.slot) or rule.slot == known.slot
