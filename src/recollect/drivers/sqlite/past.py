"""Looking back: which rows stood at a moment, and how."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import apsw

from ...errors import StoreCorrupt
from ...orders import AsOf
from ...past import Cited, Life, ended_by, stood
from ...times import from_micros, micros
from ...types import Note
from ..tables.clauses import LAST_WORD, Clause, Table
from . import rows

NEWER = (
    "SELECT {{}} FROM notes AS newer INDEXED BY notes_key "
    "WHERE newer.scope = notes.scope AND newer.key = notes.key "
    "AND newer.agent_id IS notes.agent_id AND newer.session_id IS notes.session_id "
    "AND ({}) > ({}) AND newer.learned <= ?"
).format(LAST_WORD.format("newer"), LAST_WORD.format("notes"))
CLOSED_SINCE = "SELECT c.n FROM changes AS c WHERE c.scope = ? AND c.seq > ? AND c.op = 'close'"


@dataclass(frozen=True, slots=True)
class Past:
    """A moment in the life of an owner's rows; `last` is the highest number by then."""

    scope: int
    as_of: AsOf
    last: int = 0

    @classmethod
    def of(cls, db: apsw.Connection, scope: int, as_of: AsOf | None) -> Past | None:
        """What is asked about; None for the present."""
        if as_of is None:
            return None
        if as_of.position is None:
            return cls(scope, as_of)
        last = db.execute(
            "SELECT n FROM changes WHERE scope = ? AND seq <= ? AND op = 'put' "
            "ORDER BY seq DESC LIMIT 1",
            (scope, as_of.position),
        ).get
        return cls(scope, as_of, last or 0)

    def narrow(self, made: Clause, table: Table, closed: bool = False) -> None:
        """Let through what was known then; of notes, unless `closed`, what was open."""
        at = micros(self.as_of.at)
        if self.as_of.position is not None:
            made.add("n <= ?", self.last)
        else:
            made.add("at <= ?" if table == "messages" else "learned <= ?", at)
        if table == "messages" or closed:
            return
        if self.as_of.position is not None:
            position = self.as_of.position
            made.add(f"(closed IS NULL OR n IN ({CLOSED_SINCE}))", self.scope, position)
        else:
            made.add("(closed IS NULL OR closed > ?)", at)
            made.add(f"(key IS NULL OR NOT EXISTS({NEWER.format('1')}))", at)

    def known(self, db: apsw.Connection, room: int) -> Any:
        """Which numbers were known, open or not."""
        import numpy as np

        marks = np.zeros(room, dtype=bool)
        tables: tuple[Table, ...] = ("messages", "notes")
        for table in tables:
            made = Clause()
            made.add("scope = ?", self.scope)
            self.narrow(made, table, closed=True)
            cursor = db.execute(f"SELECT n FROM {table} WHERE {made}", tuple(made.values))
            marks[[n for (n,) in cursor]] = True
        return marks

    def stood(self, db: apsw.Connection, notes: Sequence[tuple[int, Note]]) -> dict[int, Note]:
        """Notes as they were, by number."""
        changed = [n for n, note in notes if not note.open]
        before = self._before(db, changed)
        ended = self._ended(db, [(n, note) for n, note in notes if note.closed_at is not None])
        cites = self._cites(db, [n for n, note in notes if note.seen > 1])
        seqs = replace(self.as_of, position=self.as_of.position and self.last)
        found = {}
        for n, note in notes:
            life = Life(note, n, valid_to=before.get(n))
            found[n] = stood(life, ended.get(n), cites.get(n, []), seqs)
        return found

    def _before(self, db: apsw.Connection, numbers: Sequence[int]) -> dict[int, datetime]:
        """Until when notes were said to hold before they were closed."""
        cursor = db.executemany(
            "SELECT n, valid_to, seal FROM ends WHERE scope = ? AND n = ?",
            [(self.scope, n) for n in numbers],
        )
        found = {}
        for n, valid_to, seal in cursor:
            if rows.checksum((n, valid_to)) != seal:
                raise StoreCorrupt("a stored time is not what was written; run: recollect verify")
            found[n] = from_micros(valid_to)
        return found

    def _ended(
        self, db: apsw.Connection, notes: Sequence[tuple[int, Note]]
    ) -> dict[int, datetime | None]:
        """When notes that are closed now had been closed by then."""
        if self.as_of.position is not None:
            since = db.execute(CLOSED_SINCE, (self.scope, self.as_of.position))
            open = {n for (n,) in since}
            return {n: None if n in open else note.closed_at for n, note in notes}
        at = micros(self.as_of.at)
        newer = db.executemany(
            f"SELECT n, ({NEWER.format('min(newer.learned)')}) FROM notes WHERE scope = ? "
            "AND n = ? AND key IS NOT NULL",
            [(at, self.scope, n) for n, _ in notes],
        )
        replaced = {n: from_micros(learned) for n, learned in newer if learned is not None}
        return ended_by(self.as_of.at, {n: note.closed_at for n, note in notes}, replaced)

    def _cites(self, db: apsw.Connection, numbers: Sequence[int]) -> dict[int, list[Cited]]:
        """The messages that some notes rest on, in the order they came."""
        if not numbers:
            return {}
        cursor = db.execute(
            "SELECT c.n, m.id, m.at, m.n FROM cited AS c "
            "JOIN ids AS i ON i.scope = c.scope AND i.id = c.message "
            "JOIN messages AS m ON m.scope = i.scope AND m.n = i.n "
            "WHERE c.scope = ? AND c.n IN (SELECT value FROM json_each(?)) ORDER BY m.n",
            (self.scope, json.dumps(numbers)),
        )
        found: dict[int, list[Cited]] = {}
        for n, id, at, number in cursor:
            found.setdefault(n, []).append(Cited(rows.unpack_id(id), from_micros(at), number))
        return found


def position(db: apsw.Connection, at: datetime) -> int:
    """How far the feed had come at a moment."""
    found = db.execute(
        "SELECT position FROM moments WHERE at <= ? ORDER BY position DESC LIMIT 1", (micros(at),)
    )
    return found.get or 0


def keep_moment(db: apsw.Connection, last: int) -> None:
    """Write down when the feed came so far."""
    now = time.time_ns() // 1000
    db.execute("INSERT OR IGNORE INTO moments(position, at) VALUES(?, ?)", (last, now))


def keep_end(db: apsw.Connection, scope: int, n: int, note: Note) -> None:
    """Write down until when a note was said to hold, before it is closed."""
    if note.valid_to is not None:
        row = (n, micros(note.valid_to))
        db.execute(
            "REPLACE INTO ends(scope, n, valid_to, seal) VALUES(?, ?, ?, ?)",
            (scope, *row, rows.checksum(row)),
        )
