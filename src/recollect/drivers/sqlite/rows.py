"""Rows to records and back: each with a sum of its own, and ids packed."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, replace
from functools import cache

from ...errors import StoreCorrupt
from ...types import Message, Note, Owner
from ..tables import rows
from ..tables.rows import MESSAGE as MESSAGE
from ..tables.rows import NOTE as NOTE
from ..tables.rows import Row, moment
from ..tables.rows import message as message
from ..tables.rows import note as note
from ..tables.rows import unpack_id as unpack_id

SEEN = "times, last, cites, seal"
NOTES = "notes LEFT JOIN seen USING(scope, n)"
NOTE_READ = f"{NOTE}, sum, {SEEN}"


@dataclass(slots=True)
class Place:
    """An owner's row: its number, and the counters that a commit moves on."""

    scope: int
    next: int
    messages: int
    notes: int
    length: int

    @property
    def records(self) -> int:
        """Messages and notes together, closed notes included."""
        return self.messages + self.notes


def pack_id(id: str) -> str | bytes:
    """Ids that recollect made take half the room as bytes."""
    if len(id) == 32:
        try:
            raw = bytes.fromhex(id)
        except ValueError:
            return id
        return raw if raw.hex() == id else id
    return id


def checksum(row: Row) -> int:
    """A number that a row whose bytes were changed on the disk no longer has."""
    spelled = _columns(len(row)) % row  # half the time that joining them takes
    return zlib.crc32(spelled.encode("utf-8", "surrogatepass"))


@cache
def _columns(count: int) -> str:
    return "\0".join(["%s"] * count)


def whole(row: Row) -> Row:
    """The columns of a row that was read with its sum behind them."""
    columns = row[:-1]
    if checksum(columns) != row[-1]:
        raise StoreCorrupt(
            "a stored record is not what was written: the disk or another program changed it. "
            "The file was left as it is; run: recollect verify"
        )
    return columns


def read_message(owner: Owner, row: Row) -> Message:
    """The message of a row of MESSAGE and its sum."""
    return message(owner, whole(row))


def read_note(owner: Owner, row: Row) -> Note:
    """The note of a NOTE_READ row: as it was written, and how often it was said since."""
    made = note(owner, whole(row[:-4]))
    if row[-1] is None:
        return made
    times, last, cites = whole(row[-4:])
    return replace(made, seen=times, last_seen=moment(last), sources=tuple(json.loads(cites)))


def message_row(message: Message, turn: int | None) -> Row:
    """The columns of MESSAGE, in order."""
    id, *rest = rows.message_row(message, turn)
    return pack_id(id), *rest


def note_row(note: Note) -> Row:
    """The columns of NOTE, in order."""
    id, *rest = rows.note_row(note)
    return pack_id(id), *rest
