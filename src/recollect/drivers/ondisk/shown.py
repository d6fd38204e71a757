"""What the readable files showed last, to tell what people changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeAlias

from ...orders import Batch
from ...types import Owner, Record
from ..state.kept import Partition

Key: TypeAlias = tuple[Owner, str]


class Shown:
    """The files as they were written last, and what changed in memory since."""

    def __init__(self) -> None:
        self.digests: dict[str, str] = {}
        self.behind = True
        self.watched: object = None
        self.before: dict[Key, Record | None] = {}

    def take(self, digests: Mapping[str, str]) -> None:
        """The files were brought up to date, by this handle or another."""
        self.digests, self.behind = dict(digests), False
        self.before.clear()

    def all(self, files: Mapping[str, bytes], watched: object) -> None:
        """The files were brought up to date, by this handle."""
        self.take({name: digest(data) for name, data in files.items()})
        self.watched = watched

    def found(self, files: Mapping[str, bytes]) -> None:
        """People changed the files, and that was taken over."""
        self.digests = {name: digest(data) for name, data in files.items()}
        self.behind = True

    def lost(self) -> None:
        """Nobody knows any more what was shown."""
        self.digests, self.behind, self.watched = {}, True, None
        self.before.clear()

    def remember(self, batch: Batch, partitions: Mapping[Owner, Partition]) -> None:
        """Keep what a batch is about to change, as it was shown."""
        keys = [(put.record.scope.owner, put.record.id) for put in batch.puts]
        keys += [(close.scope.owner, close.id) for close in batch.closes]
        keys += [(seen.scope.owner, seen.id) for seen in batch.seen]
        keys += [(drop.record.scope.owner, drop.record.id) for drop in batch.drops]
        for key in keys:
            self.behind = True
            self.before.setdefault(key, record_of(partitions, key))

    def base(self, partitions: Mapping[Owner, Partition]) -> dict[Key, Record]:
        """The records that the files showed."""
        shown: dict[Key, Record] = {
            (owner, record.id): record
            for owner, held in partitions.items()
            for record in held.records()
        }
        if not self.digests:
            return {}
        for key, record in self.before.items():
            if record is None:
                shown.pop(key, None)
            else:
                shown[key] = record
        return shown

    def is_edited(self, files: Mapping[str, bytes]) -> bool:
        """Whether somebody else wrote, added or removed a file."""
        return {name: digest(data) for name, data in files.items()} != self.digests

    def is_news(self, name: str, data: bytes) -> bool:
        """Whether a file is not yet as it should be."""
        return self.digests.get(name) != digest(data)


def record_of(partitions: Mapping[Owner, Partition], key: Key) -> Record | None:
    """The record that is kept under an owner and an id."""
    held = partitions.get(key[0])
    kept = held.kept.get(key[1]) if held else None
    return kept.record if kept else None


def digest(data: bytes) -> str:
    """What tells two files apart."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
