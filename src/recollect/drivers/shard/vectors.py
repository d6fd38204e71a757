"""The vectors of one model, kept as the rows of a growing matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...vectors import checked, cosines, product

if TYPE_CHECKING:
    from ...orders import Floats

NEARLY = 1e-6
"""How far the length of a row may be from 1 that was made so, and rounded."""


class Vectors:
    """Unit vectors by id. The rows stay dense: the last one moves into a gap."""

    def __init__(self, size: int) -> None:
        import numpy as np

        self.ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._matrix = np.empty((8, size), dtype=np.float32)

    @classmethod
    def of(cls, ids: list[str], rows: Floats) -> Vectors:
        """Many at once; the rows are of unit length."""
        made = cls(rows.shape[1])
        made.ids, made._rows = list(ids), {id: row for row, id in enumerate(ids)}
        if ids:
            made._matrix = rows
        return made

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self._matrix.shape[1])

    def put(self, id: str, data: Floats) -> None:
        """Add a vector, or replace the one this id has."""
        row = self._rows.get(id)
        if row is None:
            row = self._rows[id] = len(self.ids)
            self.ids.append(id)
            if row == len(self._matrix):
                self._grow()
        self._matrix[row] = _unit(data)

    def remove(self, id: str) -> None:
        """Forget a vector, if there is one."""
        row = self._rows.pop(id, None)
        if row is None:
            return
        last = self.ids.pop()
        if last != id:
            self.ids[row] = last
            self._rows[last] = row
            self._matrix[row] = self._matrix[len(self.ids)]
        self._matrix[len(self.ids)] = 0

    def known(self, ids: Iterable[str]) -> list[str]:
        """Those ids that have a vector, each once."""
        return [id for id in dict.fromkeys(ids) if id in self._rows]

    def rough(self, data: Floats) -> Floats:
        """The cosine of every row, good to within `SLACK`."""
        return product(self._matrix[: len(self.ids)], checked([data], 1)[0])

    def exact(self, data: Floats, ids: Sequence[str]) -> list[float]:
        """The cosines of some ids; equal vectors score equally wherever they lie."""
        rows = self._matrix[[self._rows[id] for id in ids]]
        made: list[float] = cosines(rows, checked([data], 1)[0]).tolist()
        return made

    def _grow(self) -> None:
        import numpy as np

        larger = np.empty((2 * len(self._matrix), self.size), dtype=np.float32)
        larger[: len(self._matrix)] = self._matrix
        self._matrix = larger


def _unit(data: Floats) -> Floats:
    """The same direction, with length 1; not a bit is changed of what a store has made so."""
    import numpy as np

    wide = np.asarray(data, dtype=np.float64)
    length = np.linalg.norm(wide)
    made: Floats = (wide if abs(length - 1) < NEARLY else wide / length).astype(np.float32)
    return made
