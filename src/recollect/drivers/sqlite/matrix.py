"""The vectors of one owner in memory, row by row, and which rows are near a question.

Few are kept as floats, and all of them are multiplied. Many stay the bytes that the file holds. A
search then looks at their signs first, one bit a dimension: the rows whose signs differ least from
the question's, where its numbers are large, are its shortlist, and those are multiplied as exactly
as if they were few. Nothing is built or trained, so a new row costs the same whatever is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ...vectors import product

if TYPE_CHECKING:
    from ...orders import Floats

LARGE = 50_000
"""Above so many rows, comparing signs first is faster, and takes a quarter of the memory."""
SHORTLIST = 8_192
"""How many rows are multiplied after their signs were compared, at the least."""
SPARE = 16
"""And at the least so many times the rows that were asked for."""
ONE_IN = 64
"""And at the least one row in so many."""
STEP = 0.9
"""A sign counts 0 to 3 times: so many means of the question's numbers are one time."""
FEW = 8
"""Below one row in this many, gathering the rows first is cheaper than multiplying them all."""
PART = 1_024
"""Rows multiplied at a time, as many as stay in a processor's cache."""

Near: TypeAlias = "tuple[Any, Floats]"
"""Rows, and roughly their cosines."""


class FloatRows:
    """Rows of unit length, ready to be multiplied."""

    def __init__(self, size: int) -> None:
        import numpy as np

        self._matrix: Floats = np.empty((0, size), dtype=np.float32)

    @property
    def weight(self) -> int:
        """What it takes, in bytes."""
        return int(self._matrix.nbytes)

    def reserve(self, room: int) -> None:
        """Make room for so many rows."""
        self._matrix = grown(self._matrix, room)

    def put(self, rows: Any, steps: Any, lengths: Floats) -> None:
        """Write some rows."""
        self._matrix[rows] = steps / lengths[:, None]

    def move(self, source: int, target: int) -> None:
        """Write one row over another."""
        self._matrix[target] = self._matrix[source]

    def units(self, rows: Any) -> Floats:
        """Some rows."""
        made: Floats = self._matrix[rows]
        return made

    def near(self, vector: Floats, count: int, among: Any | None, limit: int) -> Near:
        """All of `count` rows, or those among them that may be found."""
        import numpy as np

        if among is None:
            return np.arange(count), product(self._matrix[:count], vector)
        if len(among) * FEW < count:
            return among, product(self._matrix[among], vector)
        return among, product(self._matrix[:count], vector)[among]


class ByteRows:
    """Rows as the file holds them, and their signs apart."""

    def __init__(self, size: int) -> None:
        import numpy as np

        self._steps: Any = np.empty((0, size), dtype=np.int8)
        self._lengths: Floats = np.empty(0, dtype=np.float32)
        self._signs: list[Any] = [np.empty(0, dtype=np.uint64) for _ in range(-(-size // 64))]

    @property
    def weight(self) -> int:
        """What it takes, in bytes."""
        return int(sum(held.nbytes for held in (self._steps, self._lengths, *self._signs)))

    def reserve(self, room: int) -> None:
        """Make room for so many rows."""
        self._steps = grown(self._steps, room)
        self._lengths = grown(self._lengths, room)
        self._signs = [grown(held, room) for held in self._signs]

    def put(self, rows: Any, steps: Any, lengths: Floats) -> None:
        """Write some rows."""
        self._steps[rows] = steps
        self._lengths[rows] = lengths
        for held, made in zip(self._signs, signs(steps), strict=True):
            held[rows] = made

    def move(self, source: int, target: int) -> None:
        """Write one row over another."""
        for held in (self._steps, self._lengths, *self._signs):
            held[target] = held[source]

    def units(self, rows: Any) -> Floats:
        """Some rows."""
        import numpy as np

        wide = self._steps.take(rows, axis=0).astype(np.float32)
        made: Floats = wide / self._lengths[rows, None]
        return made

    def cosines(self, vector: Floats, rows: Any) -> Floats:
        """The cosines of some rows, good to within the slack of a fast product."""
        import numpy as np

        made: Floats = np.empty(len(rows), dtype=np.float32)
        for start in range(0, len(rows), PART):
            part = rows[start : start + PART]
            wide = self._steps.take(part, axis=0).astype(np.float32)
            made[start : start + PART] = np.einsum("ij,j->i", wide, vector) / self._lengths[part]
        return made

    def near(self, vector: Floats, count: int, among: Any | None, limit: int) -> Near:
        """Those of the rows that may be found whose signs are most like the vector's."""
        import numpy as np

        most = max(SHORTLIST, SPARE * limit, count // ONE_IN)
        if (count if among is None else len(among)) > most:
            rows = self._alike(vector, count, among, most)
        else:
            rows = np.arange(count) if among is None else among
        return rows, self.cosines(vector, rows)

    def _alike(self, vector: Floats, count: int, among: Any | None, most: int) -> Any:
        """The `most` rows with the fewest other signs, and those that equal the last of them."""
        import numpy as np

        unlike = self._unlike(vector, count)
        if among is not None:
            unlike = unlike[among]
        # How many rows differ in 0, 1, 2 … signs, summed up, says where to cut.
        cut = np.searchsorted(np.cumsum(np.bincount(unlike)), most)
        rows = (unlike <= cut).nonzero()[0]
        return rows if among is None else among[rows]

    def _unlike(self, vector: Floats, count: int) -> Any:
        """In how many signs each row differs from a vector, large numbers of which count more."""
        import numpy as np

        sizes = np.abs(vector)
        weights = np.minimum(np.rint(sizes / (STEP * sizes.mean())), 3).astype(np.uint8)
        found = np.zeros(count, dtype=np.min_scalar_type(3 * len(vector)))
        asked = signs(np.stack([vector, weights & 1, weights & 2]))
        for held, (sign, one, two) in zip(self._signs, asked, strict=True):
            differing = held[:count] ^ sign
            found += np.bitwise_count(differing & one)
            found += np.bitwise_count(differing & two) * np.uint8(2)
        return found


Rows: TypeAlias = FloatRows | ByteRows


def rows_for(count: int, size: int) -> Rows:
    """The better way to keep so many vectors."""
    return ByteRows(size) if count > LARGE else FloatRows(size)


def outgrown(rows: Rows, count: int) -> bool:
    """Whether so many should be kept in the other way by now."""
    return count > LARGE and isinstance(rows, FloatRows)


def signs(matrix: Any) -> Any:
    """Which numbers are positive, 64 to a word: the first words of all rows, then the second …"""
    import numpy as np

    packed = np.packbits(matrix > 0, axis=1)
    words = -(-packed.shape[1] // 8)
    padded = np.zeros((len(matrix), words * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64).T


def grown(array: Any, room: int) -> Any:
    """A copy with room for more."""
    import numpy as np

    made = np.empty((room, *array.shape[1:]), dtype=array.dtype)
    made[: len(array)] = array
    return made
