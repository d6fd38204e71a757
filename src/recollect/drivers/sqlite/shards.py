"""An owner's vectors in memory, kept up to date from the file's own feed of changes.

A shard is a cache: any process may write the file, so each search first reads the changes of that
owner since the shard last looked, in the same transaction as the search itself.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import apsw

from ...errors import StoreCorrupt
from ...vectors import product, unpack

if TYPE_CHECKING:
    from ...orders import Floats

MOST_BYTES = 2 << 30
MOST_SHARDS = 4096
CHUNK = 10_000
FEW = 8
"""Below one row in this many, gathering the rows first is cheaper than multiplying them all."""


class Shard:
    """The vectors one model made for one owner, and which notes are closed."""

    def __init__(self, scope: int, model: int | None, size: int) -> None:
        import numpy as np

        self.scope, self.model, self.size = scope, model, size
        self.seen = 0
        self.lock = threading.Lock()
        self.closed: set[int] = set()
        self.count = 0
        self.matrix: Floats = np.empty((0, size), dtype=np.float32)
        self.numbers: Any = np.empty(0, dtype=np.int64)

    @property
    def weight(self) -> int:
        """Roughly what it takes, in bytes."""
        return int(self.matrix.nbytes)

    def refresh(self, db: apsw.Connection) -> None:
        """Take in what changed since the last look."""
        latest = db.execute("SELECT max(seq) FROM changes WHERE scope = ?", (self.scope,)).get
        if latest is None or latest <= self.seen:
            return
        if self.seen == 0:
            self._load(db)
        else:
            self._follow(db)
        self.seen = latest

    def cosines(self, vector: Floats, mask: Any | None) -> tuple[Any, Floats]:
        """The record numbers that have a vector and may be found, and their cosines."""
        import numpy as np

        numbers, matrix = self.numbers[: self.count], self.matrix[: self.count]
        if mask is None:
            return numbers.copy(), product(matrix, vector)
        known = numbers < len(mask)  # another thread may have seen a newer state than the mask
        rows = (mask[numbers * known] & known).nonzero()[0]
        if len(rows) * FEW >= self.count:
            return numbers[rows], product(matrix, vector)[rows]
        # Not by BLAS, which wakes its threads even for a few rows and waits for each of them.
        return numbers[rows], np.einsum("ij,j->i", matrix[rows], vector)

    def _load(self, db: apsw.Connection) -> None:
        closed = db.execute(
            "SELECT n FROM notes WHERE scope = ? AND closed IS NOT NULL", (self.scope,)
        )
        self.closed = {n for (n,) in closed}
        if self.model is not None:
            cursor = db.execute(
                "SELECT n, data FROM vectors WHERE scope = ? AND model = ?",
                (self.scope, self.model),
            )
            self._take(cursor.fetchall())
            wanted = db.execute(
                "SELECT vectors FROM embedded WHERE scope = ? AND model = ?",
                (self.scope, self.model),
            ).get
            if self.count != (wanted or 0):
                raise StoreCorrupt("some vectors are missing; run: recollect verify")

    def _follow(self, db: apsw.Connection) -> None:
        fresh: set[int] = set()
        feed = db.execute(
            "SELECT op, n FROM changes WHERE scope = ? AND seq > ? ORDER BY seq",
            (self.scope, self.seen),
        )
        for op, n in feed:
            if op in ("put", "vector"):
                fresh.add(n)
            elif op == "close":
                self.closed.add(n)
            elif op in ("drop", "erase"):
                fresh.discard(n)
                self._discard(n)
        if self.model is None:
            return
        wanted = sorted(fresh)
        for start in range(0, len(wanted), CHUNK):
            cursor = db.execute(
                "SELECT n, data FROM vectors WHERE scope = ? AND model = ? "
                "AND n IN (SELECT value FROM json_each(?))",
                (self.scope, self.model, json.dumps(wanted[start : start + CHUNK])),
            )
            self._take(cursor.fetchall())

    def _take(self, rows: list[Any]) -> None:
        import numpy as np

        if not rows:
            return
        numbers = np.fromiter((n for n, _ in rows), dtype=np.int64, count=len(rows))
        held = self.numbers[: self.count]
        for n in held[np.isin(held, numbers)]:
            self._discard(int(n))
        end = self.count + len(rows)
        if end > len(self.matrix):
            room = max(end, len(self.matrix) * 3 // 2) if self.count else end
            self.matrix = _grown(self.matrix, self.count, room)
            self.numbers = _grown(self.numbers, self.count, room)
        self.numbers[self.count : end] = numbers
        for start in range(0, len(rows), CHUNK):
            part = self._unpacked([data for _, data in rows[start : start + CHUNK]])
            self.matrix[self.count : self.count + len(part)] = part
            self.count += len(part)

    def _unpacked(self, data: list[bytes]) -> Floats:
        import numpy as np

        if all(len(row) == self.size + 4 for row in data):
            with np.errstate(all="ignore"):
                made = unpack(data, self.size)
            if np.isfinite(made).all():
                return made
        raise StoreCorrupt("a vector is not what was written; run: recollect verify")

    def _discard(self, n: int) -> None:
        """Close the gap with the last row, so that every row is alive."""
        found = (self.numbers[: self.count] == n).nonzero()[0]
        if len(found):
            self.count -= 1
            self.matrix[found[0]] = self.matrix[self.count]
            self.numbers[found[0]] = self.numbers[self.count]


def _grown(array: Any, count: int, room: int) -> Any:
    import numpy as np

    grown = np.empty((room, *array.shape[1:]), dtype=array.dtype)
    grown[:count] = array[:count]
    return grown


class Shards:
    """The shards in use, the least recently used given up first."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[int, int | None], Shard] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, scope: int, model: int | None, size: int) -> Shard:
        """The shard of an owner and a model, new or held."""
        key = (scope, model)
        with self._lock:
            shard = self._held.get(key)
            if shard is None:
                shard = self._held[key] = Shard(scope, model, size)
                self._make_room()
            self._held.move_to_end(key)
            return shard

    def _make_room(self) -> None:
        """Only when one is added: weighing them all at every search would cost more than it."""
        total = sum(shard.weight for shard in self._held.values())
        while len(self._held) > 1 and (total > MOST_BYTES or len(self._held) > MOST_SHARDS):
            total -= self._held.popitem(last=False)[1].weight

    def clear(self) -> None:
        """Forget everything held."""
        with self._lock:
            self._held.clear()

    def after_fork(self) -> None:
        """A lock may have been held by a thread that this process does not have."""
        self._held = OrderedDict()
        self._lock = threading.Lock()
