"""A model that failed is left alone: longer each time, and never for longer than an hour."""

from datetime import timedelta

from recollect.memory.halt import LONGEST, REST, Halt
from recollect.types import utcnow

NOW = utcnow()


def test_it_is_left_alone_for_a_while_longer_each_time():
    halt = Halt()
    assert not halt.lasts(NOW)
    for times in (1, 2, 4):
        halt.begin("away", NOW)
        assert halt.lasts(NOW + times * REST - timedelta(seconds=1))
        assert not halt.lasts(NOW + times * REST)
    for _ in range(20):
        halt.begin("away", NOW)
    assert not halt.lasts(NOW + LONGEST)


def test_an_answer_ends_it():
    halt = Halt()
    halt.begin("away", NOW)
    halt.end()
    assert not halt.lasts(NOW)
    assert halt.why == ""
    halt.begin("away", NOW)
    assert not halt.lasts(NOW + REST)


def test_a_clock_that_was_set_back_does_not_make_it_last():
    halt = Halt()
    halt.begin("away", NOW)
    assert not halt.lasts(NOW - timedelta(days=1))
