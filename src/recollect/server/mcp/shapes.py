"""What the tools answer: the shapes that a client is told of, and how records become them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from ...types import Context, Hit, Message, Note, Record

if TYPE_CHECKING:
    from ...read.quarantine import Guard

ROOM = 1_000_000
"""Tokens: a list that a limit already made short is shown whole."""


class Remembered(TypedDict):
    """What was stored."""

    ids: list[str]
    new: list[str]
    notes: list[str]


class Found(TypedDict):
    """One message or note."""

    mark: str
    id: str
    kind: str
    text: str
    at: str
    relevance: float
    session_id: str | None
    sources: list[str]


class Recalled(TypedDict):
    """What was found, best first, and what was not shown."""

    hits: list[Found]
    held_back: list[str]
    degraded: list[str]


class Cited(TypedDict):
    """The mark that a context puts on a memory, and the record behind it."""

    mark: str
    id: str
    session_id: str | None
    at: str


class Shown(TypedDict):
    """A context."""

    text: str
    tokens: int
    citations: list[Cited]
    held_back: list[str]
    degraded: list[str]


class Forgotten(TypedDict):
    """A receipt in short: what went, of which kind, and whether nothing of it was found again."""

    removed: dict[str, int]
    ok: bool
    done: bool


class Fact(TypedDict):
    """One note, with its key and value if it has them."""

    mark: str
    id: str
    kind: str
    key: str | None
    value: Any
    text: str
    at: str
    sources: list[str]


class Facts(TypedDict):
    """Facts, newest first."""

    facts: list[Fact]
    held_back: list[str]


class Relation(TypedDict):
    """One relation."""

    id: str
    subject: str
    relation: str
    object: str
    hops: int
    sources: list[str]


class Related(TypedDict):
    """The relations around somebody or something, the nearest first."""

    relations: list[Relation]


class SessionLine(TypedDict):
    """One conversation."""

    session_id: str
    messages: int
    first_at: str
    last_at: str
    summary: str | None


class Sessions(TypedDict):
    """Conversations, the newest first."""

    sessions: list[SessionLine]


def framed(hits: Sequence[Hit], guard: Guard) -> Context:
    """Some hits as a model should read them: data in a frame that they cannot close."""
    from ...read.context import pack  # heavy: the handshake does not wait for it

    return pack(hits, (), ROOM, guard=guard)


def as_hits(records: Iterable[Record]) -> list[Hit]:
    """Records that were listed and not searched for."""
    return [Hit(record, 1.0, 1.0) for record in records]


def marks(context: Context) -> Mapping[str, str]:
    """The mark of each record that a context shows."""
    return {one.id: one.mark for one in context.citations}


def found(hit: Hit, mark: str) -> Found:
    """A hit."""
    return Found(
        mark=mark,
        id=hit.id,
        kind=hit.kind,
        text=hit.text,
        at=hit.at.isoformat(),
        relevance=round(hit.relevance, 4),
        session_id=hit.session_id,
        sources=list(hit.sources),
    )


def fact(note: Note, mark: str) -> Fact:
    """A note."""
    return Fact(
        mark=mark,
        id=note.id,
        kind=note.kind,
        key=note.key,
        value=note.value,
        text=note.text,
        at=note.at.isoformat(),
        sources=list(note.sources),
    )


def record(one: Record, guard: Guard) -> dict[str, Any]:
    """A message or a note as a resource shows it; no words that look like an order to a model."""
    held = guard.holds(one)
    made: dict[str, Any] = {
        "id": one.id,
        "type": "message" if isinstance(one, Message) else "note",
        "text": None if held else one.text,
        "held_back": held,
        "at": one.at.isoformat(),
        "session_id": one.session_id,
        "metadata": {} if held else dict(one.metadata),
    }
    if isinstance(one, Message):
        return made | {"role": one.role, "name": one.name}
    return made | {
        "kind": one.kind,
        "key": one.key,
        "value": None if held else one.value,
        "sources": list(one.sources),
        "confidence": one.confidence,
        "open": one.open,
    }
