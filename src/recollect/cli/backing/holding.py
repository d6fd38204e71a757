"""What a store holds, in short: every record by a digest of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ...memory.sync.mover import Key, read
from ...transfer.copies import content_hash, digest
from ...types import Message

if TYPE_CHECKING:
    from ...ports.sync import Store


class Holding:
    """The records of all owners, recollect's own too."""

    def __init__(self, store: Store) -> None:
        self.digests: dict[Key, bytes] = {}
        counts: Counter[bool] = Counter()
        for info in store.owners():
            for key, record in read(store, info.owner).items():
                self.digests[key] = digest(record)
                counts[isinstance(record, Message)] += 1
        self.messages, self.notes = counts[True], counts[False]

    @property
    def content(self) -> str:
        """One hash over all of them."""
        return content_hash(self.digests.values())


def left_out(before: Holding, copy: Holding, after: Holding) -> int:
    """How many records a copy lacks that stood before it was made and stand after it, or has in
    another form though nobody changed them meanwhile."""
    stayed = before.digests.keys() & after.digests.keys()
    return sum(
        key not in copy.digests or (before.digests[key] == after.digests[key] != copy.digests[key])
        for key in stayed
    )


def held_in(copy: Path) -> Holding:
    """What a SQLite file holds."""
    from ...drivers.sqlite import SQLiteStore

    store = SQLiteStore(copy)
    try:
        return Holding(store)
    finally:
        store.close()
