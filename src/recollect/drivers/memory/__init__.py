"""The store that lives in the process and ends with it."""

from __future__ import annotations

from ..forking import lock
from ..state import StateStore

__all__ = ["InMemoryStore"]


class InMemoryStore(StateStore):
    """Keeps everything in the process. It has no search of its own: pair it with an index."""

    def __init__(self, name: str = "") -> None:
        super().__init__(f"memory://{name}")
        self._lock = lock()
