"""Lengths of time, fading, and what a law makes of them: pure, so tested without a store."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from recollect import InputError, Message, Note
from recollect.keep.decay import HALF_LIFE, faded
from recollect.keep.law import LAW, Law
from recollect.keep.ruling import MOST, USED, changed, ended, pinned, ruling, used
from recollect.keep.spans import span, span_or_ever, spelled
from recollect.types import Scope

DAY = timedelta(days=1)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
DANA = Scope("dana")


@pytest.mark.parametrize(
    ("written", "length", "read"),
    [
        ("180 days", 180 * DAY, "180 days"),
        ("2 years", 730 * DAY, "2 years"),
        ("1 Month", 30 * DAY, "30 days"),
        ("12h", DAY / 2, "12 hours"),
        ("90min", DAY / 16, "90 minutes"),
        ("2w", 14 * DAY, "14 days"),
        (1, DAY, "1 day"),
        (0.5, DAY / 2, "12 hours"),
        (3 * DAY, 3 * DAY, "3 days"),
        ("for ever", None, "for ever"),
        (None, None, "for ever"),
    ],
)
def test_lengths_are_read_and_spelled(written, length, read):
    assert span_or_ever(written, "keep") == length
    assert spelled(length) == read
    assert span_or_ever(spelled(length), "keep") == length


@pytest.mark.parametrize("bad", ["", "soon", "5", "5 parsecs", "-1 day", 0, -1, True, [], 1e9])
def test_what_is_no_length_is_refused(bad):
    with pytest.raises(InputError, match="keep"):
        span(bad, "keep")


def test_only_what_happened_fades():
    for kind in ("semantic", "procedural", "summary", "core"):
        assert faded(Note(text="x", kind=kind, learned_at=NOW), NOW + 999 * DAY, HALF_LIFE) == 0
    assert faded(Message("x", at=NOW), NOW + 999 * DAY, HALF_LIFE) == 0
    event = Note(text="x", kind="episodic", learned_at=NOW)
    assert faded(event, NOW - DAY, HALF_LIFE) == 0
    assert faded(event, NOW + HALF_LIFE, HALF_LIFE) == pytest.approx(0.5)
    assert faded(event, NOW + HALF_LIFE, HALF_LIFE, used=NOW + HALF_LIFE) == 0
    assert faded(event, datetime.max.replace(tzinfo=UTC), timedelta(minutes=1)) <= 1


def test_fading_grows_with_age_and_shrinks_with_use():
    chance = random.Random(1)
    for _ in range(200):
        half = timedelta(hours=chance.uniform(1, 10_000))
        event = Note(text="x", kind="episodic", learned_at=NOW)
        first, second = sorted(chance.uniform(0, 1000) for _ in range(2))
        young, old = (faded(event, NOW + age * DAY, half) for age in (first, second))
        assert 0 <= young <= old <= 1
        assert faded(event, NOW + second * DAY, half, used=NOW + first * DAY) <= old


def test_the_earliest_end_counts_and_a_pin_lifts_all():
    value = changed({}, {"message": 10}, None)
    said = Message("x", at=NOW, id="m", user_id="dana", metadata={"expires": "2026-01-05"})
    assert Law([ruling(value, DANA, NOW)]).end(said).at == NOW + 4 * DAY
    later = ended(value, ["m"], NOW + 90 * DAY)
    assert Law([ruling(later, DANA, NOW)]).end(said).at == NOW + 10 * DAY
    assert Law([ruling(pinned(later, "m", on=True), DANA, NOW)]).end(said) is None
    assert Law().end(said).why == "expired"
    last = datetime.max.replace(tzinfo=UTC)
    assert Law([ruling(value, DANA, NOW)]).end(Message("x", at=last, user_id="dana")).at == last


def test_a_law_is_bounded():
    value = {"pins": [str(i) for i in range(MOST)], "expires": dict.fromkeys(map(str, range(MOST)))}
    with pytest.raises(InputError, match="unpin one first"):
        pinned(value, "new", on=True)
    assert len(pinned(value, "5", on=True)["pins"]) == MOST
    with pytest.raises(InputError, match="prune, set a policy"):
        ended(value, ["new"], NOW)
    uses = {str(i): NOW + i * DAY for i in range(USED + 100)}
    kept = used({"old": NOW.isoformat()}, uses)
    assert len(kept) == USED
    assert str(USED + 99) in kept
    assert "old" not in kept
    assert ruling({}, DANA, NOW).key == LAW
