"""What a batch asks for, worked out against what is stored. No I/O: the writer does what it says.

The writer holds the owners' rows, so nothing of theirs changes between reading and writing.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any
from uuid import UUID

from ...errors import NotFound, Stale
from ...orders import Batch, Close, Drop, Late, Put, Seen, Terms, Vector, mark
from ...text.names import entities
from ...times import micros
from ...types import Message, Note, Owner, Record, Scope
from ..tables.rows import require_same
from . import postings, rows
from .keys import slot
from .rows import Place

GONE = "the note is gone; read again, then retry"
Row = tuple[Any, ...]


@dataclass(slots=True)
class Known:
    """A stored record and its number."""

    n: int
    record: Record


class Plan:
    """Goes through a batch, and lists the rows to write and to delete."""

    def __init__(self, places: dict[Owner, Place]) -> None:
        self.places = places
        self.known: dict[tuple[Owner, str], Known] = {}
        self.turns: dict[tuple[UUID, str], int] = {}
        self.changes: list[tuple[UUID, str, int, str | None, bytes | None]] = []
        self.new: list[str] = []
        self.removed: Counter[str] = Counter()
        self.closes: list[Row] = []
        self.dropped: dict[str, list[Row]] = {"messages": [], "notes": []}
        self.ended: list[tuple[UUID, str]] = []
        self.left: Counter[tuple[UUID, str]] = Counter()
        self.unlinked: list[Row] = []
        self.cleared: dict[postings.Spot, set[int]] = defaultdict(set)
        self.erased: list[tuple[UUID, str]] = []
        self.messages: list[Row] = []
        self.notes: list[Row] = []
        self.cited: list[Row] = []
        self.edges: list[Row] = []
        self.entries: postings.Entries = {}
        self.vectors: list[tuple[UUID, int, Vector]] = []

    def end(self, closes: Sequence[Close], drops: Sequence[Drop], salt: bytes) -> None:
        """Close and drop; with a salt, the feed keeps only a mark of what is dropped."""
        for close in closes:
            self._close(close)
        for drop in drops:
            self._drop(drop, salt)

    def begin(self, puts: Sequence[Put]) -> None:
        """Take in what is new."""
        now = time.time_ns() // 1000
        for put in puts:
            self._put(put, now)

    def seen(self, seen: Sequence[Seen]) -> list[tuple[UUID, str, int]]:
        """Which citations to count, once each."""
        return [self._seen(one) for one in seen]

    def counted(self, seen: Sequence[Seen], fresh: set[tuple[UUID, str, int]]) -> list[Row]:
        """The notes after the citations that were not counted before."""
        after: dict[tuple[UUID, int], Note] = {}
        for one in seen:
            owner = one.scope.owner
            held, key = self.known[owner, one.id], self.places[owner].key
            spot = (key, one.source, held.n)
            if spot in fresh:
                fresh.remove(spot)
                assert isinstance(held.record, Note)
                held.record = after[key, held.n] = one.on(held.record)
        return [
            (*key, note.seen, rows.stamp(note.last_seen), rows.note_row(note)[17])
            for key, note in after.items()
        ]

    def late(self, late: Sequence[Late], numbers: dict[tuple[UUID, str], int]) -> None:
        """Vectors that follow their records, if those are still there."""
        for one in late:
            place = self.places.get(one.scope.owner)
            n = None if place is None else numbers.get((place.key, one.id))
            if place is not None and n is not None:
                self.vectors.append((place.key, n, one.vector))
                self._tell(place, "vector", n, one.id)

    def terms(self, terms: Terms, numbers: dict[tuple[UUID, str], int]) -> bool:
        """An owner's whole term index; False if there is no such owner."""
        place = self.places.get(terms.owner)
        if place is None:
            return False
        numbered = sorted(
            ((numbers.get((place.key, put.record.id), 0), put.terms) for put in terms.puts),
            key=itemgetter(0),
        )
        if len(numbered) != place.records or (numbered and numbered[0][0] == 0):
            raise Stale("records came or went while the terms were made; make them again")
        self.entries = {spot: e for spot, e in self.entries.items() if spot[0] != place.key}
        for n, counts in numbered:
            postings.collect(self.entries, place.key, n, counts)
        place.length = sum(postings.length(counts) for _, counts in numbered)
        place.version = terms.version
        return True

    def find(self, scope: Scope, id: str) -> tuple[Place, Known] | None:
        """A record inside a scope."""
        place, known = self.places.get(scope.owner), self.known.get((scope.owner, id))
        if place is None or known is None or not scope.admits(known.record):
            return None
        return place, known

    def _close(self, close: Close) -> None:
        found = self.find(close.scope, close.id)
        if found is None or not isinstance(found[1].record, Note):
            raise NotFound("no note with this id in this scope")
        place, known = found
        note = known.record
        assert isinstance(note, Note)
        if not note.open:
            raise Stale("the note was closed meanwhile; read it again, then retry")
        ended = note.valid_to if close.valid_to is None else close.valid_to
        known.record = replace(note, closed_at=close.closed_at, valid_to=ended)
        self.closes.append((place.key, known.n, micros(close.closed_at), rows.stamp(ended)))
        self._tell(place, "close", known.n, close.id)

    def _drop(self, drop: Drop, salt: bytes) -> None:
        owner, id = drop.record.scope.owner, drop.record.id
        place, known = self.places.get(owner), self.known.get((owner, id))
        if place is None or known is None or type(known.record) is not type(drop.record):
            raise NotFound("no such record in this scope")
        record, n = known.record, known.n
        seen = drop.record
        if isinstance(seen, Note) and isinstance(record, Note) and seen.open and not record.open:
            raise Stale("the note was closed meanwhile; read it again, then retry")
        del self.known[owner, id]
        if isinstance(record, Message):
            place.messages -= 1
            self.dropped["messages"].append((place.key, n, id))
            if record.session_id is not None:
                self._leave(place.key, record.session_id)
        else:
            place.notes -= 1
            self.dropped["notes"].append((place.key, n, id))
            self.unlinked += [(place.key, name, n) for name in entities(record)]
            self.removed["counts"] += record.seen > 1 or record.last_seen is not None
        place.length -= postings.length(drop.terms)
        self.removed["terms"] += len(drop.terms)
        for term in drop.terms:
            self.cleared[place.key, term, n // postings.BLOCK].add(n)
        if salt:
            self.erased.append((place.key, id))
            self.changes.append((place.key, "erase", n, None, mark(owner, id, salt)))
        else:
            self._tell(place, "drop", n, id)

    def _put(self, put: Put, now: int) -> None:
        record, owner = put.record, put.record.scope.owner
        known = self.known.get((owner, record.id))
        if known is not None:
            require_same(known.record, record)
            return
        place = self.places[owner]
        n, place.next = place.next, place.next + 1
        self.known[owner, record.id] = Known(n, record)
        place.length += postings.length(put.terms)
        if isinstance(record, Message):
            place.messages += 1
            turn = self._turn(place, record.session_id)
            self.messages.append((place.key, n, now, *rows.message_row(record, turn)))
        else:
            place.notes += 1
            self.notes.append((place.key, n, slot(record), *rows.note_row(record)))
            self.cited += [(place.key, one, n) for one in dict.fromkeys(record.sources)]
            self.edges += [(place.key, name, n) for name in entities(record)]
        postings.collect(self.entries, place.key, n, put.terms)
        if put.vector is not None:
            self.vectors.append((place.key, n, put.vector))
        self.new.append(record.id)
        self._tell(place, "put", n, record.id)

    def _seen(self, seen: Seen) -> tuple[UUID, str, int]:
        found = self.find(seen.scope, seen.id)
        if found is None or not isinstance(found[1].record, Note):
            raise Stale(GONE)
        place, known = found
        assert isinstance(known.record, Note)
        if not known.record.open:
            raise Stale("the note was closed meanwhile; read it again, then retry")
        return place.key, seen.source, known.n

    def _turn(self, place: Place, session: str | None) -> int | None:
        """The next place in a session; a number is not used twice while the session has any."""
        if session is None:
            return None
        turn = self.turns.get((place.key, session), 0)
        self.turns[place.key, session] = turn + 1
        return turn

    def _leave(self, key: UUID, session: str) -> None:
        """One message less; a session that has none left is forgotten."""
        self.left[key, session] -= 1
        if not self.left[key, session]:
            self.ended.append((key, session))
            self.turns.pop((key, session), None)

    def _tell(self, place: Place, op: str, n: int, id: str) -> None:
        self.changes.append((place.key, op, n, id, None))


def owners(batch: Batch) -> tuple[set[Owner], set[Owner]]:
    """The owners that a batch may make, and all whose rows it may touch."""
    made = {put.record.scope.owner for put in batch.puts} | {one.owner for one in batch.cursors}
    touched = {drop.record.scope.owner for drop in batch.drops}
    for scoped in (batch.closes, batch.seen, batch.vectors):
        touched |= {one.scope.owner for one in scoped}
    return made, made | touched | {terms.owner for terms in batch.terms}


def mentioned(batch: Batch) -> dict[Owner, set[str]]:
    """The ids whose records a batch depends on, by owner."""
    ids: dict[Owner, set[str]] = defaultdict(set)
    for record in [one.record for one in batch.puts] + [one.record for one in batch.drops]:
        ids[record.scope.owner].add(record.id)
    for scope, id in [(one.scope, one.id) for one in batch.closes] + [
        (one.scope, one.id) for one in batch.seen
    ]:
        ids[scope.owner].add(id)
    return ids


def sessions(batch: Batch) -> dict[Owner, tuple[set[str], set[str]]]:
    """The sessions that messages come to and go from, by owner."""
    named: dict[Owner, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    given = [(put.record, 0) for put in batch.puts] + [(drop.record, 1) for drop in batch.drops]
    for record, which in given:
        if isinstance(record, Message) and record.session_id is not None:
            named[record.scope.owner][which].add(record.session_id)
    return named


def numbered(batch: Batch) -> dict[Owner, set[str]]:
    """The ids of which only vectors or terms are given, by owner."""
    ids: dict[Owner, set[str]] = defaultdict(set)
    for late in batch.vectors:
        ids[late.scope.owner].add(late.id)
    for terms in batch.terms:
        ids[terms.owner].update(put.record.id for put in terms.puts)
    return ids
