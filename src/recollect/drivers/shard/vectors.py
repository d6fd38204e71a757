"""The vectors of one model, kept as the rows of a growing matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...vectors import product

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...orders import Floats

SLACK = 1e-5
"""How far a rough score may be off. Fast matrix products round a row differently by its place."""


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
        self._matrix[row] = unit(data)

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
        import numpy as np

        return product(self._matrix[: len(self.ids)], unit(data).astype(np.float32))

    def exact(self, data: Floats, ids: Sequence[str]) -> list[float]:
        """The cosines of some ids; equal vectors score equally wherever they lie."""
        import numpy as np

        rows = self._matrix[[self._rows[id] for id in ids]].astype(np.float64)
        scores = (rows * unit(data)).sum(axis=1)
        return [float(score) for score in np.clip(scores, -1.0, 1.0)]

    def _grow(self) -> None:
        import numpy as np

        larger = np.empty((2 * len(self._matrix), self.size), dtype=np.float32)
        larger[: len(self._matrix)] = self._matrix
        self._matrix = larger


def unit(data: Floats) -> NDArray[np.float64]:
    """The same direction, with length 1."""
    import numpy as np

    wide = np.asarray(data, dtype=np.float64)
    return np.asarray(wide / np.linalg.norm(wide), dtype=np.float64)
