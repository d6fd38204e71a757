"""Whether a batch can be done. Everything is asked before anything is touched."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import IdConflict, NotFound, Stale, VectorError
from ...orders import Batch, Close, Cursor, Drop, Late, Put, Seen, Terms, Vector
from ...types import Message, Note, Owner, Record, Scope
from .kept import OpenKey, Partition, open_key, unit


class Rehearsal:
    """Goes through a batch beside the store, seeing what its earlier orders would have done."""

    def __init__(
        self,
        partitions: Mapping[Owner, Partition],
        sizes: Mapping[str, int],
        cursors: Mapping[tuple[Owner, str], int],
    ) -> None:
        self._partitions = partitions
        self._cursors = cursors
        self._staged: dict[Owner, dict[str, Record | None]] = {}
        self._sizes = dict(sizes)
        self._closed: set[tuple[Owner, str | None]] = set()
        self._keys: set[OpenKey] = set()

    def run(self, batch: Batch) -> None:
        """Raise what the batch must be refused for."""
        for close in batch.closes:
            self._close(close)
        for drop in batch.drops:
            self._drop(drop)
        for put in batch.puts:
            self._put(put)
        for seen in batch.seen:
            self._see(seen)
        for cursor in batch.cursors:
            self._move(cursor)
        for late in batch.vectors:
            if self._look(late.scope, late.id) is not None:
                self._vector(late.vector)
        for terms in batch.terms:
            self._terms(terms)

    def _put(self, put: Put) -> None:
        owner, id = put.record.scope.owner, put.record.id
        known = self._get(owner, id)
        if known is not None and not same_words(known, put.record):
            raise IdConflict(
                f"the id {id!r} is taken by other words; leave the id out or change it"
            )
        if put.vector is not None:
            self._vector(put.vector)
        if known is None:
            self._alone(put.record)
            self._staged.setdefault(owner, {})[id] = put.record

    def _alone(self, record: Record) -> None:
        """Of the notes with one key in one scope only one is open."""
        key = open_key(record)
        if key is None:
            return
        owner = record.scope.owner
        partition = self._partitions.get(owner)
        rival = partition.open_keys.get(key) if partition else None
        going = (owner, rival) in self._closed or rival in self._staged.get(owner, {})
        if key in self._keys or (rival is not None and not going):
            raise Stale("another note has this key by now; read it, then retry")
        self._keys.add(key)

    def _close(self, close: Close) -> None:
        note = self._look(close.scope, close.id)
        if not isinstance(note, Note):
            raise NotFound(f"no note {close.id!r} in this scope; nothing was written")
        mark = close.scope.owner, close.id
        if not note.open or mark in self._closed:
            raise Stale(f"the note {close.id!r} is closed already; read it again, then retry")
        self._closed.add(mark)

    def _see(self, seen: Seen) -> None:
        note = self._look(seen.scope, seen.id)
        closed = (seen.scope.owner, seen.id) in self._closed
        if not isinstance(note, Note) or not note.open or closed:
            raise Stale("the note was closed or is gone; read again, then retry")

    def _move(self, cursor: Cursor) -> None:
        present = self._cursors.get((cursor.owner, cursor.name), 0)
        if cursor.position is not None and present != cursor.after:
            raise Stale("somebody moved this cursor; read it again, then retry")

    def _drop(self, drop: Drop) -> None:
        owner, id = drop.record.scope.owner, drop.record.id
        known = self._get(owner, id)
        if known is None or isinstance(known, Message) != isinstance(drop.record, Message):
            raise NotFound(f"no record {id!r} in this scope; nothing was written")
        closed = (owner, id) in self._closed or (isinstance(known, Note) and not known.open)
        if closed and isinstance(drop.record, Note) and drop.record.open:
            raise Stale("the note was closed meanwhile; read it again, then retry")
        self._staged.setdefault(owner, {})[id] = None

    def _vector(self, vector: Vector) -> None:
        size = unit(vector).shape[1]
        wanted = self._sizes.setdefault(vector.model, size)
        if size != wanted:
            raise VectorError(
                f"a vector of {vector.model!r} has {size} numbers where the others have {wanted}; "
                "give another model another id"
            )

    def _terms(self, terms: Terms) -> None:
        partition = self._partitions.get(terms.owner)
        ids = set(partition.kept) if partition else set()
        for id, record in self._staged.get(terms.owner, {}).items():
            (ids.discard if record is None else ids.add)(id)
        if {put.record.id for put in terms.puts} != ids:
            raise Stale("records came or went since the terms were made; read again, then retry")

    def _look(self, scope: Scope, id: str) -> Record | None:
        record = self._get(scope.owner, id)
        return record if record is not None and scope.admits(record) else None

    def _get(self, owner: Owner, id: str) -> Record | None:
        staged = self._staged.get(owner, {})
        if id in staged:
            return staged[id]
        partition = self._partitions.get(owner)
        kept = partition.kept.get(id) if partition else None
        return kept.record if kept else None


def late_for(late: Late, partition: Partition | None) -> bool:
    """Whether a late vector's record is still there."""
    kept = partition.kept.get(late.id) if partition else None
    return kept is not None and kept.record is not None and late.scope.admits(kept.record)


def same_words(one: Record, other: Record) -> bool:
    """Whether putting the one where the other is changes nothing."""
    if isinstance(one, Message) and isinstance(other, Message):
        return one.content == other.content and one.role == other.role
    return isinstance(one, Note) and isinstance(other, Note) and one.text == other.text
