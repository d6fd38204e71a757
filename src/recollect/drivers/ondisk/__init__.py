"""What stores of readable files have in common: the log, the lock, and whole files.

It is no back-end of its own, and imports none.
"""

from .store import OnDiskStore

__all__ = ["OnDiskStore"]
