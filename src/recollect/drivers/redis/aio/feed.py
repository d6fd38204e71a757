"""The ordered feed: what was told, with the records as they stand now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from ....orders import NOBODY, Change, Put, Vector
from ....types import Owner
from .. import blobs
from ..keys import NOBODY_KEY, named, owner_key
from .links import AsyncLinks

if TYPE_CHECKING:
    from collections.abc import Sequence

Op = Literal["put", "close", "drop", "vector", "erase"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the feed: `id` is a mark if it is an erasure."""

    seq: int
    key: str
    op: Op
    model: str
    number: int
    id: str


def entry(key: str, line: bytes) -> Entry:
    """Read a line of an owner's feed."""
    seq, op, model, number, id = line.decode().split(" ", 4)
    return Entry(int(seq), key, cast("Op", op), model, int(number), id)


async def entries(
    links: AsyncLinks, after: int, limit: int, owner: Owner | None = None
) -> list[Entry]:
    """The lines behind a position: all, or one owner's."""
    if limit < 1:
        return []
    keys, least = links.keys, f"({max(after, 0)}"
    async with links.ask() as db:
        if owner is not None:
            key = owner_key(owner)
            lines = await db.zrangebyscore(keys.of(key, "feed"), least, "+inf", 0, limit)
            return [entry(key, line) for line in lines]
        listed = await db.zrangebyscore(keys.whole("feed"), least, "+inf", 0, limit)
        spans: dict[str, list[int]] = {}
        for one in listed:
            seq, _, key = one.decode().partition(":")
            spans.setdefault(key, []).append(int(seq))
        pipe = db.pipeline(transaction=False)
        for key, seqs in spans.items():
            pipe.zrangebyscore(keys.of(key, "feed"), seqs[0], seqs[-1])
        held = await pipe.execute() if spans else []
    found = [entry(key, line) for key, lines in zip(spans, held, strict=True) for line in lines]
    return sorted(found, key=lambda one: one.seq)


async def changes(
    links: AsyncLinks, after: int, limit: int, owner: Owner | None = None
) -> list[Change]:
    """The feed behind a position."""
    told = await entries(links, after, limit, owner)
    if not told:
        return []
    reader = AsyncReader(links, told)
    await reader.read()
    return [change for one in told if (change := reader.change(one)) is not None]


class AsyncReader:
    """What lines of the feed are about, asked for in two round trips."""

    def __init__(self, links: AsyncLinks, told: Sequence[Entry]) -> None:
        self._links, self._told = links, told
        self._owners: dict[str, Owner] = {}
        self._models: dict[str, tuple[int, str]] = {}
        self._puts: dict[tuple[str, int], blobs.Stored] = {}
        self._rows: dict[tuple[str, int, str], bytes] = {}

    async def read(self) -> None:
        """Ask for the names, then for the records and vectors."""
        keys = self._links.keys
        owners = list(dict.fromkeys(one.key for one in self._told if one.key != NOBODY_KEY))
        models = list(dict.fromkeys(one.model for one in self._told if one.model != "-"))
        async with self._links.ask() as db:
            pipe = db.pipeline(transaction=False)
            if owners:
                pipe.hmget(keys.whole("owners"), owners)
            if models:
                pipe.hmget(keys.whole("models"), models)
            answers: list[Any] = await pipe.execute() if owners or models else []
            names = answers.pop(0) if owners else []
            kept = answers.pop(0) if models else []
            self._owners = {k: named(n) for k, n in zip(owners, names, strict=True) if n}
            for key, model in zip(models, kept, strict=True):
                if model:
                    size, _, name = model.decode().partition(" ")
                    self._models[key] = int(size), name
            await self._records(db)

    async def _records(self, db: Any) -> None:
        keys, wanted = self._links.keys, dict[str, list[int]]()
        for one in self._told:
            if one.op not in ("erase", "drop"):
                wanted.setdefault(one.key, []).append(one.number)
        rows = [(o.key, o.number, o.model) for o in self._told if o.model in self._models]
        if not wanted:
            return
        pipe = db.pipeline(transaction=False)
        for key, numbers in wanted.items():
            pipe.hmget(keys.of(key, "records"), numbers)
        for key, number, model in rows:
            width = self._models[model][0] + 4
            start = number * width
            pipe.getrange(keys.of(key, f"v:{model}"), start, start + width - 1)
        answers: list[Any] = await pipe.execute()
        for key, numbers in wanted.items():
            for number, blob in zip(numbers, answers.pop(0), strict=True):
                if blob is not None:
                    self._puts[key, number] = blobs.read(blob)
        self._rows = dict(zip(rows, answers, strict=True))

    def change(self, one: Entry) -> Change | None:
        """A line as a change; None if its owner was erased while this was read."""
        if one.key == NOBODY_KEY:
            return Change(one.seq, one.op, NOBODY, "", mark=bytes.fromhex(one.id))
        owner = self._owners.get(one.key)
        if owner is None:
            return None
        if one.op == "erase":
            return Change(one.seq, one.op, owner.scope, "", mark=bytes.fromhex(one.id))
        stored = self._puts.get((one.key, one.number))
        if stored is None:
            return Change(one.seq, one.op, owner.scope, one.id)
        put = Put(stored.record, dict(stored.terms), self._vector(one))
        return Change(one.seq, one.op, stored.record.scope, one.id, put)

    def _vector(self, one: Entry) -> Vector | None:
        row = self._rows.get((one.key, one.number, one.model))
        if not row:
            return None
        size, name = self._models[one.model]
        _, matrix = blobs.rows(row, size)
        return Vector(name, matrix[0]) if len(matrix) else None
