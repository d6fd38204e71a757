"""The embedded store: one file, one transaction for records and all their indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import apsw

from ... import text
from ...errors import StoreCorrupt
from ...orders import (
    NOBODY,
    Batch,
    Candidate,
    Change,
    Committed,
    Found,
    Look,
    Match,
    Nearest,
    Neighbours,
    Put,
    Query,
    Vector,
)
from ...ports import Features
from ...times import from_micros
from ...types import (
    EVERYTHING,
    Message,
    Note,
    Owner,
    OwnerInfo,
    Record,
    Report,
    Scope,
    SessionInfo,
    Stats,
)
from ...vectors import unpack
from ..registry import local_url
from ..sizes import size_of
from . import counting, marks, rows, search
from .check import check
from .connections import Connections
from .erasing import erase
from .filters import clause, query_clause
from .looking import look
from .past import Past, position
from .places import find_place, read_record
from .scrubbing import scrub
from .shards import Shards
from .tracing import traces
from .writer import Writer


class SQLiteStore:
    """Messages, notes, vectors, terms and edges in one SQLite file."""

    features = Features(
        nearest=True,
        match=True,
        look=True,
        neighbours=True,
        as_of=True,
        durable=True,
        shared=True,
    )

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.url = local_url("sqlite", self.path)
        self._shards = Shards()
        self._connections = Connections(self.path, self._shards.after_fork)

    def commit(self, batch: Batch) -> Committed:
        """Do all of a batch, on the disk before this returns, or none of it."""
        with self._connections.write() as db:
            done = Writer(db, text.VERSION).apply(batch)
        if batch.forget or batch.erase:
            self._shards.clear()
        return done

    def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        return self._records("messages", query)

    def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        return self._records("notes", query)

    def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id."""
        with self._connections.read() as db:
            cursor = db.execute(
                "SELECT o.kind, o.id, o.tenant FROM owners AS o CROSS JOIN ids AS i "
                "ON i.scope = o.scope AND i.id = ?",
                (rows.pack_id(id),),
            )
            return [Owner(*row) for row in cursor]

    def changes(self, after: int, limit: int = 1000, owner: Owner | None = None) -> list[Change]:
        """The feed behind a position."""
        with self._connections.read() as db:
            place = None if owner is None else find_place(db, owner)
            if owner is not None and place is None:
                return []
            whose = "" if place is None else f"AND c.scope = {place.scope} "
            cursor = db.execute(
                "SELECT c.seq, c.op, c.scope, c.n, c.id, o.kind, o.id, o.tenant "
                "FROM changes AS c LEFT JOIN owners AS o USING(scope) "
                f"WHERE c.seq > ? {whose}ORDER BY c.seq LIMIT ?",
                (after, limit),
            ).fetchall()
            return [_change(db, row) for row in cursor]

    def position(self, at: datetime) -> int:
        """How far the feed had come at a moment."""
        with self._connections.read() as db:
            return position(db, at)

    def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        with self._connections.read() as db:
            place = find_place(db, owner)
            return 0 if place is None else marks.position(db, place.scope, name)

    def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are whose names begin so."""
        with self._connections.read() as db:
            place = find_place(db, owner)
            return {} if place is None else marks.positions(db, place.scope, prefix)

    def pending(self, model: str, limit: int) -> list[Record]:
        """Records without a vector of this model."""
        with self._connections.read() as db:
            return counting.pending(db, model, limit)

    def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        with self._connections.read() as db:
            cursor = db.execute(
                "SELECT kind, id, tenant, messages, notes FROM owners "
                "WHERE messages + notes > 0 ORDER BY tenant, kind DESC, id"
            )
            return [OwnerInfo(Owner(*row[:3]), row[3], row[4]) for row in cursor]

    def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        with self._connections.read() as db:
            place = find_place(db, scope.owner)
            made = None if place is None else clause("messages", place.scope, scope, EVERYTHING)
            if made is None:
                return []
            cursor = db.execute(
                "SELECT session_id, count(*), min(at), max(at) FROM messages "
                f"WHERE {made} AND session_id IS NOT NULL GROUP BY session_id ORDER BY min(at), 1",
                tuple(made.values),
            )
            return [SessionInfo(s, n, from_micros(a), from_micros(b)) for s, n, a, b in cursor]

    def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept."""
        with self._connections.read() as db:
            counted = counting.stats(db, model, owner, tenant)
        whole = owner is None and tenant is None
        return replace(counted, bytes=self._bytes()) if whole else counted

    def check(self) -> Report:
        """Look for damage in the file and in every index."""
        with self._connections.read() as db:
            return check(db)

    def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms another version of the text analysis made."""
        with self._connections.read() as db:
            cursor = db.execute("SELECT kind, id, tenant FROM owners WHERE terms <> ?", (version,))
            return [Owner(*row) for row in cursor]

    def erase(self, owner: Owner) -> dict[str, int]:
        """Remove an owner's rows everywhere, its name too."""
        with self._connections.write() as db:
            removed = erase(db, owner)
        self._shards.clear()
        return removed

    def scrub(self) -> list[str]:
        """Overwrite whatever removed rows left in the file, and empty its log."""
        self._shards.clear()
        return scrub(self._connections)

    def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read in the file, its log, or a copy beside it."""
        with self._connections.read() as db:
            return traces(self._connections.path, db, needles)

    def close(self) -> None:
        """Release the file."""
        self._connections.close()
        self._shards.clear()

    def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        with self._connections.read() as db:
            return search.nearest(db, self._shards, request)

    def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        with self._connections.read() as db:
            return search.match(db, self._shards, request)

    def look(self, request: Look) -> list[Candidate]:
        """All that may answer, each scored every way, from one state of the file."""
        with self._connections.read() as db:
            return look(db, self._shards, request)

    def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes at some entities, newest first."""
        with self._connections.read() as db:
            return search.neighbours(db, request)

    def _records(self, table: Any, query: Query) -> list[Any]:
        columns, time, decode = (
            (f"{rows.MESSAGE}, sum FROM messages", "at", rows.read_message)
            if table == "messages"
            else (f"{rows.NOTE_READ} FROM {rows.NOTES}", "learned", rows.read_note)
        )
        owner = query.scope.owner
        with self._connections.read() as db:
            place = find_place(db, owner)
            if place is None or not getattr(place, table):
                return []
            made = query_clause(db, table, place.scope, query)
            if made is None:
                return []
            past = Past.of(db, place.scope, query.as_of)
            if past is not None:
                past.narrow(made, table, query.closed)
            # The plus keeps SQLite from walking the time index when a few ids are wanted.
            order = time if query.ids is None else f"+{time}"
            sql = f"SELECT n, {columns} WHERE {made} ORDER BY {order}"
            if query.last is None:
                found = db.execute(f"{sql}, n", tuple(made.values)).fetchall()
            else:
                sql += " DESC, n DESC LIMIT ?"
                found = db.execute(sql, (*made.values, query.last)).fetchall()[::-1]
            everything = Query(owner.scope, closed=table == "notes" or query.closed)
            if query == everything and len(found) != getattr(place, table):
                raise StoreCorrupt(f"some {table} are missing; run: recollect verify")
            records: list[Any] = [(row[0], decode(owner, row[1:])) for row in found]
            if past is not None and table == "notes":
                return list(past.stood(db, records).values())
            return [record for _, record in records]

    def _bytes(self) -> int:
        path = self._connections.path
        return size_of((path, Path(f"{path}-wal")))


def _change(db: apsw.Connection, row: tuple[Any, ...]) -> Change:
    seq, op, scope, n, id, *owner = row
    if op == "erase":
        return Change(seq, op, Owner(*owner).scope if n else NOBODY, "", mark=id)
    whose = Owner(*owner)
    record = read_record(db, whose, scope, n)
    put = None if record is None or op == "drop" else Put(record, vector=_vector(db, scope, n))
    return Change(seq, op, record.scope if record else whose.scope, rows.unpack_id(id), put)


def _vector(db: apsw.Connection, scope: int, n: int) -> Vector | None:
    """The vector of the newest model that made one for this record."""
    row = db.execute(
        "SELECT name, size, data FROM models CROSS JOIN vectors AS v "
        "ON v.scope = ? AND v.model = models.model AND v.n = ? ORDER BY models.model DESC LIMIT 1",
        (scope, n),
    ).fetchone()
    return None if row is None else Vector(row[0], unpack([row[2]], row[1])[0])
