"""A time that is named by an event."""

from datetime import UTC, datetime, timedelta

import pytest

from recollect.read.events import event, window
from recollect.read.question import SLACK, question
from recollect.types import Message, Note

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def asked(words: str):
    return question(words, NOW, 10, 0, None)


@pytest.mark.parametrize(
    ("words", "side", "terms"),
    [
        ("What did we decide before the launch?", "before", {"launch"}),
        ("Before the launch, what did we decide?", "before", {"launch"}),
        ("What have I bought since the wedding?", "after", {"wed"}),
        ("Which books did I read after I moved?", "after", {"move"}),
        ("What did Kim say prior to our trip to Oslo about money?", "before", {"trip", "oslo"}),
    ],
)
def test_the_event_of_a_question(words, side, terms):
    found = event(asked(words))
    assert found is not None
    assert (found.side, set(found.terms)) == (side, terms)


@pytest.mark.parametrize(
    "words",
    [
        "What did we decide last week?",
        "What must I do before the launch?",
        "When did I move, before the wedding?",
        "How many days passed since the launch?",
        "What did we do before the launch and after the wedding?",
        "What did we decide before the launch in March 2026?",
        "I went home after the party.",
        "Where do I live?",
        "What did I do before the?",
    ],
)
def test_no_event(words):
    assert event(asked(words)) is None


def launched(day: int, words: str = "The launch was on {}.") -> Message:
    return Message(words.format(f"May {day}"), at=datetime(2026, 5, 20, tzinfo=UTC))


def test_a_date_that_is_clearly_found():
    before = event(asked("What did we decide before the launch?"))
    after = event(asked("What did we decide after the launch?"))
    day = datetime(2026, 5, 4, tzinfo=UTC)
    assert window(before, [launched(4)], NOW).until == day + SLACK
    assert window(after, [launched(4)], NOW).since == day - SLACK
    assert window(after, [launched(4), launched(5)], NOW).since == day - SLACK
    note = Note(text="The launch went well.", valid_from=day, learned_at=day + timedelta(days=9))
    assert window(before, [note], NOW).until == day + SLACK


def test_where_it_is_not_clear_there_is_none():
    named = event(asked("What did we decide before the launch?"))
    for records in (
        [],
        [launched(4), launched(19)],
        [Message("The launch went well.", at=NOW)],
        [Message("The launch was on May 4 or May 5.", at=NOW)],
        [Message("The launch is a while off. On May 4 we ate cake.", at=NOW)],
        [Message("The launch is on 5 July 2026.", at=NOW)],
        [Note(text="The launch went well.", valid_from=NOW, learned_at=NOW)],
    ):
        assert window(named, records, NOW) is None
