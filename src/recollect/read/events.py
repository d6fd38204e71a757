"""A time named by an event: "before the launch", "since we moved in".

The event is looked up among the owner's own records. A window is made of it only where one date is
clearly found; a question that names no event, or one with several dates, has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from .. import text
from ..text import dates
from ..types import Note, Record
from .question import Question, Window, bounded

FOUND = 8
"""Records that may tell the date of an event."""
NEAR = timedelta(days=3)
"""Dates of one event may differ by so much: people remember days roughly."""
GRAINS = ("day", "week", "month")
LONGEST = 60
EVENT = re.compile(
    r"\b(?P<side>before|prior\s+to|after|since|until|till)\s+"
    rf"(?P<what>(?:(?:the|my|our|his|her|their)\s|(?:i|we|he|she|they)\s)[\w'’ -]{{2,{LONGEST}}})",
    re.IGNORECASE,
)
SIDE = re.compile(r"\b(?:before|prior|after|since|until|till)\b", re.IGNORECASE)
TAIL = re.compile(
    r"\s(?:about|with|regarding|did|do|does|was|were|is|are|what|who|where|which|how|and|or|but)\s.*",
    re.IGNORECASE,
)
LEAD = re.compile(r"^(?:the|my|our|his|her|their|i|we|he|she|they)\s+", re.IGNORECASE)
SENTENCE = re.compile(r"[^.!?\n]+")
SIDES: Mapping[str, Literal["before", "after"]] = {
    "before": "before", "prior": "before", "until": "before", "till": "before",
    "after": "after", "since": "after",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """What a question names, and on which side of it one should look."""

    side: Literal["before", "after"]
    terms: Mapping[str, float]


def event(asked: Question) -> Event | None:
    """The event that a question names, if it names no time and does not ask for one."""
    found = [] if asked.window is not None else list(EVENT.finditer(asked.words))
    if len(found) != 1 or not dates.looks_back(asked.words, found[0].start()):
        return None
    if SIDE.search(found[0]["what"]):
        return None
    terms = text.query_terms(TAIL.sub("", LEAD.sub("", found[0]["what"])))
    side = SIDES[found[0]["side"].lower().split()[0]]
    return Event(side, terms) if terms else None


def window(found: Event, records: Iterable[Record], at: datetime) -> Window | None:
    """The time that is meant, if the records that hold all its words agree on one date."""
    days = sorted(day for record in records for day in _days(record, found) if day <= at)
    if not days or days[-1] - days[0] > NEAR:
        return None
    return bounded(None, days[-1]) if found.side == "before" else bounded(days[0], None)


def _days(record: Record, found: Event) -> list[datetime]:
    """When a record says that it was."""
    if isinstance(record, Note):
        began = record.valid_from
        told = began is not None and began != record.learned_at and _holds(record.text, found)
        return [began] if told and began is not None else []
    days = []
    for sentence in SENTENCE.findall(record.text):
        if _holds(sentence, found):
            spans = dates.spans(sentence, record.at, "near")
            plain = [one for one in spans if one.side == "in" and one.grain in GRAINS]
            if len(spans) == len(plain) == 1 and not plain[0].vague:
                days.append(plain[0].since)
    return days


def _holds(words: str, found: Event) -> bool:
    return found.terms.keys() <= text.terms(words).keys()
