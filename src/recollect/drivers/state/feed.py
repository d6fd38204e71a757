"""A change as it is kept in dicts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ...orders import Change
from ...types import Owner, Scope
from .kept import Kept


@dataclass(frozen=True, slots=True)
class Entry:
    """A change as it is kept: what it shows is looked up when it is read."""

    seq: int
    op: Literal["put", "close", "drop", "vector", "erase"]
    scope: Scope
    id: str
    kept: Kept | None = None
    model: str | None = None
    mark: bytes = b""

    @property
    def is_message(self) -> bool:
        """Whether it put a message that is still there."""
        return self.op == "put" and self.kept is not None and self.kept.is_message

    def change(self) -> Change:
        """The change as it stands now."""
        put = self.kept.put(self.model) if self.kept else None
        return Change(self.seq, self.op, self.scope, self.id, put, self.mark)


class Parted:
    """A feed by owner, so that one who comes by seldom need not look at what others did."""

    def __init__(self) -> None:
        self._feed: list[Entry] = []
        self._seen = 0
        self._parts: dict[Owner, list[Entry]] = {}

    def owner(self, feed: list[Entry], owner: Owner) -> list[Entry]:
        """The entries of an owner; of a feed that has only grown, what is new is taken in."""
        if feed is not self._feed or len(feed) < self._seen:
            self._feed, self._seen, self._parts = feed, 0, {}
        for entry in islice(feed, self._seen, None):
            self._parts.setdefault(entry.scope.owner, []).append(entry)
        self._seen = len(feed)
        return self._parts.get(owner, [])
