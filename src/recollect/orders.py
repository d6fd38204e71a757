"""What a store or an index is asked to do, and what it answers. All of them are frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from .types import EVERYTHING, Note, Owner, Record, Scope, Where, new_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]


FIRST_SOURCES = 3
LAST_SOURCES = 7
"""A note lists so many of the messages that said it; all of them are counted."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment to answer as of: by what had been said then or, with a `position` of the feed, by
    what had been committed up to there. Notes that were closed since stand open again."""

    at: datetime
    position: int | None = None

    def knows(self, said: datetime, seq: int) -> bool:
        """Whether something was known that was said then and came with this change of the feed."""
        return said <= self.at if self.position is None else seq <= self.position


@dataclass(frozen=True, slots=True)
class Query:
    """What to read from a store, within one scope, oldest first.

    `last` takes the newest that many instead of all. `ids`, `keys` and `cites` narrow further;
    `closed` shows the notes that newer ones have closed, too. `as_of` shows what stood then.
    """

    scope: Scope
    where: Where = EVERYTHING
    ids: tuple[str, ...] | None = None
    last: int | None = None
    keys: tuple[str, ...] | None = None
    cites: str | None = None
    closed: bool = False
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True)
class Vector:
    """An embedding and the id of the model that made it; two models' are never compared."""

    model: str
    data: Floats


@dataclass(frozen=True, slots=True)
class Put:
    """A record to store, with what its indexes need."""

    record: Record
    terms: Mapping[str, int] = field(default_factory=dict)
    vector: Vector | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """An open note that a newer one ends. Refused as stale if somebody closed it first."""

    scope: Scope
    id: str
    closed_at: datetime
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """An open note that a message says again: counted in place, once for each message.

    Refused as stale if the note was closed or is gone.
    """

    scope: Scope
    id: str
    source: str
    at: datetime

    def on(self, note: Note) -> Note:
        """The note after it."""
        cited = listed((*note.sources, self.source))
        last = max(self.at, note.last_seen or note.learned_at)
        return replace(note, sources=cited, seen=note.seen + 1, last_seen=last)


def listed(cited: tuple[str, ...]) -> tuple[str, ...]:
    """Of many messages that say one thing, the first and the last few."""
    if len(cited) <= FIRST_SOURCES + LAST_SOURCES:
        return cited
    return cited[:FIRST_SOURCES] + cited[-LAST_SOURCES:]


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a reader of an owner's changes has come, moved together with what it made of them.

    From `after` to `position`; stale if somebody moved it meanwhile. Without a position: over the
    batch it comes with, if no message came before that and was not read yet.
    """

    owner: Owner
    name: str
    position: int | None = None
    after: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """A record to delete, as it was read, with the terms it was indexed under. Refused as stale if
    it is a note that was closed since then."""

    record: Record
    terms: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Late:
    """A vector that follows its record."""

    scope: Scope
    id: str
    vector: Vector


@dataclass(frozen=True, slots=True)
class Terms:
    """An owner's whole term index, made anew. Stale if records came or went meanwhile."""

    owner: Owner
    version: int
    puts: tuple[Put, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """What one commit does: all of it or none. The same batch id twice is done once."""

    puts: tuple[Put, ...] = ()
    closes: tuple[Close, ...] = ()
    seen: tuple[Seen, ...] = ()
    drops: tuple[Drop, ...] = ()
    vectors: tuple[Late, ...] = ()
    terms: tuple[Terms, ...] = ()
    forget: tuple[str, ...] = ()
    """Models whose vectors are dropped."""
    erase: bool = False
    """Whether what is dropped leaves nothing in the feed but a mark, not even its id."""
    cursors: tuple[Cursor, ...] = ()
    id: str = field(default_factory=new_id)


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit did: the feed's position after it, and the ids that were new."""

    position: int
    new: tuple[str, ...] = ()
    removed: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Of a batch that erases: how much went beside the records, by kind."""


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a store's ordered feed. `put` is None once the record is gone.

    An erasure names nobody: it bears a mark, and `erases` tells whose or which it is. Of a whole
    owner the scope is empty; of one record it is the owner's.
    """

    seq: int
    op: Literal["put", "close", "drop", "vector", "erase"]
    scope: Scope
    id: str
    put: Put | None = None
    mark: bytes = b""

    @property
    def sign(self) -> str:
        """What tells this change from another memory's of the same number."""
        named = json.dumps([self.seq, self.op, self.id, self.mark.hex()]).encode()
        return hashlib.blake2b(named, digest_size=8).hexdigest()

    def erases(self, owner: Owner, id: str = "") -> bool:
        """Whether this is the erasure of an owner, or of one record of an owner."""
        return self.op == "erase" and self.mark == mark(owner, id, self.mark[:SALT])


SALT = 16
NOBODY = Scope()


def mark(owner: Owner, id: str, salt: bytes) -> bytes:
    """What the feed keeps of what was erased: a salt, and a hash that only a guess can match.

    Those who still hold it recognise it; nobody can read a name from it.
    """
    named = json.dumps([owner.tenant, owner.kind, owner.id, id]).encode()
    return salt + hashlib.blake2b(named, key=salt, digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Nearest:
    """Ask for the records whose vectors lie nearest, by cosine."""

    scope: Scope
    vector: Vector
    limit: int
    where: Where = EVERYTHING
    ids: tuple[str, ...] | None = None
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """Ask for the records that hold these weighted terms, by BM25 within the owner's records."""

    scope: Scope
    terms: Mapping[str, float]
    limit: int
    where: Where = EVERYTHING
    ids: tuple[str, ...] | None = None
    as_of: AsOf | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """Ask everything at once, of one state: the nearest, the best matches, the notes of some keys
    and the newest messages, each scored every way.

    Messages come before notes, both in the order in which they were stored."""

    scope: Scope
    terms: Mapping[str, float]
    vector: Vector | None
    limit: int
    where: Where = EVERYTHING
    keys: tuple[str, ...] = ()
    recent: int = 0
    leads: Mapping[str, float] = field(default_factory=dict)
    """Open notes that the question's names lead to, each with a number from 0 to 1: how well it
    fits. They are candidates whatever else they score."""
    as_of: AsOf | None = None
    further: int = 0
    """So many more of the nearest than of the best matches."""

    @property
    def near(self) -> int:
        """How many of the nearest."""
        return self.limit + self.further


class Candidate(NamedTuple):
    """A record that may answer, and how each way of looking scored it.

    `share` is of the question's terms, `recent` grows to 1 for the newest; a cosine is None where
    there is no vector. It is a tuple, as hundreds are made for each question.
    """

    record: Record
    bm25: float = 0.0
    share: float = 0.0
    cosine: float | None = None
    key: bool = False
    recent: float = 0.0
    lead: float = 0.0


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Ask for the open notes that relate one of these entities to others, newest first.

    `relations` keeps to some kinds of relation; `closed` shows the notes that newer ones have
    closed, too. With `hops`, also those of the entities that so many steps lead to, whichever if
    they are more than the limit; that needs `features.hops`.
    """

    scope: Scope
    entities: tuple[str, ...]
    relations: tuple[str, ...] | None = None
    limit: int = 100
    closed: bool = False
    as_of: AsOf | None = None
    hops: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate: an id and one back-end's score for it.

    Of a match, `share` is how much of the terms it holds, by weight and rarity: 1 for all.
    """

    id: str
    score: float
    share: float = 0.0
