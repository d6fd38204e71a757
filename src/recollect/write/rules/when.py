"""The time of a note: words such as "last Friday" resolved against the message's moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

from ...text.dates import Span, spans
from .rule import Time

DAY = timedelta(days=1)
_NAMED = re.compile(r"\b(?!On|Next|Last|This|Every)[A-Z][a-z]+ $")
# "The cleaner they bought last Tuesday": the time of the buying, not of the note.
# "His wife is pregnant, due in July": a July to come.
_DUE = re.compile(r"\b(?:due|expected|scheduled)(?: back)?(?: in| on| by| for| around)? $")
_OTHER = re.compile(r"\w+ (?:that )?they(?:'d| had| just)? \w+ (?:on |in |at )?$")
_FROM = re.compile(r"\b(?:starting|beginning|as of)(?: in| on)? $")
_RANGE = re.compile(r"\b(?:to|until|till|through|and)\b|[-–—]")
_HABIT = re.compile(r" (?:mornings|afternoons|evenings|nights)\b")
LOOSE = ("recently", "lately", "soon", "now", "currently", "nowadays", "these days")


@dataclass(frozen=True, slots=True)
class When:
    """From when to when a note holds, and its text with the dates of the calendar in it."""

    text: str
    start: datetime | None = None
    end: datetime | None = None

    def fits(self, time: Time, at: datetime) -> bool:
        """Whether there is a time, and on the side of the message's moment that is meant."""
        if self.start is None and self.end is None:
            return False
        if time in ("future", "due"):
            return self.end is None or self.end > at
        return self.start is None or self.start <= at


def read(time: Time, text: str, at: datetime) -> When:
    """What a note's words say about its time."""
    if not time:
        return When(text)
    towards: Literal["past", "future"] = "past" if time in ("past", "since") else "future"
    found = [span for span in spans(text, at, towards) if _meant(span, text, time, at)]
    found = _agreed(found, text)
    if not found:
        return When(text)
    said = _dated(text, found)
    own = [span for span in found if not _OTHER.search(text[: span.start])]
    if not own or time == "named":
        return When(said)
    start, end = own[0].bounds
    if time == "since" or _FROM.search(text[: own[0].start]):
        return When(said, own[0].since, None)
    if time == "due":
        return _until(own[0], text, said)
    return When(said, start, end)


def _until(span: Span, text: str, said: str) -> When:
    """What ends then; "from the 2nd to the 9th" begins, too, and "from the 2nd" only begins."""
    if not text[: span.start].endswith(("from ", "starting ", "starting on ")):
        return When(said, None, span.until)
    ranged = _RANGE.search(span.text)
    return When(said, span.since, span.until if ranged else None)


def calendar(start: datetime, end: datetime) -> str:
    """A stretch of time, its end not included, as short as it can be said: 2026, 2026-03, …"""
    first = start.date()
    last = max(start, end - timedelta(microseconds=1)).date()
    if first == last:
        return first.isoformat()
    if first.day == 1 and (last + DAY).day == 1 and first.year == last.year:
        if first.month == last.month:
            return first.isoformat()[:7]
        if (first.month, last.month) == (1, 12):
            return first.isoformat()[:4]
    return f"{first.isoformat()} to {last.isoformat()}"


def _meant(span: Span, text: str, time: Time, at: datetime) -> bool:
    """Whether an expression says when; "recently" does not, nor does "Palm Sunday"."""
    if span.text.lower() in LOOSE:
        return False
    if _HABIT.match(text, span.end):
        return False
    if span.text.istitle() and span.text.isalpha() and _NAMED.search(text[: span.start]):
        return False
    if time not in ("past", "since"):
        return True
    return span.since <= at and not _DUE.search(text[: span.start])


def _agreed(found: list[Span], text: str) -> list[Span]:
    """Without the vaguer of two that stand together and contradict: "last week on March 31st"."""
    kept = list(found)
    for one, other in pairwise(found):
        beside = text[one.end : other.start].strip(" ,") in ("", "on", "the", "at", "in")
        apart = one.until <= other.since or other.until <= one.since
        if beside and apart:
            kept.remove(max(one, other, key=lambda span: span.until - span.since))
    return kept


def _dated(text: str, found: list[Span]) -> str:
    """The text with the calendar's date behind the words that need the message's moment."""
    for span in reversed(found):
        if f"{span.since.year:04}" not in span.text and text[span.end : span.end + 1] != "'":
            date = calendar(span.since, span.until)
            end = span.start + len(span.text.rstrip(" .,"))
            text = f"{text[:end]} ({date}){text[end:]}"
    return text
