"""Rows to records and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from ...times import from_micros, micros
from ...types import Message, Note, Owner, Record

MESSAGE = "id, at, role, name, agent_id, session_id, turn, metadata, content"
NOTE = (
    "id, learned, recorded, closed, valid_from, valid_to, kind, key, subject, relation, object, "
    "importance, confidence, trust, agent_id, session_id, replaces, sources, metadata, value, "
    "times, last, text"
)
MESSAGE_TYPES = "text bigint text text text text bigint text text".split()
NOTE_TYPES = (
    "text bigint bigint bigint bigint bigint text text text text text "
    "float8 float8 float8 text text text text text text bigint bigint text"
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


def place(row: tuple[Any, ...]) -> Place:
    """The place of a PLACE row."""
    key, kind, id, tenant, *counters = row
    return Place(key, Owner(kind, id, tenant), *counters)


def dump(value: Any) -> str | None:
    """JSON in one canonical spelling; None for an empty mapping."""
    if value == {}:
        return None
    return spelled(dict(value) if isinstance(value, Mapping) else value)


def spelled(value: Any) -> str:
    """The one spelling that metadata is stored in and compared by."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def message_row(message: Message, turn: int | None) -> tuple[Any, ...]:
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


def message(owner: Owner, row: tuple[Any, ...]) -> Message:
    """The message of a MESSAGE row."""
    id, at, role, name, agent_id, session_id, turn, metadata, content = row
    return Message(
        content,
        role,
        name,
        from_micros(at),
        json.loads(metadata) if metadata else {},
        id,
        owner.id if owner.kind == "user" else None,
        agent_id,
        session_id,
        owner.tenant,
        turn,
    )


def note_row(note: Note) -> tuple[Any, ...]:
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
        note.seen,
        stamp(note.last_seen),
        note.text,
    )


def note(owner: Owner, row: tuple[Any, ...]) -> Note:
    """The note of a NOTE row."""
    (id, learned, recorded, closed, valid_from, valid_to, kind, key, subject, relation, object_,
     importance, confidence, trust, agent_id, session_id, replaces, sources, metadata, value,
     times, last, text) = row  # fmt: skip
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
        seen=times,
        last_seen=_moment(last),
        replaces=replaces,
        metadata=json.loads(metadata) if metadata else {},
        id=id,
        user_id=owner.id if owner.kind == "user" else None,
        agent_id=agent_id,
        session_id=session_id,
        tenant=owner.tenant,
    )


def record(owner: Owner, row: tuple[Any, ...]) -> Record:
    """The message or note of a MESSAGE or NOTE row: they differ in length."""
    return message(owner, row) if len(row) == len(MESSAGE_TYPES) else note(owner, row)


def stamp(value: datetime | None) -> int | None:
    """Microseconds, or nothing."""
    return None if value is None else micros(value)


def _moment(value: int | None) -> datetime | None:
    return None if value is None else from_micros(value)
