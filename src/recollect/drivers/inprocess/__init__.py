"""The index that lives in the process: exact, small, and rebuilt from a store's feed."""

from .index import InProcessIndex

__all__ = ["InProcessIndex"]
