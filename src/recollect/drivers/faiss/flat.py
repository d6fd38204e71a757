"""Vectors that are compared one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import faiss

from ...vectors import SLACK, cosines

if TYPE_CHECKING:
    from ...orders import Floats


class Flat:
    """Unit vectors by id, searched exactly."""

    def __init__(self, size: int) -> None:
        self.index: Any = faiss.IndexIDMap2(faiss.IndexFlatIP(size))
        self._numbers: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._next = 0

    @classmethod
    def load(cls, path: str, numbers: dict[str, int]) -> Flat:
        """As `save` left it; the numbers are those of `numbers`."""
        flat = cls.__new__(cls)
        flat.index = faiss.read_index(path)
        flat._numbers = numbers
        flat._ids = {number: id for id, number in numbers.items()}
        flat._next = max(flat._ids, default=-1) + 1
        if sorted(faiss.vector_to_array(flat.index.id_map).tolist()) != sorted(flat._ids):
            raise ValueError("the ids of a saved index are not those of its vectors")
        return flat

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.index.d)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each id."""
        return self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, id: str) -> bool:
        return id in self._numbers

    def save(self, path: str) -> None:
        """Write the vectors to a new file."""
        faiss.write_index(self.index, path)

    def put(self, id: str, row: Floats) -> None:
        """Add a unit vector, or replace the one this id has."""
        import numpy as np

        self.remove(id)
        number = self._numbers[id] = self._next
        self._ids[number] = id
        self._next += 1
        self.index.add_with_ids(row[None, :], np.array([number], dtype=np.int64))

    def remove(self, id: str) -> None:
        """Forget a vector, if there is one."""
        import numpy as np

        number = self._numbers.pop(id, None)
        if number is not None:
            del self._ids[number]
            self.index.remove_ids(np.array([number], dtype=np.int64))

    def near(self, query: Floats, limit: int, among: Iterable[str] | None) -> dict[str, float]:
        """The cosines of the nearest, of all that can be among the best so many."""
        chosen = self._selected(among)
        options = None if among is None else _among(chosen)
        most = len(self) if among is None else len(chosen)
        wanted = min(limit + 1, most)
        while wanted:
            scores, numbers = self.index.search(query[None, :], wanted, params=options)
            # Equals at the end of the list may be many: all of them are looked at.
            if wanted == most or scores[0][-1] < scores[0][limit - 1] - SLACK:
                return self._exact(query, numbers[0])
            wanted = min(2 * wanted, most)
        return {}

    def _exact(self, query: Floats, numbers: Any) -> dict[str, float]:
        import numpy as np

        rows = np.stack([self.index.reconstruct(int(number)) for number in numbers])
        scores = cosines(rows, query)
        return {self._ids[int(n)]: float(s) for n, s in zip(numbers, scores, strict=True)}

    def _selected(self, among: Iterable[str] | None) -> Any:
        import numpy as np

        known = (self._numbers[id] for id in among or () if id in self._numbers)
        return np.unique(np.fromiter(known, dtype=np.int64))


def alone() -> None:
    """Have FAISS work in this thread alone from now on."""
    omp: Any = faiss  # its stubs do not know it
    omp.omp_set_num_threads(1)


def _among(numbers: Any) -> Any:
    make: Any = faiss.SearchParameters  # its stubs do not know what it takes
    return make(sel=faiss.IDSelectorBatch(numbers))
