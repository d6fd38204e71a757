"""The store that lives in the process and ends with it."""

from .store import InMemoryStore

__all__ = ["InMemoryStore"]
