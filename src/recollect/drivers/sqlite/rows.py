"""Rows to records and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ...errors import StoreCorrupt
from ...times import from_micros, micros
from ...types import Message, Note, Owner

MESSAGE = "id, at, role, name, agent_id, session_id, turn, metadata, content"
NOTE = (
    "id, learned, recorded, closed, valid_from, valid_to, kind, key, subject, relation, object, "
    "importance, confidence, trust, agent_id, session_id, replaces, sources, metadata, value, text"
)
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


def unpack_id(id: str | bytes) -> str:
    """The text of a packed id."""
    return id if isinstance(id, str) else id.hex()


def dump(value: Any) -> str | None:
    """JSON in one canonical spelling; None for an empty mapping."""
    if value == {}:
        return None
    return json.dumps(dict(value) if isinstance(value, Mapping) else value,
                      ensure_ascii=False, sort_keys=True, separators=(",", ":"))  # fmt: skip


def checksum(row: Sequence[Any]) -> int:
    """A number that a row whose bytes were changed on the disk no longer has."""
    return zlib.crc32("\0".join(map(str, row)).encode("utf-8", "surrogatepass"))


def whole(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The columns of a row that was read with its sum behind them."""
    *columns, wanted = row
    if checksum(columns) != wanted:
        raise StoreCorrupt(
            "a stored record is not what was written: the disk or another program changed it. "
            "The file was left as it is; run: recollect verify"
        )
    return tuple(columns)


def read_message(owner: Owner, row: tuple[Any, ...]) -> Message:
    """The message of a row of MESSAGE and its sum."""
    return message(owner, whole(row))


def read_note(owner: Owner, row: tuple[Any, ...]) -> Note:
    """The note of a NOTE_READ row: as it was written, and how often it was said since."""
    made = note(owner, whole(row[:-4]))
    if row[-1] is None:
        return made
    times, last, cites = whole(row[-4:])
    return replace(made, seen=times, last_seen=_moment(last), sources=tuple(json.loads(cites)))


def message_row(message: Message, turn: int | None) -> tuple[Any, ...]:
    """The columns of MESSAGE, in order."""
    return (
        pack_id(message.id),
        micros(message.at),
        message.role,
        message.name,
        message.agent_id,
        message.session_id,
        turn,
        dump(message.metadata),
        message.content,
    )


def message(owner: Owner, row: tuple[Any, ...]) -> Message:
    """The message of a MESSAGE row."""
    id, at, role, name, agent_id, session_id, turn, metadata, content = row
    return Message(
        content,
        role,
        name,
        from_micros(at),
        json.loads(metadata) if metadata else {},
        unpack_id(id),
        owner.id if owner.kind == "user" else None,
        agent_id,
        session_id,
        owner.tenant,
        turn,
    )


def note_row(note: Note) -> tuple[Any, ...]:
    """The columns of NOTE, in order."""
    return (
        pack_id(note.id),
        micros(note.learned_at),
        micros(note.recorded_at),
        _micros(note.closed_at),
        _micros(note.valid_from),
        _micros(note.valid_to),
        note.kind,
        note.key,
        note.subject,
        note.relation,
        note.object,
        float(note.importance),
        float(note.confidence),
        float(note.trust),
        note.agent_id,
        note.session_id,
        note.replaces,
        json.dumps(note.sources) if note.sources else None,
        dump(note.metadata),
        None if note.value is None else json.dumps(note.value, ensure_ascii=False),
        note.text,
    )


def note(owner: Owner, row: tuple[Any, ...]) -> Note:
    """The note of a NOTE row."""
    (id, learned, recorded, closed, valid_from, valid_to, kind, key, subject, relation, object_,
     importance, confidence, trust, agent_id, session_id, replaces, sources, metadata, value,
     text) = row  # fmt: skip
    return Note(
        text=text,
        kind=kind,
        key=key,
        value=None if value is None else json.loads(value),
        subject=subject,
        relation=relation,
        object=object_,
        valid_from=_moment(valid_from),
        valid_to=_moment(valid_to),
        learned_at=from_micros(learned),
        closed_at=_moment(closed),
        recorded_at=from_micros(recorded),
        importance=importance,
        confidence=confidence,
        trust=trust,
        sources=tuple(json.loads(sources)) if sources else (),
        replaces=replaces,
        metadata=json.loads(metadata) if metadata else {},
        id=unpack_id(id),
        user_id=owner.id if owner.kind == "user" else None,
        agent_id=agent_id,
        session_id=session_id,
        tenant=owner.tenant,
    )


def _micros(value: datetime | None) -> int | None:
    return None if value is None else micros(value)


def _moment(value: int | None) -> datetime | None:
    return None if value is None else from_micros(value)
