"""Records and filters as plain values: compared, put into sets, read."""

import pickle
from collections import deque
from datetime import UTC, date, datetime

import pytest

from recollect import InputError, Memory, Message, Note, Where
from recollect.types import Hit

DAY = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize("made", [Message, lambda text, **more: Note(text=text, **more)])
def test_a_record_is_found_in_a_set_by_what_it_is(made):
    one = made("Tea.", id="1")
    same = pickle.loads(pickle.dumps(one))
    assert hash(one) == hash(same)
    assert {one: "kept"}[same] == "kept"
    assert len({one, same, made("Tea.", id="2"), made("Coffee.", id="1")}) == 3


def test_hits_are_told_apart_in_a_set():
    with Memory("memory://", embedder=None) as memory:
        memory.add(["I like tea.", "Tea is at five."], user_id="dana", metadata={"by": "mail"})
        again = [*memory.search("tea", user_id="dana"), *memory.search("tea", user_id="dana")]
        assert len(again) == 2 * len(set(again)) == 4
        context = memory.context("tea", user_id="dana")
        assert hash(context) == hash(memory.context("tea", user_id="dana"))
    weaker = Hit(again[0].record, 0.1, 0.1)
    assert weaker not in set(again)


@pytest.mark.parametrize("moment", ["2026-03-02", "2026-03-02T01:00+01:00", date(2026, 3, 2), DAY])
def test_a_filter_reads_its_times_when_it_is_made(moment):
    where = Where(after=moment, before=moment)
    assert (where.after, where.before) == (DAY, DAY)
    assert Where(after=moment).admits(Message("Tea.", at=DAY))
    assert not Where(before=moment).admits(Message("Tea.", at=DAY))


def test_a_filter_refuses_what_is_no_time():
    with pytest.raises(InputError, match=r"where\.before='soon' is not a date"):
        Where(before="soon")


def test_add_takes_any_sequence():
    with Memory("memory://", embedder=None) as memory:
        assert len(memory.add(("One.", "Two."), user_id="dana")) == 2
        assert len(memory.add(deque(["One.", "Two."]), user_id="dana")) == 2
        for wrong in (b"One.", bytearray(b"One."), {"One."}):
            with pytest.raises(InputError, match="add takes text"):
                memory.add(wrong, user_id="dana")
