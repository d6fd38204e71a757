"""What some changes come to: each record once, as the last of them leaves it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...orders import Change
from ...types import Note, Owner
from .card import Card
from .points import Point, key, payload, space

if TYPE_CHECKING:
    from ...orders import Floats


@dataclass(slots=True)
class Step:
    """What becomes of one record: removed, put anew, or both in this order."""

    remove: bool = False
    payload: dict[str, Any] | None = None
    vectors: dict[str, Floats] = field(default_factory=dict)


class Plan:
    """Changes gathered for a few large calls."""

    def __init__(self) -> None:
        self.owners: set[Owner] = set()
        self.spaces: dict[str, int] = {}
        self.puts = False
        """Whether anything is put, so that a mark may mean what no engine has yet."""
        self._steps: dict[str, Step] = {}

    def __bool__(self) -> bool:
        return bool(self._steps)

    def take(self, change: Change) -> None:
        """Take a change of a record."""
        owner = change.scope.owner
        record = change.put.record if change.put else None
        if change.op == "drop" or record is None or (isinstance(record, Note) and not record.open):
            self.remove(owner, change.id)
            return
        assert change.put is not None
        self.puts = True
        step = self._steps.setdefault(key(owner, record.id), Step())
        step.payload = payload(owner, Card.of(record))
        vector = change.put.vector
        if vector is not None:
            name = space(vector.model, len(vector.data))
            step.vectors[name] = unit(vector.data)
            self.owners.add(owner)
            self.spaces[name] = len(vector.data)

    def remove(self, owner: Owner, id: str) -> None:
        """Take a record away."""
        self._steps[key(owner, id)] = Step(remove=True)

    def removed(self) -> list[str]:
        """The keys to remove before anything is put."""
        return [key for key, step in self._steps.items() if step.remove]

    def points(self, name: str) -> list[Point]:
        """The points for a collection."""
        return [
            Point(key, step.payload, step.vectors[name])
            for key, step in self._steps.items()
            if step.payload is not None and name in step.vectors
        ]

    def described(self, name: str) -> dict[str, dict[str, Any]]:
        """What is said of records whose vectors in a collection stay as they are, if any."""
        return {
            key: step.payload
            for key, step in self._steps.items()
            if step.payload is not None and not step.remove and name not in step.vectors
        }


def unit(data: Floats) -> Floats:
    """The same direction, of length one."""
    import numpy as np

    wide = np.asarray(data, dtype=np.float64)
    return np.asarray(wide / np.linalg.norm(wide), dtype=np.float32)
