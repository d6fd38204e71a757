"""Rows to records and back: a note's with how often it was said."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from ...types import Note, Owner, Record
from ..tables import rows
from ..tables.rows import MESSAGE as MESSAGE
from ..tables.rows import Row, moment
from ..tables.rows import message as message
from ..tables.rows import message_row as message_row
from ..tables.rows import stamp as stamp

NOTE = f"{rows.NOTE}, times, last"
MESSAGE_TYPES = "text bigint text text text text bigint text text".split()
NOTE_TYPES = (
    "text bigint bigint bigint bigint bigint text text text text text "
    "float8 float8 float8 text text text text text text text bigint bigint"
).split()


@dataclass(slots=True)
class Place:
    """An owner's row: its key, and the counters that a commit moves on."""

    key: UUID
    owner: Owner
    next: int = 1
    messages: int = 0
    notes: int = 0
    length: int = 0
    version: int = 0

    @property
    def records(self) -> int:
        """Messages and notes together, closed notes included."""
        return self.messages + self.notes


PLACE = "owner, kind, id, tenant, next, messages, notes, length, terms"


def place(row: Row) -> Place:
    """The place of a PLACE row."""
    key, kind, id, tenant, *counters = row
    return Place(key, Owner(kind, id, tenant), *counters)


def note_row(note: Note) -> Row:
    """The columns of NOTE, in order."""
    return *rows.note_row(note), note.seen, stamp(note.last_seen)


def note(owner: Owner, row: Row) -> Note:
    """The note of a NOTE row."""
    *columns, times, last = row
    return rows.note(owner, tuple(columns), times, moment(last))


def record(owner: Owner, row: Row) -> Record:
    """The message or note of a MESSAGE or NOTE row: they differ in length."""
    return message(owner, row) if len(row) == len(MESSAGE_TYPES) else note(owner, row)
