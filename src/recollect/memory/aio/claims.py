"""A claim on some work, kept in the store: others leave it alone until it is freed or runs out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from ...errors import Stale
from ...orders import Batch, Cursor
from ...times import MICROSECOND, micros
from ...types import Owner
from .shell import AsyncShell

APART = timedelta(minutes=1)
"""So far the clocks of two machines may be apart; a claim for longer was made by a wrong one."""


class AsyncClaim:
    """A cursor of an owner whose position is the moment until which somebody has the work."""

    def __init__(self, memory: AsyncShell, owner: Owner, name: str, lease: timedelta) -> None:
        self._store, self._now = memory._store, memory._now
        self._owner, self._name, self.lease = owner, name, lease
        self._held = 0

    @property
    def freed(self) -> Cursor:
        """What lets others have it, for a commit that does more than that."""
        return Cursor(self._owner, self._name, 0, self._held)

    async def take(self, rest: timedelta = timedelta(0), still: Sequence[Cursor] = ()) -> bool:
        """Tell others to leave it to us; False if somebody has said so before, or one of `still`
        has moved. `rest` is how long it may have been put off at most."""
        held = await self._store.cursor(self._owner, self._name)
        now = micros(self._now())  # after the look: what was claimed meanwhile is no wrong clock
        if now < held <= now + (max(self.lease, rest) + APART) // MICROSECOND:
            return False
        return await self._move(held, now + self.lease // MICROSECOND, still)

    async def keep(self) -> bool:
        """Have it for another lease; False if somebody took over."""
        return await self._move(self._held, micros(self._now()) + self.lease // MICROSECOND)

    async def free(self, until: int = 0) -> None:
        """Let others have it, now or from a moment on."""
        await self._move(self._held, until)  # else somebody took over, or it was erased

    async def _move(self, held: int, until: int, still: Sequence[Cursor] = ()) -> bool:
        move = Cursor(self._owner, self._name, until, held)
        with suppress(Stale):
            await self._store.commit(Batch(cursors=(move, *still)))
            self._held = until
            return True
        return False
