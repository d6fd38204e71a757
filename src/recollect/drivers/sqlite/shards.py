"""An owner's vectors in memory, kept up to date from the file's own feed of changes.

A shard is a cache: any process may write the file, so each search first reads the changes of that
owner since the shard last looked, in the same transaction as the search itself.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

import apsw

from ...errors import StoreCorrupt
from ...vectors import cosines, steps_of
from .matrix import Near, Rows, grown, outgrown, rows_for

if TYPE_CHECKING:
    from ...orders import Floats

MOST_BYTES = 2 << 30
MOST_SHARDS = 4096
CHUNK = 10_000
NONE = -1


class Shard:
    """The vectors one model made for what can be found of one owner, and which notes cannot."""

    def __init__(self, scope: int, model: int | None, size: int) -> None:
        self.scope, self.model, self.size = scope, model, size
        self.seen = 0
        self._end = 0
        self.lock = threading.Lock()
        self.closed: set[int] = set()
        self._empty(0)

    @property
    def weight(self) -> int:
        """Roughly what it takes, in bytes."""
        return self._rows.weight

    def refresh(self, db: apsw.Connection) -> None:
        """Take in what changed since the last look."""
        latest = db.execute("SELECT max(seq) FROM changes WHERE scope = ?", (self.scope,)).get
        if latest is None or latest <= self.seen:
            return
        self._end = db.execute("SELECT next FROM owners WHERE scope = ?", (self.scope,)).get or 0
        if self.seen:
            self._follow(db)
        if not self.seen or outgrown(self._rows, self._count):
            self.seen = 0  # until all of it is here
            self._load(db)
        self.seen = latest

    def near(self, vector: Floats, mask: Any | None, limit: int) -> Near:
        """The numbers of records that may be found, and roughly their cosines: the `limit` nearest,
        and more."""
        numbers, among = self._numbers[: self._count], None
        if mask is not None:
            known = numbers < len(mask)  # another thread may have seen a newer state than the mask
            among = (mask[numbers * known] & known).nonzero()[0]
        rows, cosines = self._rows.near(vector, self._count, among, limit)
        return numbers[rows], cosines

    def cosines(self, vector: Floats, numbers: Iterable[int]) -> dict[int, float]:
        """The cosines of those records that have a vector."""
        import numpy as np

        wanted = np.fromiter(numbers, dtype=np.int64)
        rows = self._rows_of(wanted)
        held = rows != NONE
        found = cosines(self._rows.units(rows[held]), vector)
        return dict(zip(wanted[held].tolist(), found.tolist(), strict=True))

    def reopened(self, db: apsw.Connection, mask: Any) -> Shard:
        """A shard of the closed notes that are marked: they were open once."""
        small = Shard(self.scope, self.model, self.size)
        small._end = self._end
        numbers = [n for n in self.closed if n < len(mask) and mask[n]]
        small.take(db, numbers)
        return small

    def hide(self, scores: Floats) -> None:
        """Give closed notes no score; `scores` are by number."""
        scores[[n for n in self.closed if n < len(scores)]] = 0

    def _empty(self, count: int) -> None:
        """Hold nothing, with room for so many."""
        import numpy as np

        self._count = 0
        self._rows: Rows = rows_for(count, self.size)
        self._numbers: Any = np.empty(count, dtype=np.int64)
        self._places: Any = np.full(count, NONE, dtype=np.int64)
        self._rows.reserve(count)

    def _load(self, db: apsw.Connection) -> None:
        closed = db.execute(
            "SELECT n FROM notes WHERE scope = ? AND closed IS NOT NULL", (self.scope,)
        )
        self.closed = {self._real(n) for (n,) in closed}
        if self.model is not None:
            key = (self.scope, self.model)
            wanted: int = (
                db.execute("SELECT vectors FROM embedded WHERE scope = ? AND model = ?", key).get
                or 0
            )
            self._empty(wanted)
            cursor = db.execute("SELECT n, data FROM vectors WHERE scope = ? AND model = ?", key)
            while part := list(islice(cursor, CHUNK)):
                self._take(part)
            if self._count != wanted:
                raise StoreCorrupt("some vectors are missing; run: recollect verify")
            for n in self.closed:
                self._discard(n)

    def _follow(self, db: apsw.Connection) -> None:
        fresh: set[int] = set()
        feed = db.execute(
            "SELECT op, n FROM changes WHERE scope = ? AND seq > ? ORDER BY seq",
            (self.scope, self.seen),
        )
        for op, number in feed:
            n = self._real(number)
            if op in ("put", "vector"):
                fresh.add(n)
            elif op == "close":
                self.closed.add(n)
                self._discard(n)
            elif op in ("drop", "erase"):
                fresh.discard(n)
                self._discard(n)
        self.closed |= self._ended(db, fresh)
        if self.model is not None:
            self.take(db, sorted(fresh - self.closed))

    def _ended(self, db: apsw.Connection, numbers: set[int]) -> set[int]:
        """Those of some numbers that are closed: a note may be so from the beginning."""
        found = db.execute(
            "SELECT n FROM notes WHERE scope = ? AND closed IS NOT NULL "
            "AND n IN (SELECT value FROM json_each(?))",
            (self.scope, json.dumps(sorted(numbers))),
        )
        return {n for (n,) in found}

    def take(self, db: apsw.Connection, wanted: list[int]) -> None:
        """Read the vectors of some numbers."""
        for start in range(0, len(wanted), CHUNK):
            cursor = db.execute(
                "SELECT n, data FROM vectors WHERE scope = ? AND model = ? "
                "AND n IN (SELECT value FROM json_each(?))",
                (self.scope, self.model, json.dumps(wanted[start : start + CHUNK])),
            )
            self._take(cursor.fetchall())

    def _take(self, found: list[Any]) -> None:
        """Write vectors into the rows of their numbers, or into new ones."""
        import numpy as np

        if not found:
            return
        numbers = np.fromiter((n for n, _ in found), dtype=np.int64, count=len(found))
        self._real(int(numbers.min()))
        self._real(int(numbers.max()))
        rows = self._rows_of(numbers)
        new = (rows == NONE).nonzero()[0]
        rows[new] = np.arange(self._count, self._count + len(new))
        end = self._count + len(new)
        self._make_room(end, int(numbers.max()) + 1)
        self._rows.put(rows, *self._checked([data for _, data in found]))
        self._numbers[rows] = numbers
        self._places[numbers] = rows
        self._count = end

    def _real(self, n: int) -> int:
        """A number that was given to a record; a bad disk may hold any other."""
        if 0 < n < self._end:
            return n
        raise StoreCorrupt("a record's number is not what was written; run: recollect verify")

    def _make_room(self, rows: int, numbers: int) -> None:
        if rows > len(self._numbers):
            room = max(rows, len(self._numbers) * 3 // 2)
            self._rows.reserve(room)
            self._numbers = grown(self._numbers, room)
        if numbers > len(self._places):
            known = len(self._places)
            self._places = grown(self._places, max(numbers, known * 3 // 2))
            self._places[known:] = NONE

    def _checked(self, data: list[bytes]) -> tuple[Any, Floats]:
        import numpy as np

        if all(len(row) == self.size + 4 for row in data):
            steps, lengths = steps_of(data, self.size)
            if np.isfinite(lengths).all():
                return steps, lengths
        raise StoreCorrupt("a vector is not what was written; run: recollect verify")

    def _rows_of(self, numbers: Any) -> Any:
        """The rows of some numbers, NONE where there is none."""
        import numpy as np

        known = numbers < len(self._places)
        rows = np.full(len(numbers), NONE, dtype=np.int64)
        rows[known] = self._places[numbers[known]]
        return rows

    def _discard(self, n: int) -> None:
        """Close the gap with the last row, so that every row is alive."""
        row = int(self._places[n]) if n < len(self._places) else NONE
        if row != NONE:
            self._count -= 1
            last = int(self._numbers[self._count])
            self._rows.move(self._count, row)
            self._numbers[row], self._places[last] = last, row
            self._places[n] = NONE


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
