"""How often a caller may ask: a bucket each, in one process or shared by all of a server."""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any, Protocol

try:
    import fcntl as _locks
except ImportError:  # not a Unix: each process counts for itself
    _locks = None  # type: ignore[assignment]

KNOWN = 10_000
"""Callers whose rate is kept in mind."""
SLOTS = 1 << 16
BUCKET = struct.Struct("dd")
SIZE = SLOTS * BUCKET.size


class Rates(Protocol):
    """A bucket for each caller, filled at a steady rate."""

    def take(self, caller: str) -> float:
        """One request: 0 if it may be made, else the seconds to wait."""


def rates(rate: float, burst: int, shared: str = "") -> Rates:
    """The buckets of this process, or those of a file that others have open, too."""
    if shared and _locks is not None:
        return Shared(rate, burst, shared)
    return Own(rate, burst)


class Own:
    """The buckets of one process."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, float(burst)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> float:
        """One request: 0 if it may be made, else the seconds to wait."""
        now = time.monotonic()
        left = filled(self._buckets.pop(caller, None), now, self._rate, self._burst)
        self._buckets[caller] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > KNOWN:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self._rate


class Shared:
    """The buckets of all processes of a server, in a file that all of them have in memory.

    Callers are told apart by a hash; two in 65,536 may share a bucket. The lock is the system's,
    so that a process that is killed does not keep it. The clock is the machine's own.
    """

    def __init__(self, rate: float, burst: int, path: str) -> None:
        self._rate, self._burst = rate, float(burst)
        self._file = os.open(path, os.O_RDWR)
        self._memory: Any = mmap.mmap(self._file, SIZE)

    def take(self, caller: str) -> float:
        """One request: 0 if it may be made, else the seconds to wait."""
        digest = hashlib.blake2b(caller.encode("utf-8", "surrogateescape"), digest_size=4).digest()
        at = int.from_bytes(digest, "big") % SLOTS * BUCKET.size
        _locks.lockf(self._file, _locks.LOCK_EX, BUCKET.size, at)
        try:
            now = time.monotonic()
            known = BUCKET.unpack_from(self._memory, at)
            left = filled(known if known[1] else None, now, self._rate, self._burst)
            BUCKET.pack_into(self._memory, at, left - 1 if left >= 1 else left, now)
        finally:
            _locks.lockf(self._file, _locks.LOCK_UN, BUCKET.size, at)
        return 0.0 if left >= 1 else (1 - left) / self._rate


def filled(known: tuple[float, float] | None, now: float, rate: float, burst: float) -> float:
    """What is in a bucket by now; one that is new is full."""
    if known is None:
        return burst
    left, at = known
    return min(burst, left + max(0.0, now - at) * rate)


def book(folder: str) -> str:
    """A new, empty file for buckets that processes share; its path."""
    path = Path(folder, "rates")
    with path.open("xb") as file:
        file.truncate(SIZE)
    path.chmod(0o600)
    return str(path)
