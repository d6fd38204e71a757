"""One commit: the steps that turn a batch into rows, inside a transaction that is already open."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import apsw

from ...errors import NotFound, Stale
from ...orders import (
    SALT,
    Batch,
    Close,
    Committed,
    Cursor,
    Drop,
    Late,
    Put,
    Seen,
    Terms,
    Vector,
    mark,
)
from ...text.names import entities
from ...times import micros
from ...types import Message, Note, Owner, Record
from ...vectors import checked, pack
from ..tables.rows import require_same
from . import marks, postings, remaking, rows
from .feed import unname
from .past import keep_end, keep_moment
from .places import find_place, last_change, read_record
from .rows import Place, pack_id


class Writer:
    """Applies a batch to a connection; the caller's transaction makes it all or nothing."""

    def __init__(self, db: apsw.Connection, terms_version: int) -> None:
        self.db = db
        self.terms_version = terms_version
        self.places: dict[Owner, Place] = {}
        self.changes: list[tuple[int, str, int, str | bytes]] = []
        self.new: list[str] = []
        self.turns: dict[tuple[int, str], int] = {}
        self.erased: dict[int, set[str | bytes]] = defaultdict(set)
        self.removed: Counter[str] = Counter()

    def apply(self, batch: Batch) -> Committed:
        """Do the batch, or say what an earlier commit of it did."""
        key = hashlib.blake2b(batch.id.encode(), digest_size=16).digest()
        span = self.db.execute("SELECT first, last FROM batches WHERE id = ?", (key,)).fetchone()
        if span is not None:
            return self._repeated(*span)
        for close in batch.closes:
            self._close(close)
        salt = os.urandom(SALT) if batch.erase else b""
        for drop in batch.drops:
            self._drop(drop, salt)
        for scope, ids in self.erased.items():
            self.removed["changes"] += unname(self.db, scope, ids)
        self._put_all(batch.puts)
        for seen in batch.seen:
            self._see(seen)
        self._late(batch.vectors)
        for terms in batch.terms:
            self._terms(terms)
        for model in batch.forget:
            self._forget(model)
        self._save_places()
        return self._finish(key, batch.cursors)

    def place(self, owner: Owner, create: bool = False) -> Place | None:
        """An owner's row, made on the first write."""
        if owner not in self.places:
            found = find_place(self.db, owner)
            if found is None and create:
                self.db.execute(
                    "INSERT INTO owners(tenant, kind, id, terms) VALUES(?, ?, ?, ?)",
                    (owner.tenant, owner.kind, owner.id, self.terms_version),
                )
                found = Place(self.db.last_insert_rowid(), 1, 0, 0, 0)
            if found is None:
                return None
            self.places[owner] = found
        return self.places[owner]

    def _put_all(self, puts: Sequence[Put]) -> None:
        by_owner: dict[Owner, list[Put]] = defaultdict(list)
        for put in puts:
            by_owner[put.record.scope.owner].append(put)
        for owner, group in by_owner.items():
            place = self.place(owner, create=True)
            assert place is not None
            self._put(owner, place, group)

    def _put(self, owner: Owner, place: Place, puts: Sequence[Put]) -> None:
        now = time.time_ns() // 1000
        entries: postings.Entries = {}
        messages, notes, ids = [], [], []
        vectors: list[tuple[int, Vector]] = []
        batch: dict[str, Record] = {}
        for put in puts:
            record = put.record
            known = batch.get(record.id) or self._find(owner, place, record.id)
            if known is not None:
                require_same(known, record)
                continue
            batch[record.id] = record
            n, place.next = place.next, place.next + 1
            place.length += postings.length(put.terms)
            ids.append((place.scope, pack_id(record.id), n))
            if isinstance(record, Message):
                messages.append((*self._message_row(place, n, record), now))
            else:
                notes.append(self._note_row(place, n, record))
            postings.collect(entries, n, put.terms)
            if put.vector is not None:
                vectors.append((n, put.vector))
            self.new.append(record.id)
            self.changes.append((place.scope, "put", n, ids[-1][1]))
        self.db.executemany("INSERT INTO ids(scope, id, n) VALUES(?, ?, ?)", ids)
        self._insert("messages", f"{rows.MESSAGE}, sum, recorded", messages)
        try:
            self._insert("notes", f"{rows.NOTE}, sum", notes)
        except apsw.ConstraintError:
            raise Stale("another note has this key by now; read it, then retry") from None
        postings.append(self.db, place.scope, entries)
        self._vectors(place.scope, vectors)

    def _message_row(self, place: Place, n: int, message: Message) -> tuple[Any, ...]:
        place.messages += 1
        row = rows.message_row(message, self._turn(place, message.session_id))
        return (place.scope, n, *row, rows.checksum(row))

    def _note_row(self, place: Place, n: int, note: Note) -> tuple[Any, ...]:
        place.notes += 1
        self._link(place, n, note)
        marks.keep(self.db, place.scope, n, note)
        row = rows.note_row(note)
        return (place.scope, n, *row, rows.checksum(row))

    def _turn(self, place: Place, session: str | None) -> int | None:
        """The next place in a session; a number is not used twice while the session has any."""
        if session is None:
            return None
        key = (place.scope, session)
        if key not in self.turns:
            self.turns[key] = (
                self.db.execute("SELECT next FROM sessions WHERE scope = ? AND id = ?", key).get
                or 0
            )
        self.turns[key] += 1
        return self.turns[key] - 1

    def _insert(self, table: str, columns: str, values: Sequence[tuple[Any, ...]]) -> None:
        if values:
            marks = ", ".join("?" * len(values[0]))
            self.db.executemany(f"INSERT INTO {table}(scope, n, {columns}) VALUES({marks})", values)

    def _find(self, owner: Owner, place: Place, id: str) -> Record | None:
        n = self._number(place, id)
        return None if n is None else read_record(self.db, owner, place.scope, n)

    def _number(self, place: Place, id: str) -> int | None:
        key = (place.scope, pack_id(id))
        found: int | None = self.db.execute("SELECT n FROM ids WHERE scope = ? AND id = ?", key).get
        return found

    def _link(self, place: Place, n: int, note: Note) -> None:
        cited = [(place.scope, pack_id(source), n) for source in dict.fromkeys(note.sources)]
        self.db.executemany("INSERT INTO cited(scope, message, n) VALUES(?, ?, ?)", cited)
        remaking.relate(self.db, place.scope, {n: note})

    def _vectors(self, scope: int, vectors: Iterable[tuple[int, Vector]]) -> None:
        by_model: dict[str, list[tuple[int, Vector]]] = defaultdict(list)
        for n, vector in vectors:
            by_model[vector.model].append((n, vector))
        for name, group in by_model.items():
            model, size = self._model(name, len(group[0][1].data))
            matrix = checked([vector.data for _, vector in group], len(group), size)
            values = [
                (scope, model, n, data) for (n, _), data in zip(group, pack(matrix), strict=True)
            ]
            before = self.db.total_changes()
            self.db.executemany(
                "INSERT OR IGNORE INTO vectors(scope, model, n, data) VALUES(?, ?, ?, ?)", values
            )
            added = self.db.total_changes() - before
            if added < len(values):
                self.db.executemany(
                    "REPLACE INTO vectors(scope, model, n, data) VALUES(?, ?, ?, ?)", values
                )
            self._count_vectors(scope, model, added)

    def _count_vectors(self, scope: int, model: int, change: int) -> None:
        self.db.execute(
            "INSERT INTO embedded(scope, model, vectors) VALUES(?1, ?2, ?3) "
            "ON CONFLICT DO UPDATE SET vectors = vectors + ?3",
            (scope, model, change),
        )

    def _model(self, name: str, size: int) -> tuple[int, int]:
        row = self.db.execute("SELECT model, size FROM models WHERE name = ?", (name,)).fetchone()
        if row is None:
            self.db.execute("INSERT INTO models(name, size) VALUES(?, ?)", (name, size))
            return self.db.last_insert_rowid(), size
        return row[0], row[1]

    def _close(self, close: Close) -> None:
        place, n = self._known(close.scope.owner, close.id)
        key = (place.scope, n)
        note = read_record(self.db, close.scope.owner, *key)
        if not isinstance(note, Note) or not close.scope.admits(note):
            raise NotFound("no note with this id in this scope")
        if not note.open:
            raise Stale("the note was closed meanwhile; read it again, then retry")
        keep_end(self.db, *key, note)
        ended = note.valid_to if close.valid_to is None else close.valid_to
        cites = self.db.execute("SELECT sources FROM notes WHERE scope = ? AND n = ?", key).get
        written = tuple(json.loads(cites)) if cites else ()
        row = rows.note_row(
            replace(note, closed_at=close.closed_at, valid_to=ended, sources=written)
        )
        self.db.execute(
            "UPDATE notes SET closed = ?, valid_to = ?, sum = ? WHERE scope = ? AND n = ?",
            (
                micros(close.closed_at),
                None if ended is None else micros(ended),
                rows.checksum(row),
                *key,
            ),
        )
        self.changes.append((place.scope, "close", n, pack_id(close.id)))

    def _see(self, seen: Seen) -> None:
        place = self.place(seen.scope.owner)
        n = None if place is None else self._number(place, seen.id)
        if place is None or n is None:
            raise Stale("the note is gone; read again, then retry")
        note = read_record(self.db, seen.scope.owner, place.scope, n)
        if not isinstance(note, Note) or not seen.scope.admits(note):
            raise Stale("the note is gone; read again, then retry")
        marks.see(self.db, place.scope, n, note, seen)

    def _drop(self, drop: Drop, salt: bytes) -> None:
        record, owner = drop.record, drop.record.scope.owner
        place, n = self._known(owner, record.id)
        table = "messages" if isinstance(record, Message) else "notes"
        if isinstance(record, Note) and record.open:
            marks.require_open(self.db, place.scope, n)
        self.db.execute(f"DELETE FROM {table} WHERE scope = ? AND n = ?", (place.scope, n))
        if not self.db.changes():
            raise NotFound("no such record in this scope")
        id = pack_id(record.id)
        if isinstance(record, Message):
            self._drop_message(place, record, id)
        else:
            self._drop_note(place, n, record)
        place.length -= postings.length(drop.terms)
        self.db.execute("DELETE FROM ids WHERE scope = ? AND id = ?", (place.scope, id))
        postings.remove(self.db, place.scope, n, drop.terms)
        self.removed["terms"] += len(drop.terms)
        self._drop_vectors(place.scope, n)
        if salt:
            self.erased[place.scope].add(id)
            self.changes.append((place.scope, "erase", n, mark(owner, record.id, salt)))
        else:
            self.changes.append((place.scope, "drop", n, id))

    def _drop_message(self, place: Place, message: Message, id: Any) -> None:
        place.messages -= 1
        self._end_session(place, message.session_id)
        self.db.execute("DELETE FROM cited WHERE scope = ? AND message = ?", (place.scope, id))
        self.removed["citations"] += self.db.changes()

    def _drop_note(self, place: Place, n: int, note: Note) -> None:
        place.notes -= 1
        self._unlink(place, n, note)
        self.removed.update(marks.forget(self.db, place.scope, n))
        self.db.execute("DELETE FROM ends WHERE scope = ? AND n = ?", (place.scope, n))

    def _drop_vectors(self, scope: int, n: int) -> None:
        models: list[Any] = self.db.execute("SELECT model FROM models").fetchall()
        for (model,) in models:
            self.db.execute(
                "DELETE FROM vectors WHERE scope = ? AND model = ? AND n = ?", (scope, model, n)
            )
            self.removed["vectors"] += (gone := self.db.changes())
            self._count_vectors(scope, model, -gone)

    def _end_session(self, place: Place, session: str | None) -> None:
        """Forget a session that has no message left."""
        key = (place.scope, session)
        left = self.db.execute("SELECT 1 FROM messages WHERE scope = ? AND session_id = ?", key)
        if session is not None and left.fetchone() is None:
            self.db.execute("DELETE FROM sessions WHERE scope = ? AND id = ?", key)
            self.removed["sessions"] += self.db.changes()

    def _unlink(self, place: Place, n: int, note: Note) -> None:
        for source in note.sources:
            self.db.execute(
                "DELETE FROM cited WHERE scope = ? AND message = ? AND n = ?",
                (place.scope, pack_id(source), n),
            )
            self.removed["citations"] += self.db.changes()
        for name in entities(note):
            self.db.execute(
                "DELETE FROM edges WHERE scope = ? AND entity = ? AND n = ?",
                (place.scope, name, n),
            )
            self.removed["edges"] += self.db.changes()

    def _late(self, late: Sequence[Late]) -> None:
        by_scope: dict[int, list[tuple[int, Vector]]] = defaultdict(list)
        for one in late:
            place = self.place(one.scope.owner)
            n = None if place is None else self._number(place, one.id)
            if place is None or n is None:
                continue
            by_scope[place.scope].append((n, one.vector))
            self.changes.append((place.scope, "vector", n, pack_id(one.id)))
        for scope, vectors in by_scope.items():
            self._vectors(scope, vectors)

    def _terms(self, terms: Terms) -> None:
        place = self.place(terms.owner)
        if place is None:
            return
        numbers = {self._number(place, put.record.id) or 0: put for put in terms.puts}
        if len(numbers) != place.records or 0 in numbers:
            raise Stale("records came or went while the terms were made; make them again")
        place.length = remaking.remake(self.db, place.scope, numbers)
        self.db.execute("UPDATE owners SET terms = ? WHERE scope = ?", (terms.version, place.scope))

    def _forget(self, name: str) -> None:
        model = self.db.execute("SELECT model FROM models WHERE name = ?", (name,)).get
        if model is None:
            return
        for (scope,) in self.db.execute("SELECT scope FROM owners").fetchall():
            self.db.execute("DELETE FROM vectors WHERE scope = ? AND model = ?", (scope, model))
            self.db.execute("DELETE FROM embedded WHERE scope = ? AND model = ?", (scope, model))
        self.db.execute("DELETE FROM models WHERE model = ?", (model,))

    def _known(self, owner: Owner, id: str) -> tuple[Place, int]:
        place = self.place(owner)
        n = None if place is None else self._number(place, id)
        if place is None or n is None:
            raise NotFound("no such id in this scope")
        return place, n

    def _save_places(self) -> None:
        self.db.executemany(
            "UPDATE owners SET next = ?, messages = ?, notes = ?, length = ? WHERE scope = ?",
            [(p.next, p.messages, p.notes, p.length, p.scope) for p in self.places.values()],
        )

        self.db.executemany(
            "REPLACE INTO sessions(scope, id, next) VALUES(?, ?, ?)",
            [(*key, after) for key, after in self.turns.items()],
        )

    def _finish(self, key: bytes, cursors: Sequence[Cursor]) -> Committed:
        before = last_change(self.db)
        self.db.executemany(
            "INSERT INTO changes(scope, op, n, id) VALUES(?, ?, ?, ?)", self.changes
        )
        last = last_change(self.db)
        for cursor in cursors:
            place = self.place(cursor.owner, create=True)
            assert place is not None
            marks.move(self.db, place.scope, cursor, before, last)
        self.db.execute(
            "INSERT INTO batches(id, first, last) VALUES(?, ?, ?)", (key, before + 1, last)
        )
        keep_moment(self.db, last)
        removed = {what: count for what, count in self.removed.items() if count}
        return Committed(last, tuple(self.new), removed if self.erased else {})

    def _repeated(self, first: int, last: int) -> Committed:
        feed = self.db.execute(
            "SELECT id FROM changes WHERE seq BETWEEN ? AND ? AND op = 'put' ORDER BY seq",
            (first, last),
        )
        return Committed(last, tuple(rows.unpack_id(id) for (id,) in feed))
