"""The words of recollect. All of them are frozen."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from .counts import Report as Report
from .counts import SessionInfo as SessionInfo
from .counts import Stats as Stats
from .times import Moment, moment

Kind: TypeAlias = Literal["semantic", "episodic", "procedural", "summary", "core"]
KINDS: tuple[Kind, ...] = ("semantic", "episodic", "procedural", "summary", "core")
ROLES = ("user", "assistant", "system", "developer", "tool")


def new_id() -> str:
    """A time-ordered id that nobody can guess (UUID version 7, without dashes)."""
    stamp = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (stamp << 80) | random
    value = value & ~(0xF << 76) | (0x7 << 76)
    value = value & ~(0x3 << 62) | (0x2 << 62)
    return f"{value:032x}"


def utcnow() -> datetime:
    """The present moment, aware."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose partition a record lives in; the first part of every key."""

    kind: Literal["user", "agent", "session"]
    id: str
    tenant: str = ""

    @property
    def scope(self) -> Scope:
        """Everything the owner has."""
        ids: dict[str, str] = {f"{self.kind}_id": self.id}
        return Scope(**ids, tenant=self.tenant)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory is meant.

    A memory belongs to its user; without a user to its agent; without either to its session.
    The ids that remain narrow it: `Scope("dana", "coach")` is what the agent `coach` shares with
    `dana`, and `Scope(agent_id="coach")` is what belongs to the agent alone.
    """

    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    tenant: str = ""

    @property
    def owner(self) -> Owner:
        """The partition this scope lies in."""
        if self.user_id is not None:
            return Owner("user", self.user_id, self.tenant)
        if self.agent_id is not None:
            return Owner("agent", self.agent_id, self.tenant)
        return Owner("session", self.session_id or "", self.tenant)

    def admits(self, record: Message | Note) -> bool:
        """Whether a record is inside this scope."""
        return (
            record.scope.owner == self.owner
            and self.agent_id in (None, record.agent_id)
            and self.session_id in (None, record.session_id)
        )


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance, verbatim. Making one gives it its id, so adding it twice stores it once."""

    content: str
    role: str = "user"
    name: str | None = None
    at: datetime = field(default_factory=utcnow)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=new_id)
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    tenant: str = ""
    turn: int | None = field(default=None, compare=False)
    """Its place in its session, from 0; the store counts."""

    @property
    def scope(self) -> Scope:
        """Whose it is."""
        return Scope(self.user_id, self.agent_id, self.session_id, self.tenant)

    @property
    def text(self) -> str:
        """The words, under the name that notes use too."""
        return self.content

    def __hash__(self) -> int:
        return hash(self.id)

    def as_chat(self) -> dict[str, str]:
        """The chat dict that model providers take."""
        return {"role": self.role, "content": self.content}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One conclusion. A newer note closes an older one; both keep their times."""

    text: str
    kind: Kind = "semantic"
    key: str | None = None
    value: Any = None
    subject: str | None = None
    relation: str | None = None
    object: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    learned_at: datetime = field(default_factory=utcnow)
    closed_at: datetime | None = None
    recorded_at: datetime = field(default_factory=utcnow)
    importance: float = 0.5
    confidence: float = 1.0
    trust: float = 1.0
    sources: tuple[str, ...] = ()
    """The messages it rests on: of many, the first and the last few."""
    seen: int = 1
    """How often it was said."""
    last_seen: datetime | None = None
    """When it was said again last."""
    replaces: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=new_id)
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    tenant: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def scope(self) -> Scope:
        """Whose it is."""
        return Scope(self.user_id, self.agent_id, self.session_id, self.tenant)

    @property
    def at(self) -> datetime:
        """When it was said."""
        return self.learned_at

    @property
    def open(self) -> bool:
        """Whether nothing newer has closed it."""
        return self.closed_at is None


Record: TypeAlias = Message | Note


@dataclass(frozen=True, slots=True, init=False)
class Where:
    """A filter. Every part that is given must hold; `after` is inclusive, `before` is not.

    Both may be a datetime, a date or ISO 8601 text, and are read as datetimes.
    """

    after: datetime | None
    before: datetime | None
    role: str | None
    kind: Literal["message", "note"] | Kind | None
    session_id: str | None
    metadata: Mapping[str, Any]

    def __init__(
        self,
        after: Moment | None = None,
        before: Moment | None = None,
        role: str | None = None,
        kind: Literal["message", "note"] | Kind | None = None,
        session_id: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> None:
        put = object.__setattr__  # it is frozen from here on
        put(self, "after", None if after is None else moment(after, "where.after"))
        put(self, "before", None if before is None else moment(before, "where.before"))
        put(self, "role", role)
        put(self, "kind", kind)
        put(self, "session_id", session_id)
        put(self, "metadata", {} if metadata is None else metadata)

    def admits(self, record: Record) -> bool:
        """Whether a record passes."""
        kinds = ("message",) if isinstance(record, Message) else ("note", record.kind)
        return (
            (self.after is None or record.at >= self.after)
            and (self.before is None or record.at < self.before)
            and (self.role is None or self.role == getattr(record, "role", None))
            and (self.kind is None or self.kind in kinds)
            and (self.session_id is None or self.session_id == record.session_id)
            and all(_holds(record.metadata, key, val) for key, val in self.metadata.items())
        )


EVERYTHING = Where()


def _holds(metadata: Mapping[str, Any], key: str, value: Any) -> bool:
    """Equality as JSON has it: true is not 1, and 1 is not 1.0."""
    return key in metadata and json.dumps(metadata[key], sort_keys=True) == json.dumps(
        value, sort_keys=True
    )


@dataclass(frozen=True, slots=True)
class Hit:
    """A found message or note, how well it fits, and where it came from."""

    record: Record
    score: float
    relevance: float
    parts: Mapping[str, float] = field(default_factory=dict)
    why: tuple[str, ...] = ()
    """The parts in words, the weightiest first, when `search` is asked to explain."""
    suspect: tuple[str, ...] = ()
    """The rules by which it looks like an instruction of others to a model; no context shows it."""

    def __hash__(self) -> int:
        return hash(self.record)

    @property
    def id(self) -> str:
        """The id of the message or note."""
        return self.record.id

    @property
    def text(self) -> str:
        """The words."""
        return self.record.text

    @property
    def kind(self) -> str:
        """`message`, or the kind of note."""
        return "message" if isinstance(self.record, Message) else self.record.kind

    @property
    def at(self) -> datetime:
        """When it was said."""
        return self.record.at

    @property
    def message_id(self) -> str | None:
        """The message's id, when the hit is a message."""
        return self.record.id if isinstance(self.record, Message) else None

    @property
    def session_id(self) -> str | None:
        """The session it was said in."""
        return self.record.session_id

    @property
    def sources(self) -> tuple[str, ...]:
        """The ids of the messages it rests on."""
        return (self.record.id,) if isinstance(self.record, Message) else self.record.sources


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a record did not come up for a question: the stage that let it go, and the remedy.

    The stages, in their order: `closed`, `filter`, `candidates`, `relevance`, `limit`; `found` if
    it did come up.
    """

    stage: Literal["closed", "filter", "candidates", "relevance", "limit", "found"]
    reason: str
    remedy: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """The remedy as arguments of `search`, if there is one: a `limit`, a `min_relevance`, a `where`
    without the parts that leave it out. With all of them together it was found."""


@dataclass(frozen=True, slots=True)
class Why:
    """What a note rests on: the words, the rule or the model, and how sure it is; and what it took
    the place of, or what took its place."""

    note: Note
    messages: tuple[Message, ...]
    rule: str | None
    confidence: float
    replaces: Note | None = None
    replaced_by: Note | None = None
    model: str | None = None


class Hits(list[Hit]):
    """A list of hits that says when some index could not be asked."""

    def __init__(self, hits: Sequence[Hit] = (), degraded: tuple[str, ...] = ()) -> None:
        super().__init__(hits)
        self.degraded = degraded


@dataclass(frozen=True, slots=True)
class Citation:
    """The mark a context puts on a memory, and the record behind it."""

    mark: str
    id: str
    sources: tuple[str, ...]
    session_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Context:
    """What a model should see now. `str(context)` is the text; it never exceeds its budget."""

    text: str
    tokens: int
    budget: int
    hits: tuple[Hit, ...] = ()
    citations: tuple[Citation, ...] = ()
    degraded: tuple[str, ...] = ()
    held_back: tuple[str, ...] = ()
    """The ids of what would have been shown, but looks like an instruction of others."""

    def __str__(self) -> str:
        return self.text

    @property
    def messages(self) -> list[Any]:
        """The context as chat messages: one system message, or none when nothing is known.

        Dicts of `role` and `content`, typed so that every provider's client takes them.
        """
        return [{"role": "system", "content": self.text}] if self.text else []


@dataclass(frozen=True, slots=True)
class Added:
    """What `add` stored. Iterating gives the messages; `new` are the ids not known before."""

    messages: tuple[Message, ...]
    new: tuple[str, ...]
    embedded: bool
    notes: tuple[Note, ...] = ()
    """What was concluded from them at once."""
    unlearned: str = ""
    """Why the language model has not read all of them yet, if there is one; `learn` goes on."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all messages, in order."""
        return tuple(message.id for message in self.messages)

    def __iter__(self) -> Iterator[Message]:
        return iter(self.messages)

    def __len__(self) -> int:
        return len(self.messages)


@dataclass(frozen=True, slots=True)
class OwnerInfo:
    """One user, agent or loose session that owns memory here."""

    owner: Owner
    messages: int
    notes: int
