"""Asking a service again while there is hope: growing pauses, and a time after which to give up.

The providers' packages retry too, but each in its own way, and none within a bounded time. So
theirs is turned off, and this is the same for all.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
REST = 30.0
LEAST = 2.0  # seconds for a try that is made at all
NO_CONNECTION, LATE = "no connection", "no answer in time"
_PASSING = {408, 409, 425, 429}


class Fault(Exception):
    """A request that failed: its HTTP status, if it got one, and how long to wait if told so."""

    def __init__(
        self,
        status: int | None,
        reason: str = "",
        *,
        wait: float | None = None,
        final: bool = False,
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.wait = wait
        self.passing = not final and (status is None or status in _PASSING or status >= 500)


@dataclass(slots=True)
class Patience:
    """Tries again for `total` seconds at most, or `asking` when somebody waits for an answer; one
    try takes `each` at most.

    After giving up it rests: for a while one try is all there is, so that a service that is down
    does not hold up every write.
    """

    each: float
    total: float
    asking: float
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    _rested_at: float = 0.0

    def run(
        self, call: Callable[[float], T], *, asking: bool = False, until: float | None = None
    ) -> T:
        """What the call returns, given the seconds it may take; or its last fault. `until` is when
        to give up, if it is one of several calls."""
        start, total = self.clock(), self.asking if asking else self.total
        given = start + total if until is None else until
        deadline = start if start < self._rested_at else given
        pause = FIRST_PAUSE
        while True:
            try:
                return call(min(self.each, max(deadline - self.clock(), LEAST)))
            except Fault as fault:
                wait = pause * random.uniform(0.5, 1.0) if fault.wait is None else fault.wait
                if not fault.passing:
                    raise
                if self.clock() + wait >= deadline:
                    self._rested_at = self.clock() + REST
                    raise
                self.sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)


def retry_after(value: str | None) -> float | None:
    """The seconds that a server asks to wait; None if it says nothing that can be read."""
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return seconds if 0 <= seconds < 86_400 else None
