"""Everything that a memory should learn from plain talk, and what sounds alike and is nothing."""

from datetime import UTC, datetime

import pytest

from recollect.types import Message
from recollect.write.rules import propose

AT = datetime(2026, 1, 12, 12, tzinfo=UTC)

RIGHT = [
    ("identity", "My name is Dana.", "semantic", "The user's name is Dana."),
    ("identity", "Call me Dan.", "semantic", "The user goes by Dan."),
    ("preference", "I prefer dark mode.", "semantic", "The user prefers dark mode."),
    ("preference", "I like X better than Y.", "semantic", "The user likes X better than Y."),
    ("preference", "I love jazz.", "semantic", "The user loves jazz."),
    ("preference", "I can't stand loud music.", "semantic", "The user can't stand loud music."),
    ("work", "I work at Acme.", "semantic", "The user works at Acme."),
    ("home", "I live in Lisbon.", "semantic", "The user lives in Lisbon."),
    ("family", "My sister Ana called.", "semantic", "Ana is the user's sister."),
    ("possession", "I own a red Fiat.", "semantic", "The user owns a red Fiat."),
    ("health", "I'm allergic to nuts.", "semantic", "The user is allergic to nuts."),
    ("date", "My exam is on March 12.", "episodic", "The user's exam is on March 12 (2026-03-12)."),
    (
        "date",
        "The deadline of Project Alpha is March 2026.",
        "semantic",
        "The deadline of Project Alpha is March 2026.",
    ),
    ("decision", "We decided to use Postgres.", "semantic", "The user decided to use Postgres."),
    (
        "plan",
        "I plan to visit Rome in May.",
        "episodic",
        "The user plans to visit Rome in May (2026-05).",
    ),
    (
        "event",
        "I went to Rome last week.",
        "episodic",
        "The user went to Rome last week (2026-01-05 to 2026-01-11).",
    ),
    (
        "procedure",
        "please always answer in French",
        "procedural",
        "The user asks: always answer in French.",
    ),
    (
        "procedure",
        "Please answer in French from now on.",
        "procedural",
        "The user asks, from now on: answer in French.",
    ),
    (
        "correction",
        "I no longer work at Acme.",
        "semantic",
        "The user no longer works at Acme.",
    ),
    ("home", "Actually, I moved to Porto.", "semantic", "The user moved to Porto."),
    ("other", "Alice manages Project Alpha.", "semantic", "Alice manages Project Alpha."),
    (
        "explicit",
        "Remember that the locker code is 4711.",
        "semantic",
        "The locker code is 4711.",
    ),
    ("explicit", "Forget that I work at Acme.", "semantic", "The user works at Acme."),
]

SENTENCES = [
    "my name is Dana",
    "I prefer dark mode",
    "I like tea better than coffee",
    "I work at Acme",
    "I live in Lisbon",
    "I own a red Fiat",
    "I'm allergic to nuts",
    "my exam is on March 12",
    "the deadline of Project Alpha is March 2026",
    "we decided to use Postgres",
    "I plan to visit Rome in May",
    "I went to Rome last week",
    "I no longer work at Acme",
    "I moved to Porto",
    "Alice manages Project Alpha",
]
FRAMES = [
    "What if {}?",
    "If {}, what then?",
    "Is it true that {}?",
    "Imagine that {}.",
    'She said "{}" and left.',
    "He said that {}.",
    "I wish that {}.",
    "Maybe {}.",
    "Suppose {}, just kidding.",
    "It would be funny if {}.",
]


@pytest.mark.parametrize(("topic", "said", "kind", "text"), RIGHT, ids=[one[1] for one in RIGHT])
def test_what_is_said_is_noted(topic, said, kind, text):
    [note] = propose(Message(said, at=AT))
    assert (note.rule.split(".")[0], note.kind, note.text) == (topic, kind, text)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_questions_suppositions_quotes_and_jokes_make_no_note(frame, sentence):
    assert propose(Message(frame.format(sentence), at=AT)) == []


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_assistants_guesses_make_no_note(sentence):
    assert propose(Message(f"I think {sentence}.", "assistant", at=AT)) == []
    guess = sentence.replace("my", "your").replace("I'm", "you're").replace("I ", "you ")
    assert propose(Message(f"So {guess}, right?", "assistant", at=AT)) == []


def test_how_strongly_somebody_prefers_is_kept():
    said = [
        "I love jazz.",
        "I enjoy cooking Thai food.",
        "I prefer dark mode.",
        "I hate mushrooms.",
    ]
    relations = [propose(Message(one, at=AT))[0].relation for one in said]
    assert relations == ["LOVES", "LIKES", "PREFERS", "DISLIKES"]
