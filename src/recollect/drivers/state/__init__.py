"""What a store keeps in dicts: the whole contract, shared by stores that hold all in the process.

It is no back-end of its own, and imports none.
"""

from .store import StateStore

__all__ = ["StateStore"]
