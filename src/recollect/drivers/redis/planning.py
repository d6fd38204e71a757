"""What a batch asks for, worked out against what is stored. No I/O: the script does what it says.

The script does nothing at all if an owner was changed since, so this need not be afraid of others.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from ...orders import SALT, Batch, Close, Cursor, Drop, Late, Put, Seen, Terms, Vector, mark
from ...types import Message, Note, Owner, Record
from . import blobs, mirror
from .blobs import Stored
from .keys import Keys, batch_key, model_key, owner_key, owner_name
from .mirror import Mirror

Word: TypeAlias = str | bytes | int


class Staged:
    """A record as the batch leaves it; `since` and `until` may be changes that it makes."""

    def __init__(self, number: int, stored: Stored, since: str, until: str = "") -> None:
        self.number, self.stored = number, stored
        self.since, self.until = since, until


class Plan:
    """Goes through a batch, and lists what the script has to do."""

    def __init__(
        self,
        keys: Keys,
        mirrors: Mapping[Owner, Mirror],
        turns: Mapping[tuple[Owner, str], int],
        cursors: Mapping[tuple[Owner, str], int],
        terms: int,
    ) -> None:
        self.keys, self.mirrors = keys, mirrors
        self.turns, self.cursors = dict(turns), cursors
        self.new: list[str] = []
        self.removed: Counter[str] = Counter()
        self.changes: list[tuple[str, str]] = []
        self.high: dict[tuple[str, str], None] = {}
        """The owners and models, by their keys, that get vectors for a set of the server."""
        self._terms = terms
        self._staged: dict[tuple[Owner, str], Staged | None] = {}
        self._next: dict[Owner, int] = {}
        self._counts: dict[Owner, Counter[str]] = {}
        self._changed: dict[Owner, None] = {}
        self._left: dict[tuple[Owner, str], int] = {}
        self._models: dict[str, str] = {}
        self._early: list[list[Word]] = []
        self._late: list[list[Word]] = []

    def go(self, batch: Batch, told: Mapping[Owner, Iterable[bytes]]) -> None:
        """All of it, in its order; `told` is the feed of the owners that lose records for good."""
        for close in batch.closes:
            self._close(close)
        salt = os.urandom(SALT) if batch.erase else b""
        for drop in batch.drops:
            self._drop(drop, salt)
        if batch.erase:
            self._untell(batch, told)
        for put in batch.puts:
            self._put(put)
        for seen in batch.seen:
            self._see(seen)
        for late in batch.vectors:
            self._embed_late(late)
        for terms in batch.terms:
            self._rebuild(terms)
        for cursor in batch.cursors:
            self._move(cursor)

    def words(self, batch: Batch, sizes: Mapping[str, str], graphs: bool) -> list[Word]:
        """The arguments of the script; `sizes` is what is kept of the models it names, and
        `graphs` whether the server has vector sets."""
        checks: list[Word] = [len(self.mirrors)]
        for owner, held in self.mirrors.items():
            checks += [owner_key(owner), held.version]
        checks.append(len(sizes))
        for model, kept in sizes.items():
            checks += [model, kept]
        made: list[Word] = [*opening(batch.id, graphs), *checks, len(self.changes)]
        for owner_is, change in self.changes:
            made += [owner_is, change]
        for order in (*self._owners(), *self._early, *self._names(), *self._kept(), *self._late):
            made += order
        for model in batch.forget:
            made += ["forget", model_key(model)]
        return made

    def _owners(self) -> Iterable[list[Word]]:
        for owner in self._changed:
            yield ["owner", owner_key(owner), owner_name(owner)]

    def _names(self) -> Iterable[list[Word]]:
        for model, kept in self._models.items():
            yield _call("HSET", self.keys.whole("models"), model, kept)

    def _kept(self) -> Iterable[list[Word]]:
        """The records, and the counters of their owners."""
        for (owner, _), staged in self._staged.items():
            if staged is not None:
                body = blobs.body(staged.stored)
                key, number = owner_key(owner), staged.number
                yield ["record", key, number, staged.since, staged.until, body]
        for owner, counts in self._counts.items():
            info = self.keys.of(owner_key(owner), "info")
            for what, by in counts.items():
                yield _call("HINCRBY", info, what, by)
        for owner, number in self._next.items():
            info = self.keys.of(owner_key(owner), "info")
            yield _call("HSET", info, "next", number)
            if self.mirrors[owner].terms is None:
                yield _call("HSETNX", info, "terms", self._terms)
        for (owner, session), turn in self.turns.items():
            if turn:
                yield _call("HSET", self.keys.of(owner_key(owner), "turns"), session, turn)

    def _close(self, close: Close) -> None:
        owner = close.scope.owner
        staged = self._stage(owner, close.id)
        note = staged.stored.record
        assert isinstance(note, Note)
        ended = note.valid_to if close.valid_to is None else close.valid_to
        staged.stored.valid_to = note.valid_to
        staged.stored.record = replace(note, closed_at=close.closed_at, valid_to=ended)
        self._tell(owner, "close", "-", staged.number, close.id)
        staged.until = f"+{len(self.changes)}"

    def _drop(self, drop: Drop, salt: bytes) -> None:
        owner, id = drop.record.scope.owner, drop.record.id
        staged = self._stage(owner, id)
        record, held = staged.stored.record, self.mirrors[owner].held
        self.removed.update(held.weighed(id))
        if isinstance(record, Message):
            for note in held.cited.get(id, ()):
                self._uncite(owner, note, id)
            self._leave(owner, record.session_id)
        self._staged[owner, id] = None
        self._count(owner, record, -1)
        self._early.append(["drop", owner_key(owner), staged.number])
        ids = self.keys.whole("ids")
        self._early.append(_call("ZREM", ids, located(id, owner)))
        if salt:
            self._tell(owner, "erase", "-", 0, mark(owner, id, salt).hex())
        else:
            self._tell(owner, "drop", "-", staged.number, id)

    def _uncite(self, owner: Owner, note: str, source: str) -> None:
        """A note is no longer counted for a message that goes."""
        if self._staged.get((owner, note), self) is None:
            return
        stored = self._stage(owner, note).stored
        stored.cites = [one for one in stored.cites or () if one != source]

    def _untell(self, batch: Batch, told: Mapping[Owner, Iterable[bytes]]) -> None:
        """Take what is erased out of the feed."""
        gone = {(drop.record.scope.owner, drop.record.id.encode()) for drop in batch.drops}
        for owner, entries in told.items():
            key = owner_key(owner)
            for entry in entries:
                seq, op, _, _, id = entry.split(b" ", 4)
                if op != b"erase" and (owner, id) in gone:
                    self.removed["changes"] += 1
                    self._early.append(_call("ZREM", self.keys.of(key, "feed"), entry))
                    listed = b"%b:%b" % (seq, key.encode())
                    self._early.append(_call("ZREM", self.keys.whole("feed"), listed))

    def _put(self, put: Put) -> None:
        record, owner = put.record, put.record.scope.owner
        if self._known(owner, record.id):
            return
        number = self._next.setdefault(owner, self.mirrors[owner].next)
        self._next[owner] = number + 1
        if isinstance(record, Message):
            record = replace(record, turn=self._turn(owner, record.session_id))
        stored = Stored(record, put.terms)
        if isinstance(record, Note):
            stored.cites = list(dict.fromkeys(record.sources))
        model = "-" if put.vector is None else model_key(put.vector.model)
        self._tell(owner, "put", model, number, record.id)
        self._staged[owner, record.id] = Staged(number, stored, f"+{len(self.changes)}")
        self._count(owner, record, 1)
        self._late.append(_call("ZADD", self.keys.whole("ids"), 0, located(record.id, owner)))
        if put.vector is not None:
            self._embed(owner, number, put.vector)
        self.new.append(record.id)

    def _see(self, seen: Seen) -> None:
        owner = seen.scope.owner
        stored = self._stage(owner, seen.id).stored
        assert isinstance(stored.record, Note)
        cites = stored.cites or []
        if seen.source not in cites:
            stored.cites = [*cites, seen.source]
            stored.record = seen.on(stored.record)
            self._changed[owner] = None

    def _embed_late(self, late: Late) -> None:
        owner = late.scope.owner
        if not self._known(owner, late.id):
            return
        staged, kept = self._staged.get((owner, late.id)), None
        if staged is None:
            kept = self.mirrors[owner].held.kept[late.id]
        number = kept.number if kept is not None else staged.number if staged else 0
        record = kept.record if kept is not None else staged.stored.record if staged else None
        if record is not None and late.scope.admits(record):
            self._embed(owner, number, late.vector)
            self._tell(owner, "vector", model_key(late.vector.model), number, late.id)

    def _embed(self, owner: Owner, number: int, vector: Vector) -> None:
        model = model_key(vector.model)
        self._models[model] = model_name(vector.model, len(vector.data))
        self._late.append(["vector", owner_key(owner), number, model, blobs.row(vector)])
        if number > mirror.FIRST:
            self.high[owner_key(owner), model] = None

    def _rebuild(self, terms: Terms) -> None:
        if not len(self.mirrors[terms.owner].held.kept):
            return
        for put in terms.puts:
            self._stage(terms.owner, put.record.id).stored.terms = put.terms
        info = self.keys.of(owner_key(terms.owner), "info")
        self._late.append(_call("HSET", info, "terms", terms.version))
        self._changed[terms.owner] = None

    def _move(self, cursor: Cursor) -> None:
        """A cursor without a position goes along, unless messages before it wait."""
        owner = cursor.owner
        position = str(cursor.position)
        if cursor.position is None:
            if self.mirrors[owner].newest() > self.cursors.get((owner, cursor.name), 0):
                return
            position = f"+{len(self.changes)}"
        self._late.append(["cursor", owner_key(owner), cursor.name, position])
        self._changed[owner] = None

    def _stage(self, owner: Owner, id: str) -> Staged:
        """A record that is there, as it is so far."""
        held = self._staged.get((owner, id))
        if held is None:
            partition = self.mirrors[owner].held
            kept = partition.kept[id]
            record = kept.record
            assert record is not None
            cites = partition.cites(record) if isinstance(record, Note) else None
            stored = Stored(record, kept.terms, valid_to=kept.valid_to, cites=cites)
            until = "" if kept.until is None else str(kept.until)
            held = Staged(kept.number, stored, str(kept.since), until)
            self._staged[owner, id] = held
        return held

    def _known(self, owner: Owner, id: str) -> bool:
        staged = self._staged.get((owner, id), self)
        return id in self.mirrors[owner].held.kept if staged is self else staged is not None

    def _count(self, owner: Owner, record: Record, by: int) -> None:
        what = "messages" if isinstance(record, Message) else "notes"
        self._counts.setdefault(owner, Counter())[what] += by
        self._changed[owner] = None

    def _turn(self, owner: Owner, session: str | None) -> int | None:
        if session is None:
            return None
        turn = self.turns.get((owner, session), 0)
        self.turns[owner, session] = turn + 1
        left = self._left.get((owner, session))
        if left is not None:
            self._left[owner, session] = left + 1
        return turn

    def _leave(self, owner: Owner, session: str | None) -> None:
        """One message less; a session that has none left is forgotten."""
        if session is None:
            return
        spot = owner, session
        self._left[spot] = self._left.get(spot, self.mirrors[owner].held.said[session]) - 1
        if not self._left[spot]:
            self.turns[spot] = 0
            turns = self.keys.of(owner_key(owner), "turns")
            self._early.append(_call("HDEL", turns, session))
            self.removed["sessions"] += 1

    def _tell(self, owner: Owner, op: str, model: str, number: int, id: str) -> None:
        self.changes.append((owner_key(owner), f"{op} {model} {number} {id}"))
        self._changed[owner] = None


def opening(batch: str, graphs: bool) -> list[Word]:
    """What the script's arguments begin with."""
    return [batch_key(batch), mirror.FIRST, "yes" if graphs else "no"]


