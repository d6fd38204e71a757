"""The vectors that one model made for one owner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..beside.plan import unit
from .flat import Flat
from .graph import Graph

if TYPE_CHECKING:
    from ...orders import Floats

FIRST = 5_000
"""So many are compared one by one; those behind them are in a graph. So small owners cost no graph,
and a growing one is never moved."""


class Space:
    """Unit vectors by id: the first searched exactly, the others along a graph."""

    def __init__(self, size: int) -> None:
        self._flat = Flat(size)
        self._graph = Graph(size)

    @classmethod
    def load(cls, path: str, held: Mapping[str, Any]) -> Space:
        """As `save` left it, and what that gave."""
        space = cls.__new__(cls)
        space._flat = Flat.load(f"{path}.faiss", held["numbers"])
        space._graph = Graph(space.size)
        if "graph" in held:
            space._graph = Graph.load(f"{path}.graph.faiss", held["graph"])
        return space

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return self._flat.size

    def __len__(self) -> int:
        return len(self._flat) + len(self._graph)

    def save(self, path: str) -> dict[str, Any]:
        """Write the vectors to new files whose names begin so; whose they are."""
        self._flat.save(f"{path}.faiss")
        held: dict[str, Any] = {"numbers": self._flat.numbers}
        if len(self._graph):
            self._graph.save(f"{path}.graph.faiss")
            held["graph"] = self._graph.ids
        return held

    def put(self, id: str, data: Floats) -> None:
        """Add a vector, or replace the one this id has."""
        row = unit(data)
        if id in self._graph or (id not in self._flat and len(self._flat) >= FIRST):
            self._graph.put(id, row)
        else:
            self._flat.put(id, row)

    def remove(self, id: str) -> None:
        """Forget a vector, if there is one."""
        self._flat.remove(id)
        self._graph.remove(id)

    def near(self, data: Floats, limit: int, among: Iterable[str] | None) -> dict[str, float]:
        """The cosines of the nearest, of all that can be among the best so many."""
        query, chosen = unit(data), None if among is None else list(among)
        return self._flat.near(query, limit, chosen) | self._graph.near(query, limit, chosen)
