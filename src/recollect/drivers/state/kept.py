"""What the store keeps of one record, and of one owner."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from ...errors import VectorError
from ...orders import Put, Vector
from ...past import Life
from ...text.names import entities
from ...types import Message, Note, Record, Scope
from ...vectors import checked, rounded

if TYPE_CHECKING:
    from ...orders import Floats

Place: TypeAlias = tuple[datetime, int, str]
OpenKey: TypeAlias = tuple[str, Scope]


@dataclass(slots=True)
class Kept:
    """A record with its terms and vectors. Emptied when it goes, so that no text lingers."""

    record: Record | None
    number: int
    terms: Mapping[str, int] = field(default_factory=dict)
    vectors: dict[str, Floats] = field(default_factory=dict)
    since: int = 0
    until: int | None = None
    valid_to: datetime | None = None
    """The changes that put it and closed it, and until when it held before it was closed."""

    def put(self, model: str | None) -> Put | None:
        """The record as the feed shows it, with the vector of one model; None once it is gone."""
        if self.record is None:
            return None
        data = self.vectors.get(model) if model is not None else None
        vector = Vector(model, data) if model is not None and data is not None else None
        return Put(own(self.record), dict(self.terms), vector)

    @property
    def scope(self) -> Scope:
        """Whose it is."""
        assert self.record is not None
        return self.record.scope

    @property
    def is_message(self) -> bool:
        """Whether it is what somebody said."""
        return isinstance(self.record, Message)

    @property
    def life(self) -> Life:
        """A note, and when it came and went."""
        assert isinstance(self.record, Note)
        return Life(self.record, self.since, self.until, self.valid_to)

    def told(self, op: str, seq: int) -> None:
        """Remember which changes of the feed put it and closed it."""
        if op == "put":
            self.since = self.since or seq
        elif op == "close":
            self.until = seq

    def empty(self) -> None:
        """Let go of everything."""
        self.record, self.terms, self.vectors = None, {}, {}


class Partition:
    """Everything of one owner, with the orders in which it is read."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.messages: list[Place] = []
        self.notes: list[Place] = []
        self.cited: dict[str, dict[str, None]] = {}
        self.open_keys: dict[OpenKey, str] = {}
        self.version: int | None = None
        self.turns: dict[str, int] = {}
        self.said: Counter[str] = Counter()

    def numbered(self, record: Record) -> Record:
        """A message with its place in its session; numbers are not used twice."""
        if not isinstance(record, Message) or record.session_id is None:
            return record
        turn = self.turns.get(record.session_id, 0)
        self.turns[record.session_id] = turn + 1
        self.said[record.session_id] += 1
        return replace(record, turn=turn)

    def add(self, kept: Kept) -> None:
        """Take in a record that is not here yet."""
        record = kept.record
        assert record is not None
        self.kept[record.id] = kept
        insort(self.order(record), (record.at, kept.number, record.id))
        if (key := open_key(record)) is not None:
            self.open_keys[key] = record.id
        for source in record.sources if isinstance(record, Note) else ():
            self.cited.setdefault(source, {})[record.id] = None

    def remove(self, id: str) -> None:
        """Let go of a record, and of what cites it."""
        kept = self.kept.pop(id)
        record = kept.record
        assert record is not None
        order = self.order(record)
        del order[bisect_left(order, (record.at, kept.number, id))]
        self._free_key(record)
        if isinstance(record, Message):
            self.cited.pop(id, None)
            self._end_session(record.session_id)
        else:
            self._uncite(record)
        kept.empty()

    def renumber(self, id: str, number: int, turn: int | None) -> None:
        """Give a record the place of another."""
        kept = self.kept[id]
        record = kept.record
        assert record is not None
        order = self.order(record)
        del order[bisect_left(order, (record.at, kept.number, id))]
        kept.number = number
        if isinstance(record, Message):
            kept.record = replace(record, turn=turn)
        insort(order, (record.at, number, id))

    def notes_first(self) -> list[str]:
        """All ids in the order in which they can go and every citation is still counted."""
        return sorted(self.kept, key=lambda id: self.kept[id].is_message)

    def weighed(self, id: str) -> Counter[str]:
        """What goes when this record goes, by kind."""
        kept = self.kept[id]
        counts = Counter(vectors=len(kept.vectors), terms=len(kept.terms))
        if isinstance(kept.record, Note):
            note = kept.record
            again = note.seen > 1 or note.last_seen is not None
            cites = set(note.sources)
            if again:
                cites |= {said for said, by in self.cited.items() if id in by}
            counts += Counter(notes=1, edges=len(entities(note)), citations=len(cites))
            return counts + Counter(counts=int(again))
        return counts + Counter(messages=1)

    def replace(self, kept: Kept, note: Note) -> None:
        """Put a closed note in the place of the open one."""
        assert isinstance(kept.record, Note)
        self._free_key(kept.record)
        kept.valid_to = kept.record.valid_to
        kept.record = note

    def renew(self, kept: Kept, note: Note) -> None:
        """Put another state of a note in the place of the one that is here."""
        assert isinstance(kept.record, Note)
        self._free_key(kept.record)
        kept.record = note
        if (key := open_key(note)) is not None:
            self.open_keys[key] = note.id

    def cites(self, note: Note) -> list[str]:
        """All messages that a note is counted for, the unlisted ones too."""
        sources = self.cited if note.seen > 1 else dict.fromkeys(note.sources)
        return [source for source in sources if note.id in self.cited.get(source, ())]

    def cite(self, id: str, before: Iterable[str], after: Iterable[str]) -> None:
        """Count a note for some messages, and no longer for others."""
        for source in before:
            citing = self.cited.get(source, {})
            citing.pop(id, None)
            if not citing:
                self.cited.pop(source, None)
        for source in after:
            self.cited.setdefault(source, {})[id] = None

    def order(self, record: Record) -> list[Place]:
        """The list a record is read from."""
        return self.messages if isinstance(record, Message) else self.notes

    def records(self) -> Iterator[Record]:
        """All records, as they came."""
        for kept in self.kept.values():
            assert kept.record is not None
            yield kept.record

    def _end_session(self, session: str | None) -> None:
        """Forget a session that has no message left."""
        if session is not None:
            self.said[session] -= 1
            if not self.said[session]:
                del self.said[session], self.turns[session]

    def _free_key(self, record: Record) -> None:
        key = open_key(record)
        if key is not None and self.open_keys.get(key) == record.id:
            del self.open_keys[key]

    def _uncite(self, note: Note) -> None:
        for source in list(self.cited) if note.seen > 1 else note.sources:
            citing = self.cited.get(source, {})
            citing.pop(note.id, None)
            if not citing:
                self.cited.pop(source, None)


