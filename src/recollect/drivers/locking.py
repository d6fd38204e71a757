"""Locks on open files. They are the system's own, so they end with whoever holds them."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> bool:
        """Take the lock of a file; whether nobody else had it."""
        try:
            os.lseek(file, 0, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def unlock(file: int) -> None:
        """Let the next one in."""
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(file: int) -> bool:
        """Take the lock of a file; whether nobody else had it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(file: int) -> None:
        """Let the next one in."""
        fcntl.flock(file, fcntl.LOCK_UN)
