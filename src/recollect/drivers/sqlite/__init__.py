"""The embedded default: one SQLite file."""

from .store import SQLiteStore

__all__ = ["SQLiteStore"]
