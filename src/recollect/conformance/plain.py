"""The plainest store and index, in both colours: what others are paired with."""

from __future__ import annotations

from ..drivers.inprocess import InProcessIndex
from ..drivers.memory import InMemoryStore
from ..drivers.threaded import ThreadedIndex, ThreadedStore
from ..ports.aio import AsyncIndex, AsyncStore
from ..ports.sync import Index, Store


class AsyncPlain:
    """A store and an index in memory, awaited."""

    @staticmethod
    def store() -> AsyncStore:
        """A new, empty store."""
        return ThreadedStore(InMemoryStore())

    @staticmethod
    def index() -> AsyncIndex:
        """A new, empty index."""
        return ThreadedIndex(InProcessIndex())


class Plain:
    """A store and an index in memory."""

    @staticmethod
    def store() -> Store:
        """A new, empty store."""
        return InMemoryStore()

    @staticmethod
    def index() -> Index:
        """A new, empty index."""
        return InProcessIndex()
