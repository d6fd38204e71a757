"""A store of plain dicts under one lock."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from threading import RLock
from typing import Literal, NoReturn

from ...counts import sessions_of
from ...errors import StoreClosed, StoreError
from ...orders import (
    NOBODY,
    SALT,
    Batch,
    Candidate,
    Change,
    Close,
    Committed,
    Cursor,
    Found,
    Look,
    Match,
    Nearest,
    Neighbours,
    Put,
    Query,
    Seen,
    Terms,
    Vector,
    mark,
)
from ...ports.features import Features
from ...types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from .checks import Rehearsal, late_for
from .feed import Entry, Parted
from .kept import Kept, Partition, Place, own, sound
from .reading import check, chosen, count, read
from .tracing import traces


class StateStore:
    """Keeps everything in the process. What lasts longer is written by those built on it."""

    features = Features(as_of=True)

    def __init__(self, url: str) -> None:
        self.url = url
        self._partitions: dict[Owner, Partition] = {}
        self._feed: list[Entry] = []
        self._of = Parted()
        self._batches: dict[str, Committed] = {}
        self._sizes: dict[str, int] = {}
        self._counts: Counter[str] = Counter()
        self._cursors: dict[tuple[Owner, str], int] = {}
        self._moments: list[tuple[datetime, int]] = []
        self._seq = 0
        self._number = 0
        self._closed = False
        self._lock = RLock()

    def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it, once per batch id."""
        with self._lock:
            self._alive()
            if batch.id not in self._batches:
                Rehearsal(self._partitions, self._sizes, self._cursors).run(batch)
                self._record(batch)
                before = self._seq
                removed: Counter[str] = Counter()
                new = self._apply(batch, removed)
                for cursor in batch.cursors:
                    self._move(cursor, before)
                self._batches[batch.id] = Committed(self._seq, new, dict(+removed))
                self._moments.append((self._moment(), self._seq))
            return self._batches[batch.id]

    def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        found = self._read(query, lambda partition: partition.messages)
        return [record for record in found if isinstance(record, Message)]

    def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        found = self._read(query, lambda partition: partition.notes)
        return [record for record in found if isinstance(record, Note)]

    def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id."""
        with self._lock:
            self._alive()
            return [owner for owner, held in self._partitions.items() if id in held.kept]

    def changes(self, after: int, limit: int = 1000, owner: Owner | None = None) -> list[Change]:
        """The feed of changes behind a position, in the order of their commits."""
        with self._lock:
            self._alive()
            return [entry.change() for entry in islice(self._behind(after, owner), max(limit, 0))]

    def position(self, at: datetime) -> int:
        """How far the feed had come at a moment."""
        with self._lock:
            self._alive()
            return next((seq for then, seq in reversed(self._moments) if then <= at), 0)

    def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        with self._lock:
            self._alive()
            return self._cursors.get((owner, name), 0)

    def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are whose names begin so."""
        with self._lock:
            self._alive()
            found = ((name, at) for (whose, name), at in self._cursors.items() if whose == owner)
            return {name: at for name, at in found if name.startswith(prefix)}

    def pending(self, model: str, limit: int) -> list[Record]:
        """Records that have no vector of this model yet."""
        with self._lock:
            self._alive()
            return [own(record) for record in islice(self._without(model), max(limit, 0))]

    def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        with self._lock:
            self._alive()
            return [
                OwnerInfo(owner, len(held.messages), len(held.notes))
                for owner, held in self._partitions.items()
            ]

    def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        return sessions_of(self.messages(Query(scope)))

    def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept, in all, for one owner, or for a tenant."""
        with self._lock:
            self._alive()
            return count(chosen(self._partitions, owner, tenant), model, self.url)

    def check(self) -> Report:
        """Look for disagreement between the records and what is kept beside them."""
        with self._lock:
            self._alive()
            return check(self._partitions, self._counts)

    def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms were made by another version of the text analysis.

        Nothing here outlives the process, so terms that were never made anew are current.
        """
        with self._lock:
            self._alive()
            current = (None, version)
            return [who for who, held in self._partitions.items() if held.version not in current]

    def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner; of the feed only a mark is left."""
        with self._lock:
            self._alive()
            held = self._partitions.get(owner)
            told = [entry.id for entry in self._feed if entry.scope.owner == owner]
            if held is None and not told and not any(key[0] == owner for key in self._cursors):
                return {}
            sessions, ids = (len(held.turns), held.notes_first()) if held else (0, [])
            removed: Counter[str] = Counter(changes=len(told), sessions=sessions)
            for id in ids:
                removed.update(self._remove(owner, id))
            self._feed, self._of = [e for e in self._feed if e.scope.owner != owner], Parted()
            self._forget_batches({*ids, *told})
            self._tell("erase", NOBODY, "", mark=mark(owner, "", os.urandom(SALT)))
            for key in [key for key in self._cursors if key[0] == owner]:
                del self._cursors[key]
                removed["cursors"] += 1
            return dict(+removed)

    def scrub(self) -> list[str]:
        """Nothing to do: what is removed here is let go of at once."""
        with self._lock:
            self._alive()
            return []

    def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these are held where no kept record holds them."""
        with self._lock:
            self._alive()
            return traces(
                self._partitions, self._feed, self._batches.values(), self._cursors, needles
            )

    def close(self) -> None:
        """Release everything. Closing twice is fine."""
        with self._lock:
            self._closed = True
            self._partitions.clear()
            self._feed.clear()
            self._batches.clear()
            self._cursors.clear()

    def nearest(self, request: Nearest) -> list[Found]:
        """Not here: this store has no vector search."""
        self._unable("nearest")

    def match(self, request: Match) -> list[Found]:
        """Not here: this store has no text search."""
        self._unable("match")

    def look(self, request: Look) -> list[Candidate]:
        """Not here: this store has no search."""
        self._unable("look")

    def neighbours(self, request: Neighbours) -> list[Note]:
        """Not here: this store has no graph search."""
        self._unable("neighbours")

    def _record(self, batch: Batch) -> None:
        """Called with a batch that can be done, before it is."""

    def _moment(self) -> datetime:
        """When what was just done was done."""
        return datetime.now(UTC)

    def _apply(self, batch: Batch, removed: Counter[str] | None = None) -> tuple[str, ...]:
        for close in batch.closes:
            self._close(close)
        if batch.erase:
            self._erase(batch, Counter() if removed is None else removed)
        else:
            for drop in batch.drops:
                record = self._held(drop.record)
                self._remove(record.scope.owner, record.id)
                self._tell("drop", record.scope, record.id)
        new = tuple(put.record.id for put in batch.puts if self._put(put))
        for seen in batch.seen:
            self._see(seen)
        for late in batch.vectors:
            held = self._partitions.get(late.scope.owner)
            if held is not None and late_for(late, held):
                kept = held.kept[late.id]
                self._embed(kept, late.vector)
                self._tell("vector", kept.scope, late.id, kept, late.vector.model)
        for terms in batch.terms:
            self._rebuild(terms)
        for model in batch.forget:
            self._forget(model)
        return new

    def _put(self, put: Put) -> bool:
        record = own(put.record)
        held = self._partitions.setdefault(record.scope.owner, Partition())
        if record.id in held.kept:
            return False
        self._number += 1
        kept = Kept(held.numbered(record), self._number, dict(put.terms))
        held.add(kept)
        if put.vector is not None:
            self._embed(kept, put.vector)
        model = put.vector.model if put.vector else None
        self._tell("put", record.scope, record.id, kept, model)
        return True

    def _close(self, close: Close) -> None:
        held = self._partitions[close.scope.owner]
        kept = held.kept[close.id]
        note = kept.record
        assert isinstance(note, Note)
        valid_to = note.valid_to if close.valid_to is None else close.valid_to
        held.replace(kept, replace(note, closed_at=close.closed_at, valid_to=valid_to))
        self._tell("close", note.scope, note.id, kept)

    def _see(self, seen: Seen) -> None:
        held = self._partitions[seen.scope.owner]
        kept = held.kept[seen.id]
        assert isinstance(kept.record, Note)
        if seen.id not in held.cited.get(seen.source, {}):
            held.cited.setdefault(seen.source, {})[seen.id] = None
            kept.record = seen.on(kept.record)

    def _move(self, cursor: Cursor, before: int) -> None:
        key, position = (cursor.owner, cursor.name), cursor.position
        if position is None:
            unread = self._behind(self._cursors.get(key, 0), cursor.owner)
            if any(entry.seq <= before and entry.is_message for entry in unread):
                return
            position = self._seq
        self._cursors[key] = position

    def _behind(self, after: int, owner: Owner | None) -> Iterator[Entry]:
        feed = self._feed if owner is None else self._of.owner(self._feed, owner)
        start = bisect_right(feed, after, key=lambda entry: entry.seq)
        return islice(feed, start, None)

    def _erase(self, batch: Batch, removed: Counter[str]) -> None:
        """Drop records so that the feed keeps marks of them and nothing else."""
        salt = os.urandom(SALT)
        gone = {(drop.record.scope.owner, drop.record.id) for drop in batch.drops}
        for owner in {owner for owner, _ in gone}:
            for id in self._partitions[owner].notes_first():
                if (owner, id) in gone:
                    removed.update(self._remove(owner, id))
        left = [entry for entry in self._feed if (entry.scope.owner, entry.id) not in gone]
        removed["changes"] += len(self._feed) - len(left)
        self._feed, self._of = left, Parted()
        self._forget_batches({id for _, id in gone})
        for owner, id in sorted(gone, key=repr):
            self._tell("erase", owner.scope, "", mark=mark(owner, id, salt))

    def _forget_batches(self, ids: set[str]) -> None:
        """Commits stay known by their own ids; what they stored is no longer named."""
        for batch, done in self._batches.items():
            if not ids.isdisjoint(done.new):
                new = tuple(id for id in done.new if id not in ids)
                self._batches[batch] = replace(done, new=new)

    def _held(self, record: Record) -> Record:
        held = self._partitions[record.scope.owner].kept[record.id].record
        assert held is not None
        return held

    def _remove(self, owner: Owner, id: str) -> Counter[str]:
        """Let go of a record; counts what went."""
        held = self._partitions[owner]
        removed = held.weighed(id)
        for model in list(held.kept[id].vectors):
            self._unembed(held.kept[id], model)
        held.remove(id)
        if not held.kept:
            del self._partitions[owner]
        return removed

    def _rebuild(self, terms: Terms) -> None:
        held = self._partitions.get(terms.owner)
        if held is None:
            return
        held.version = terms.version
        for put in terms.puts:
            kept = held.kept[put.record.id]
            kept.terms = dict(put.terms)
            self._tell("put", kept.scope, put.record.id, kept)

    def _forget(self, model: str) -> None:
        for held in self._partitions.values():
            for kept in held.kept.values():
                self._unembed(kept, model)

    def _embed(self, kept: Kept, vector: Vector) -> None:
        data = sound(vector)
        self._counts[vector.model] += vector.model not in kept.vectors
        self._sizes[vector.model] = len(data)
        kept.vectors[vector.model] = data

    def _unembed(self, kept: Kept, model: str) -> None:
        if kept.vectors.pop(model, None) is not None:
            self._counts[model] -= 1
            if not self._counts[model]:
                del self._counts[model], self._sizes[model]

    def _tell(
        self,
        op: Literal["put", "close", "drop", "vector", "erase"],
        scope: Scope,
        id: str,
        kept: Kept | None = None,
        model: str | None = None,
        mark: bytes = b"",
    ) -> None:
        self._seq += 1
        if kept is not None:
            kept.told(op, self._seq)
        self._feed.append(Entry(self._seq, op, scope, id, kept, model, mark))

    def _read(self, query: Query, order: Callable[[Partition], list[Place]]) -> list[Record]:
        with self._lock:
            self._alive()
            held = self._partitions.get(query.scope.owner)
            return [own(record) for record in read(held, order(held), query)] if held else []

    def _without(self, model: str) -> Iterator[Record]:
        for held in self._partitions.values():
            for kept in held.kept.values():
                if model not in kept.vectors and kept.record is not None:
                    yield kept.record

    def _alive(self) -> None:
        if self._closed:
            raise StoreClosed("this store is closed; open the memory again")

    def _unable(self, verb: str) -> NoReturn:
        self._alive()
        raise StoreError(f"this store has no {verb}; ask the index that follows its feed")
