"""What is behind a place of a feed and for nobody who asks is read once."""

from recollect.memory.quiet import KNOWN, Quiet


def test_who_asks_from_within_a_stretch_goes_on_behind_it():
    quiet = Quiet()
    assert quiet.behind("dana", 5) == 5
    quiet.found("dana", 5, 90)
    assert [quiet.behind("dana", place) for place in (4, 5, 60, 90, 91)] == [4, 90, 90, 90, 91]
    assert quiet.behind("erik", 5) == 5


def test_a_stretch_grows_with_the_feed_and_with_who_begins_before_it():
    quiet = Quiet()
    quiet.found("dana", 5, 90)
    quiet.found("dana", 60, 100)
    assert quiet.behind("dana", 5) == 100
    quiet.found("dana", 2, 100)
    assert quiet.behind("dana", 2) == 100
    quiet.found("dana", 120, 130)
    assert [quiet.behind("dana", place) for place in (2, 100, 120)] == [2, 100, 130]


def test_so_many_readers_are_remembered():
    quiet = Quiet()
    for number in range(KNOWN + 1):
        quiet.found(number, 0, 9)
    assert [quiet.behind(number, 0) for number in (0, 1, KNOWN)] == [0, 9, 9]
