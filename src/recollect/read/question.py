"""The first step of the read path: what was asked → what to look for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any

from .. import text
from ..errors import InputError
from ..text import dates
from ..times import moment
from ..types import EVERYTHING, KINDS, ROLES, Where
from ..write import limits
from .person import first_person
from .slots import slots

KEY = re.compile(r"[^\s\"'`,;!?()\[\]{}]+")
LATIN = re.compile(r"[^\W\d_\u0250-\U0010ffff]")
LETTER = re.compile(r"[^\W\d_]")
HOLLOW = text.terms(
    "do done happen going went been say said tell told talk discuss mention chat event thing "
    "anything everything day"
).keys()
"""What a question about a time says besides it."""
SLACK = timedelta(days=2)
"""People tell things a little later than they happened, and remember days roughly."""


@dataclass(frozen=True, slots=True)
class Window:
    """A time that is asked about; None is open. What was said shortly before or after counts."""

    since: datetime | None
    until: datetime | None
    slack: timedelta = timedelta()
    """How much of it, on both sides, is only nearly the time that is asked about."""

    def holds(self, at: datetime) -> bool:
        """Whether a moment is in it."""
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    def hits(self, at: datetime) -> bool:
        """Whether a moment is in the very time that is asked about."""
        after = self.since is None or at - self.slack >= self.since
        return after and (self.until is None or at + self.slack < self.until)

    def narrows(self, where: Where) -> Where:
        """A filter that lets this time through and nothing else."""
        after = max(filter(None, (self.since, where.after)), default=None)
        before = min(filter(None, (self.until, where.before)), default=None)
        return replace(where, after=after, before=before)


@dataclass(frozen=True, slots=True)
class Question:
    """A checked question: the words, their terms, the keys it may name, and what may answer it."""

    words: str
    at: datetime
    limit: int
    min_relevance: float
    where: Where
    terms: Mapping[str, float]
    keys: tuple[str, ...]
    window: Window | None = None
    """The time that it asks about, if it names one."""
    slots: tuple[str, ...] = ()
    """The keys of the facts that it asks for in other words."""
    only_when: bool = False
    """Whether it asks for nothing but a time: "What did I do yesterday?"."""


def question(
    words: object, at: datetime, limit: object, min_relevance: object, where: object
) -> Question:
    """Check and take apart a question. Any punctuation in it is just text."""
    asked = first_person(limits.text(words, "query", limits.MAX_QUERY))
    span = _span(asked, at)
    return Question(
        asked,
        at,
        limits.count(limit, "limit"),
        limits.share(min_relevance, "min_relevance"),
        read_where(where),
        text.query_terms(asked),
        tuple(dict.fromkeys(word.rstrip(".:") for word in KEY.findall(asked)[:32])),
        None if span is None else bounded(*span.bounds),
        slots(asked),
        span is not None and _says_nothing_else(asked, span),
    )


def _span(words: str, at: datetime) -> dates.Span | None:
    """The time that some words ask about, seen from the moment of asking."""
    span = dates.asked(words, at)
    return None if span is None or span.vague else span


def _says_nothing_else(words: str, span: dates.Span) -> bool:
    rest = text.query_terms(words[: span.start] + " " + words[span.end :])
    return rest.keys() <= HOLLOW


def bounded(since: datetime | None, until: datetime | None) -> Window:
    """A window with a little room on both sides; None is open."""
    return Window(since and _shifted(since, -SLACK), until and _shifted(until, SLACK), SLACK)


def is_latin(words: str) -> bool:
    """Whether at least half of the letters are Latin."""
    return 2 * len(LATIN.findall(words)) >= len(LETTER.findall(words))


def _shifted(moment: datetime, by: timedelta) -> datetime | None:
    """None at the ends of the calendar: no limit is far enough."""
    try:
        return moment + by
    except OverflowError:
        return None


def read_where(where: object) -> Where:
    """A checked filter, from a `Where` or a dict of its fields."""
    if where is None:
        return EVERYTHING
    if isinstance(where, Mapping):
        known = {field.name for field in fields(Where)}
        unknown = sorted(str(key) for key in set(where) - known)
        if unknown:
            raise InputError(f"where knows {', '.join(sorted(known))}, not {', '.join(unknown)}")
        where = Where(**where)
    if not isinstance(where, Where):
        raise InputError(f"where must be a Where or a dict, not {type(where).__name__}")
    if where.role is not None and where.role not in ROLES:
        raise InputError(f"where.role must be one of {', '.join(ROLES)}")
    if where.kind is not None and where.kind not in ("message", "note", *KINDS):
        raise InputError(f"where.kind must be one of message, note, {', '.join(KINDS)}")
    changes: dict[str, Any] = {"metadata": limits.metadata(where.metadata, "where.metadata")}
    for name in ("after", "before"):
        if getattr(where, name) is not None:
            changes[name] = moment(getattr(where, name), f"where.{name}")
    if where.session_id is not None:
        changes["session_id"] = limits.identifier(where.session_id, "where.session_id")
    return replace(where, **changes)
