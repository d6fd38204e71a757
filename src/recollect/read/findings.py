"""What several back-ends found, brought together: a true union, each record scored every way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unicodedata import category

from ..orders import Candidate, Found
from ..types import Message, Record

RECALLED = "quotes_memory"
"""The mark of a tool's result that quotes memory, and of an answer that does no more than that."""
QUOTING = ("tool", "assistant")
QUOTED = "quoted"
"""Beside it, the ids of what it quotes, where its content does not name them."""
_NAMED = re.compile(
    r"^\[(.+?)\] \d{4}-\d\d-\d\d: |\bnote ([0-9a-f]{32})\b|^updated, now ([0-9a-f]{32}): ",
    re.MULTILINE,
)


class Quote(str):
    """What a tool of memory's answers, and the ids of what it quotes without naming it."""

    __slots__ = ("ids",)

    def __new__(cls, text: str, ids: Iterable[str]) -> Quote:
        made = super().__new__(cls, text)
        made.ids = tuple(ids)
        return made

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What each way of looking found. An id may stand in any number of them."""

    terms: Sequence[Found] = ()
    vectors: Sequence[Found] = ()
    keys: Sequence[str] = ()
    recent: Sequence[str] = ()
    leads: Mapping[str, float] = field(default_factory=dict)

    def ids(self) -> dict[str, None]:
        """The union, in a stable order."""
        found = (one.id for one in (*self.vectors, *self.terms))
        return dict.fromkeys((*self.keys, *found, *self.recent, *self.leads))

    def candidates(self, records: Iterable[Record]) -> list[Candidate]:
        """The records with their scores."""
        terms = {one.id: one for one in self.terms}
        cosines = {one.id: one.score for one in self.vectors}
        newest = {id: i / len(self.recent) for i, id in enumerate(self.recent, start=1)}
        none = Found("", 0.0)
        return [
            Candidate(
                record,
                terms.get(record.id, none).score,
                terms.get(record.id, none).share,
                cosines.get(record.id),
                record.id in self.keys,
                newest.get(record.id, 0.0),
                self.leads.get(record.id, 0.0),
            )
            for record in records
        ]


def findable(record: Record) -> bool:
    """Whether a search may show it: all but closed notes."""
    return isinstance(record, Message) or record.open


def tells(record: Record) -> bool:
    """Whether it may answer anything: a message of nothing but punctuation does not, and neither
    does what a tool, or an agent without a model, quoted from memory."""
    if isinstance(record, Message) and record.role in QUOTING and RECALLED in record.metadata:
        return False
    text = record.text
    return text[:1].isalnum() or any(category(sign)[0] not in "PZC" for sign in text)


def named(text: str) -> set[str]:
    """The ids of what a tool of memory's lists in an answer."""
    return {id for found in _NAMED.findall(text) for id in found if id}


def recalled(answer: str) -> dict[str, Any]:
    """The marks of a result that quotes memory, as a tool of memory's gave it."""
    ids = answer.ids if isinstance(answer, Quote) else ()
    return {RECALLED: True, **({QUOTED: list(ids)} if ids else {})}


def quotes(result: Message) -> set[str]:
    """The ids of what a tool's result quotes from memory."""
    listed = result.metadata.get(QUOTED)
    known = listed if isinstance(listed, list) else []
    return named(result.content) | {id for id in known if isinstance(id, str)}


def unscored(ids: Iterable[str], scored: Sequence[Found]) -> tuple[str, ...]:
    """Candidates that one way of looking has not scored yet."""
    known = {one.id for one in scored}
    return tuple(dict.fromkeys(id for id in ids if id not in known))