def touched(batch: Batch) -> set[Owner]:
    """The owners that a batch is about."""
    found = {put.record.scope.owner for put in batch.puts}
    found |= {drop.record.scope.owner for drop in batch.drops}
    for scoped in (batch.closes, batch.seen, batch.vectors):
        found |= {one.scope.owner for one in scoped}
    return found | {one.owner for one in batch.terms} | {one.owner for one in batch.cursors}


def models(batch: Batch) -> dict[str, str]:
    """The models of a batch's vectors: names by their keys."""
    made = [put.vector.model for put in batch.puts if put.vector is not None]
    made += [late.vector.model for late in batch.vectors]
    return {model_key(name): name for name in made}


def sessions(batch: Batch) -> list[tuple[Owner, str]]:
    """The sessions that messages come to."""
    named = {
        (put.record.scope.owner, put.record.session_id): None
        for put in batch.puts
        if isinstance(put.record, Message) and put.record.session_id is not None
    }
    return [(owner, session) for owner, session in named if session is not None]


def model_name(name: str, size: int) -> str:
    """What is kept of a model."""
    return f"{size} {name}"


def located(id: str, owner: Owner) -> str:
    """A record's id and its owner, as the list of all ids has them."""
    return f"{id}:{owner_key(owner)}"


def _call(*words: Word) -> list[Word]:
    return ["call", len(words), *words]
