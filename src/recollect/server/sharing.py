"""How much of a process one caller has: as much as it likes while nobody else asks, and one request
at a time as soon as somebody does. Its others wait for their turn."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

RECENT = 1.0
"""Seconds that somebody who has asked counts as asking."""
LONGEST = 1.0
"""Seconds that a request keeps the others of its caller waiting: it may be a stream, or a model may
think about it, and then it is no work for this process."""


class Shares:
    """The requests of each caller that are worked on, and those that wait."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[str, float] = OrderedDict()
        self._working: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, caller: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the block ends."""
        await self._enter(caller)
        has = _Turn(lambda: self._leave(caller))
        try:
            yield
        finally:
            has.end()

    async def _enter(self, caller: str) -> None:
        self._note(caller)
        if caller not in self._waiting and self._may(caller):
            self._working[caller] += 1
            return
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(told)
        try:
            await told
        except asyncio.CancelledError:
            if told.done() and not told.cancelled():
                self._leave(caller)  # it was let in at that very moment
            raise

    def _leave(self, caller: str) -> None:
        self._working[caller] -= 1
        if not self._working[caller]:
            del self._working[caller]
        waiting = self._waiting.get(caller, ())
        while waiting and (waiting[0].done() or self._may(caller)):
            told = waiting.popleft()
            if not told.done():  # else its caller is gone
                self._working[caller] += 1
                told.set_result(None)
        if caller in self._waiting and not waiting:
            del self._waiting[caller]

    def _may(self, caller: str) -> bool:
        return not self._working[caller] or self._is_alone(caller)

    def _is_alone(self, caller: str) -> bool:
        until = self._clock() - RECENT
        while self._asked and next(iter(self._asked.values())) < until:
            self._asked.popitem(last=False)
        return not self._asked.keys() - {caller}

    def _note(self, caller: str) -> None:
        self._asked[caller] = self._clock()
        self._asked.move_to_end(caller)


class _Turn:
    """Ends once: with its request, or when that takes too long."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave = leave
        self._ends = asyncio.get_running_loop().call_later(LONGEST, self.end)
        self._over = False

    def end(self) -> None:
        """Let the next one in."""
        self._ends.cancel()
        if not self._over:
            self._over = True
            self._leave()