def open_key(record: Record) -> OpenKey | None:
    """What only one open note of an owner may have."""
    if isinstance(record, Note) and record.open and record.key is not None:
        return record.key, record.scope
    return None


def own(record: Record) -> Record:
    """A copy that shares nothing that can be changed with the caller's."""
    if isinstance(record, Note):
        if not record.metadata and isinstance(record.value, str | int | float | bool | None):
            return record
        metadata = deepcopy(dict(record.metadata))
        return replace(record, metadata=metadata, value=deepcopy(record.value))
    return replace(record, metadata=deepcopy(dict(record.metadata))) if record.metadata else record


def sound(vector: Vector) -> Floats:
    """A vector's numbers as they are kept, which cannot be changed; or VectorError."""
    kept: Floats = rounded(unit(vector))[0]
    kept.setflags(write=False)
    return kept


def unit(vector: Vector) -> Floats:
    """A vector's numbers as one row of unit length; or VectorError."""
    import numpy as np

    with np.errstate(over="ignore"):
        data = np.array(vector.data, dtype=np.float32)
    if data.ndim != 1 or not data.size:
        raise VectorError(f"a vector of {vector.model!r} must be one row of numbers")
    if not np.isfinite(data).all():
        raise VectorError(f"a vector of {vector.model!r} has NaN or infinity; embed the text again")
    if not data.any():
        raise VectorError(f"a vector of {vector.model!r} is all zeros; embed the text again")
    return checked([data], 1)
