"""A memory as mem0 has it: a line of a note's versions under one id, with its metadata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from ...types import Message, Note
from ...write.facts import OF_RULES

MARK = "mem0"
"""The member of a record's metadata that holds what mem0 keeps with a memory."""
LOOSE = {"run_id": "run:", "app_id": "app:"}
"""How the agent's name begins that a run or an app without a user or an agent belongs to."""
KINDS = ("semantic", "episodic", "procedural")
"""The kinds of notes that are memories; summaries and an agent's blocks are not."""


@dataclass(frozen=True, slots=True)
class Item:
    """One memory."""

    id: str
    note: Note
    created_at: datetime
    run_id: str | None = None
    actor_id: str | None = None
    role: str | None = None
    app_id: str | None = None
    expiration_date: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def memory(self) -> str:
        """What it says."""
        return self.note.text

    @property
    def updated_at(self) -> datetime:
        """When it was said so last."""
        return self.note.learned_at

    @property
    def user_id(self) -> str | None:
        """Whose it is."""
        return self.note.user_id

    @property
    def agent_id(self) -> str | None:
        """The agent it belongs to."""
        agent, runs = self.note.agent_id, (self.run_id, self.app_id)
        loose = [f"{start}{id}" for start, id in zip(LOOSE.values(), runs, strict=True)]
        return None if self.note.user_id is None and agent in loose else agent

    @property
    def mark(self) -> dict[str, Any]:
        """What a later version takes along."""
        kept = {
            "metadata": dict(self.metadata),
            "run_id": self.run_id,
            "actor_id": self.actor_id,
            "role": self.role,
            "app_id": self.app_id,
            "expiration_date": self.expiration_date,
        }
        return {name: value for name, value in kept.items() if value not in (None, {})}

    @property
    def fields(self) -> dict[str, Any]:
        """What filters look at: metadata, and above it the fields of the memory itself."""
        own = {
            "id": self.id,
            "memory": self.memory,
            "data": self.memory,
            "user_id": self.user_id,
            "agent_id": self.agent_id,
            "run_id": self.run_id,
            "app_id": self.app_id,
            "actor_id": self.actor_id,
            "role": self.role,
            "created_at": self.created_at.isoformat(),
            "updated_at": self.updated_at.isoformat(),
            "expiration_date": self.expiration_date,
        }
        return {**self.metadata, **own}

    def expired(self, now: datetime) -> bool:
        """Whether its last day is over."""
        if self.expiration_date is None:
            return False
        return date.fromisoformat(self.expiration_date) < now.astimezone(UTC).date()


def item(note: Note, first: Note, source: Message | None) -> Item:
    """A memory from its newest note, its first, and the message that the first rests on."""
    own = mark(note)
    if MARK not in note.metadata and source is not None:
        own = {"run_id": source.session_id, "actor_id": source.name}
        own |= mark(source)
    own.setdefault("run_id", note.session_id)
    metadata = own.pop("metadata", {})
    known = {name: own.get(name) for name in ("run_id", "actor_id", "role", "app_id")}
    return Item(
        first.id,
        note,
        first.learned_at,
        **known,
        expiration_date=_day(own.get("expiration_date")),
        metadata=metadata if isinstance(metadata, Mapping) else {},
    )


def mark(record: Message | Note) -> dict[str, Any]:
    """What a record says of itself as a memory of mem0."""
    found = record.metadata.get(MARK)
    return dict(found) if isinstance(found, Mapping) else {}


def marked(note: Note, made: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a version that was edited by hand."""
    kept = {name: one for name, one in note.metadata.items() if name not in OF_RULES}
    return {**kept, MARK: dict(made)}


def line(notes: Sequence[Note], id: str) -> list[Note]:
    """The versions of a memory, oldest first, of which one has this id."""
    by_id = {note.id: note for note in notes}
    if id not in by_id:
        return []
    after = {note.replaces: note for note in notes if note.replaces}
    found = [first(by_id[id], by_id)]
    while found[-1].id in after and len(found) <= len(notes):
        found.append(after[found[-1].id])
    return found


def first(note: Note, by_id: Mapping[str, Note]) -> Note:
    """The first version of a note, as far as it is among these."""
    seen = {note.id}
    while (before := by_id.get(note.replaces or "")) is not None and before.id not in seen:
        note = before
        seen.add(note.id)
    return note


def near(record: Message | Note) -> dict[str, Any]:
    """Whose a record is, as every verb takes it."""
    return {"user_id": record.user_id, "agent_id": record.agent_id}


def _day(value: object) -> str | None:
    """A day, if it can be read as one: somebody may have imported anything."""
    try:
        return date.fromisoformat(value).isoformat() if isinstance(value, str) else None
    except ValueError:
        return None
