"""The copy of one owner that a process reads from, kept up with by what the server says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...orders import Put, Vector
from ...types import Message, Note, Owner
from ..shard import Shard
from ..state.kept import Kept, Partition
from . import blobs
from .keys import model_key

FIRST = 50_000
"""Vectors up to this number are compared one by one; a vector set holds those behind it, too."""
LARGE = 100_000
"""Of an owner with more vectors than this, only the first are kept in the process, if the server
has vector sets."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model whose vectors are here: its name, its size, and which of its beginnings it is.

    `part` says that only the first of them are.
    """

    name: str
    size: int
    begun: bytes
    part: bool = False


class Mirror:
    """One owner's records, with the orders in which they are read and searched."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.held = Partition()
        self._shard: Shard | None = None
        self.version = b""
        self.info: dict[bytes, bytes] = {}
        self.ids: dict[int, str] = {}
        self.models: dict[str, Loaded] = {}

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def findable(self) -> bool:
        """Whether the shard is made."""
        return self._shard is not None

    @property
    def shard(self) -> Shard:
        """The same records to be searched; made when that is first asked for."""
        if self._shard is None:
            self._shard = Shard()
            for kept in self.held.kept.values():
                self._show(kept)
        return self._shard

    def prepare(self) -> None:
        """Make the shard, which takes a while for a large owner."""
        assert self.shard is not None

    @property
    def next(self) -> int:
        """The number of the next record."""
        return int(self.info.get(b"next", 1))

    @property
    def terms(self) -> int | None:
        """The version of the text analysis that made the terms."""
        made = self.info.get(b"terms")
        return None if made is None else int(made)

    def has(self, model: str) -> bool:
        """Whether there are any of a model."""
        return f"v:{model_key(model)}".encode() in self.info

    def large(self, model: str) -> bool:
        """Whether there are so many of a model that a vector set is asked for most of them."""
        key = model_key(model)
        return int(self.info.get(f"v:{key}".encode(), 0)) > LARGE and self.high(model) > 0

    def high(self, model: str) -> int:
        """How many of them a vector set should hold."""
        return int(self.info.get(f"h:{model_key(model)}".encode(), 0))

    def newest(self) -> int:
        """The change that put the last message that is still here."""
        kept = (one.since for one in reversed(self.held.kept.values()) if one.is_message)
        return next(kept, 0)

    def know(self, version: bytes, info: Sequence[bytes]) -> None:
        """Remember which state this is."""
        self.version = version
        self.info = dict(zip(info[::2], info[1::2], strict=True))

    def take(self, changed: Iterable[tuple[int, bytes | None]]) -> None:
        """Take over records by their numbers; None for one that is gone."""
        coming = list(changed)
        for number, blob in coming:
            if blob is None:
                self._remove(number)
        for number, blob in sorted((n, blob) for n, blob in coming if blob is not None):
            self._put(number, blobs.read(blob))

    def fill(
        self, key: str, answer: Sequence[Any], numbers: Sequence[int], part: bool = False
    ) -> None:
        """Take over vectors of a model as `FOLLOW` gives them."""
        if answer[0] == b"gone":
            loaded = self.models.pop(key, None)
            if loaded is not None:
                self.shard.empty(loaded.name)
            return
        size, _, name = answer[2].partition(b" ")
        if key in self.models and answer[0] != b"all":
            part = self.models[key].part
        loaded = Loaded(name.decode(), int(size), answer[1], part)
        if answer[0] == b"all":
            found, matrix = blobs.rows(answer[3] or b"", loaded.size)
            keep = [place for place, number in enumerate(found) if number in self.ids]
            self.shard.fill(loaded.name, [self.ids[found[place]] for place in keep], matrix[keep])
        else:
            for number, row in zip(numbers, answer[3], strict=True):
                self._embed(number, loaded, row)
        self.models[key] = loaded

    def _embed(self, number: int, loaded: Loaded, row: bytes) -> None:
        id = self.ids.get(number)
        if id is None or (loaded.part and number > FIRST):
            return
        _, matrix = blobs.rows(row, loaded.size)
        if len(matrix):
            self.shard.embed(id, Vector(loaded.name, matrix[0]))
        else:
            self.shard.unembed(id, loaded.name)

    def _put(self, number: int, stored: blobs.Stored) -> None:
        record = stored.record
        kept = self.held.kept.get(record.id)
        if kept is None:
            kept = Kept(record, number, stored.terms)
            self.ids[number] = record.id
            self.held.add(kept)
            if isinstance(record, Message) and record.session_id is not None:
                self.held.said[record.session_id] += 1
                self.held.turns.setdefault(record.session_id, 0)
        elif isinstance(record, Note):
            self.held.renew(kept, record)
        kept.terms = stored.terms
        kept.since, kept.until, kept.valid_to = stored.since, stored.until, stored.valid_to
        if isinstance(record, Note):
            self.held.cite(record.id, self.held.cites(record), stored.cites or ())
        if self._shard is not None:
            self._show(kept)

    def _show(self, kept: Kept) -> None:
        """Have a record found."""
        assert self._shard is not None
        assert kept.record is not None
        self._shard.put(Put(kept.record, kept.terms), kept.since)
        if kept.until is not None:
            self._shard.close(kept.record, kept.until)

    def _remove(self, number: int) -> None:
        id = self.ids.pop(number, None)
        if id is not None:
            self.held.remove(id)
            if self._shard is not None:
                self._shard.remove(id)


def counts(info: Mapping[bytes, bytes]) -> tuple[int, int]:
    """How many messages and notes an owner has."""
    return int(info.get(b"messages", 0)), int(info.get(b"notes", 0))


def vectors(info: Mapping[bytes, bytes]) -> dict[str, int]:
    """How many vectors an owner has, by the keys of their models."""
    held = ((name.decode(), count) for name, count in info.items() if name.startswith(b"v:"))
    return {name[2:]: int(count) for name, count in held}
