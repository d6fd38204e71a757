"""Stretches of a feed that hold nothing for its reader, who asks again and again and moves on only
with what it is given: they are read once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from ..concurrency import Lock

KNOWN = 1_000
"""Readers whose last stretch is remembered."""


class Quiet:
    """The last stretch of each of some readers. Nothing comes into it later: a feed only grows."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, tuple[int, int]] = OrderedDict()
        self._lock = Lock()

    def behind(self, reader: Hashable, place: int) -> int:
        """The place itself, or the end of the stretch that it is in."""
        with self._lock:
            first, last = self._known.get(reader, (0, 0))
        return max(place, last) if place >= first else place

    def found(self, reader: Hashable, first: int, last: int) -> None:
        """Nothing was for this reader between two places."""
        with self._lock:
            known = self._known.pop(reader, (first, first))
            self._known[reader] = (known[0] if known[0] <= first <= known[1] else first), last
            if len(self._known) > KNOWN:
                self._known.popitem(last=False)
