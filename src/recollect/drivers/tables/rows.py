"""Rows to records and back, where a record is a row of columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ...errors import IdConflict
from ...times import from_micros, micros
from ...types import Message, Note, Owner, Record

Row = tuple[Any, ...]

MESSAGE = "id, at, role, name, agent_id, session_id, turn, metadata, content"
NOTE = (
    "id, learned, recorded, closed, valid_from, valid_to, kind, key, subject, relation, object, "
    "importance, confidence, trust, agent_id, session_id, replaces, sources, metadata, value, text"
)


def spelled(value: Any) -> str:
    """The one spelling that metadata is stored in and compared by."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def dump(value: Any) -> str | None:
    """JSON in that spelling; None for an empty mapping."""
    if value == {}:
        return None
    return spelled(dict(value) if isinstance(value, Mapping) else value)


def unpack_id(id: str | bytes) -> str:
    """The text of an id, which a store may keep as bytes: half the room."""
    return id if isinstance(id, str) else id.hex()


def message_row(message: Message, turn: int | None) -> Row:
    """The columns of MESSAGE, in order."""
    return (
        message.id,
        micros(message.at),
        message.role,
        message.name,
        message.agent_id,
        message.session_id,
        turn,
        dump(message.metadata),
        message.content,
    )


def message(owner: Owner, row: Row) -> Message:
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


def note_row(note: Note) -> Row:
    """The columns of NOTE, in order."""
    return (
        note.id,
        micros(note.learned_at),
        micros(note.recorded_at),
        stamp(note.closed_at),
        stamp(note.valid_from),
        stamp(note.valid_to),
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


def note(owner: Owner, row: Row, seen: int = 1, last_seen: datetime | None = None) -> Note:
    """The note of a NOTE row, and how often it was said."""
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
        valid_from=moment(valid_from),
        valid_to=moment(valid_to),
        learned_at=from_micros(learned),
        closed_at=moment(closed),
        recorded_at=from_micros(recorded),
        importance=importance,
        confidence=confidence,
        trust=trust,
        sources=tuple(json.loads(sources)) if sources else (),
        seen=seen,
        last_seen=last_seen,
        replaces=replaces,
        metadata=json.loads(metadata) if metadata else {},
        id=unpack_id(id),
        user_id=owner.id if owner.kind == "user" else None,
        agent_id=agent_id,
        session_id=session_id,
        tenant=owner.tenant,
    )


def stamp(value: datetime | None) -> int | None:
    """Microseconds, or nothing."""
    return None if value is None else micros(value)


def moment(value: int | None) -> datetime | None:
    """The datetime of such a stamp."""
    return None if value is None else from_micros(value)


def require_same(known: Record, record: Record) -> None:
    """An id may be put again with the same words only."""
    role = getattr(known, "role", None)
    if known.text != record.text or role != getattr(record, "role", None):
        raise IdConflict(
            f"the id {record.id!r} is taken by other words; leave the id out to store a new record"
        )
