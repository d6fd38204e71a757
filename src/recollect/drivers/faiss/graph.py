"""The vectors of a large owner beyond the first, searched along a graph (HNSW)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import faiss

from ...vectors import SLACK, cosines

if TYPE_CHECKING:
    from ...orders import Floats

engine: Any = faiss  # whose stubs do not know what walks are told
LINKS = 32
"""Neighbours that a vector is linked to; twice as many on the lowest level."""
BUILT = 100
"""Candidates that are looked at for the links of a new vector."""
WIDTH = 256
"""Candidates that a walk keeps in view, at least."""
FEW = 20_000
"""Up to so many that pass a filter are compared one by one."""
GONE = 0.2
"""The share of removed vectors at which the graph is made anew."""


class Graph:
    """Unit vectors by id. None can be taken out: a removed one is overwritten and passed over."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._index: Any = _empty(size)
        self._ids: list[str | None] = []
        self._places: dict[str, int] = {}
        self._gone: list[int] = []

    @classmethod
    def load(cls, path: str, ids: Sequence[str | None]) -> Graph:
        """As `save` left it; `ids` are those of `ids`."""
        index = faiss.read_index(path)
        graph = cls(int(index.d))
        graph._index, graph._ids = index, list(ids)
        graph._places = {id: place for place, id in enumerate(ids) if id is not None}
        graph._gone = [place for place, id in enumerate(ids) if id is None]
        if index.ntotal != len(ids):
            raise ValueError("the ids of a saved graph are not those of its vectors")
        return graph

    @property
    def ids(self) -> list[str | None]:
        """The id of each place; None for one that was removed."""
        return self._ids

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, id: str) -> bool:
        return id in self._places

    def save(self, path: str) -> None:
        """Write the graph to a new file."""
        faiss.write_index(self._index, path)

    def put(self, id: str, row: Floats) -> None:
        """Add a unit vector, or replace the one this id has."""
        if id in self and (self._rows()[self._places[id]] == row).all():
            return
        self.remove(id)
        self._places[id] = len(self._ids)
        self._ids.append(id)
        self._index.add(row[None, :])

    def remove(self, id: str) -> None:
        """Forget a vector, if there is one: not a number of it stays."""
        place = self._places.pop(id, None)
        if place is not None:
            self._ids[place] = None
            self._gone.append(place)
            self._rows()[place] = 0
            if len(self._gone) > GONE * len(self._ids):
                self._renew()

    def near(self, query: Floats, limit: int, among: Iterable[str] | None) -> dict[str, float]:
        """The cosines of the nearest, of all that can be among the best so many."""
        if not self._places:
            return {}
        if among is None:
            walked = self._walked(query, limit, len(self), self._passed())
            return self._exact(query, self._all() if walked is None else walked)
        chosen = self._some(self._places[id] for id in dict.fromkeys(among) if id in self)
        if len(chosen) > FEW:
            walked = self._walked(query, limit, len(chosen), faiss.IDSelectorBatch(chosen))
            chosen = chosen if walked is None else walked
        return self._exact(query, chosen)

    def _walked(self, query: Floats, limit: int, most: int, passing: Any) -> Any | None:
        """The places that a walk leads to, of so many; None if it leads to too few."""
        wanted = limit + 1
        while wanted < most:
            options = engine.SearchParametersHNSW(efSearch=max(WIDTH, 2 * wanted), sel=passing)
            scores, found = self._index.search(query[None, :], wanted, params=options)
            if found[0][-1] < 0:
                return None
            # Equals at the end of the list may be many: all of them are looked at.
            if scores[0][-1] < scores[0][limit - 1] - SLACK:
                return found[0]
            wanted *= 2
        return None

    def _exact(self, query: Floats, places: Any) -> dict[str, float]:
        scores = cosines(self._rows()[places], query)
        found = zip(places.tolist(), scores.tolist(), strict=True)
        return {str(self._ids[place]): score for place, score in found}

    def _passed(self) -> Any:
        """Keeps a walk from finding what was removed."""
        if not self._gone:
            return None
        return faiss.IDSelectorNot(faiss.IDSelectorBatch(self._some(self._gone)))

    def _all(self) -> Any:
        return self._some(self._places.values())

    def _some(self, places: Iterable[int]) -> Any:
        import numpy as np

        return np.fromiter(places, dtype=np.int64)

    def _rows(self) -> Any:
        """All vectors, in place."""
        held: Any = faiss.downcast_index(self._index.storage)
        numbers = faiss.rev_swig_ptr(held.get_xb(), len(self._ids) * self._size)
        return numbers.reshape(-1, self._size)

    def _renew(self) -> None:
        """Make the graph anew of what is left."""
        rows = self._rows()[self._all()]
        self._ids = list(self._places)
        self._places = {id: place for place, id in enumerate(self._places)}
        self._index, self._gone = _empty(self._size), []
        if len(rows):
            self._index.add(rows)


def _empty(size: int) -> Any:
    index: Any = faiss.IndexHNSWFlat(size, LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = BUILT
    return index
