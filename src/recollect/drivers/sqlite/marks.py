"""What is counted beside the records: how often a note was said, and how far a reader has come."""

from __future__ import annotations

import json

import apsw

from ...errors import Stale
from ...orders import Cursor, Seen
from ...times import micros
from ...types import Note
from . import rows
from .rows import pack_id


def see(db: apsw.Connection, scope: int, n: int, note: Note, seen: Seen) -> None:
    """One more time, unless this message was counted before."""
    if not note.open:
        raise Stale("the note was closed meanwhile; read it again, then retry")
    db.execute(
        "INSERT OR IGNORE INTO cited(scope, message, n) VALUES(?, ?, ?)",
        (scope, pack_id(seen.source), n),
    )
    if db.changes():
        keep(db, scope, n, seen.on(note))


def require_open(db: apsw.Connection, scope: int, n: int) -> None:
    """Stale if a note was closed meanwhile."""
    closed = db.execute("SELECT closed FROM notes WHERE scope = ? AND n = ?", (scope, n)).get
    if closed is not None:
        raise Stale("the note was closed meanwhile; read it again, then retry")


def keep(db: apsw.Connection, scope: int, n: int, note: Note) -> None:
    """Write down how often a note was said, if that was more than once."""
    if note.seen > 1 or note.last_seen is not None:
        last = None if note.last_seen is None else micros(note.last_seen)
        row = (note.seen, last, json.dumps(note.sources))
        db.execute(
            f"REPLACE INTO seen(scope, n, {rows.SEEN}) VALUES(?, ?, ?, ?, ?, ?)",
            (scope, n, *row, rows.checksum(row)),
        )


def forget(db: apsw.Connection, scope: int, n: int) -> dict[str, int]:
    """Drop the count, and the citations that the note itself no longer lists; counts both."""
    db.execute("DELETE FROM seen WHERE scope = ? AND n = ?", (scope, n))
    if not db.changes():
        return {}
    db.execute("DELETE FROM cited WHERE scope = ? AND n = ?", (scope, n))
    return {"counts": 1, "citations": db.changes()}


def position(db: apsw.Connection, scope: int, name: str) -> int:
    """Where a cursor is."""
    return (
        db.execute("SELECT position FROM cursors WHERE scope = ? AND name = ?", (scope, name)).get
        or 0
    )


def positions(db: apsw.Connection, scope: int, prefix: str) -> dict[str, int]:
    """Where the cursors are whose names begin so."""
    found = db.execute(
        "SELECT name, position FROM cursors WHERE scope = ?1 AND substr(name, 1, length(?2)) = ?2",
        (scope, prefix),
    )
    return {str(name): int(place) for name, place in found}


def move(db: apsw.Connection, scope: int, cursor: Cursor, before: int, last: int) -> None:
    """Move a cursor on; `before` and `last` are the feed's ends before and after this commit."""
    present = position(db, scope, cursor.name)
    target = cursor.position
    if target is None:
        if _unread(db, scope, present, before):
            return
        target = last
    elif present != cursor.after:
        raise Stale("somebody moved this cursor; read it again, then retry")
    db.execute(
        "REPLACE INTO cursors(scope, name, position) VALUES(?, ?, ?)", (scope, cursor.name, target)
    )


def _unread(db: apsw.Connection, scope: int, after: int, until: int) -> bool:
    """Whether a message came between two places of the feed."""
    found = db.execute(
        "SELECT 1 FROM changes AS c WHERE scope = ? AND seq > ? AND seq <= ? AND op = 'put' "
        "AND EXISTS(SELECT 1 FROM messages AS m WHERE m.scope = c.scope AND m.n = c.n) LIMIT 1",
        (scope, after, until),
    )
    return found.fetchone() is not None
