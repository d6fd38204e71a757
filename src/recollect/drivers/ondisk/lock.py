"""A turn among processes, waited for."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from ...errors import StoreBusy
from ..locking import lock, unlock

BUSY_SECONDS = 60.0
LONGEST_NAP = 0.01


class Lock:
    """One handle's lock on a file; a fork gets a handle of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._pid = os.getpid()

    def acquire(self) -> None:
        """Wait for the turn; StoreBusy if somebody keeps it for too long."""
        end = time.monotonic() + BUSY_SECONDS
        nap = 0.0002
        while not self._take():
            if time.monotonic() > end:
                raise StoreBusy(
                    f"another process held {self._path.parent} for over {BUSY_SECONDS:.0f} s; "
                    "nothing was written, try again"
                )
            time.sleep(nap)
            nap = min(nap * 1.5, LONGEST_NAP)

    def release(self) -> None:
        """Let the next one in."""
        if self._file is not None:
            unlock(self._file)

    def close(self) -> None:
        """Release everything."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _take(self) -> bool:
        file = self._opened()
        if not lock(file):
            return False
        if self._is_current(file):
            return True
        self.close()  # somebody removed the folder meanwhile: take the lock of the new one
        return False

    def _opened(self) -> int:
        if self._pid != os.getpid():  # after a fork the file is shared, and so would be the lock
            self.close()
            self._pid = os.getpid()
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        return self._file

    def _is_current(self, file: int) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(file), os.stat(self._path))
        return False
