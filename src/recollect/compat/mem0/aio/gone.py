"""Which memories were deleted, and when: an id and a time, and none of the words."""

from __future__ import annotations

from datetime import datetime

from ....errors import Stale
from ....memory.aio.door import AsyncMemory as AsyncDoor
from ....orders import Batch, Cursor
from ....times import from_micros, micros
from ....types import Owner, utcnow

NAME = "mem0:deleted"


class AsyncGone:
    """The deletions of a memory, or of one user's in it."""

    def __init__(self, memory: AsyncDoor, user_id: str | None) -> None:
        self._memory = memory
        self._session = NAME if user_id is None else f"{NAME}:{user_id}"
        self._owner = Owner("session", self._session, memory._tenant)

    async def keep(self, id: str) -> None:
        """A memory was deleted just now."""
        name, now = f"{NAME}/{id}", micros(utcnow())
        known = await self._memory._store.cursors(self._owner, name)
        try:
            moved = Cursor(self._owner, name, now, after=known.get(name, 0))
            await self._memory._store.commit(Batch(cursors=(moved,)))
        except Stale:
            return  # somebody else has deleted it, too

    async def at(self, id: str) -> datetime | None:
        """When a memory was deleted; None if it was not."""
        name = f"{NAME}/{id}"
        found = (await self._memory._store.cursors(self._owner, name)).get(name)
        return None if found is None else from_micros(found)

    async def forget(self) -> None:
        """Not even that."""
        await self._memory.erase(session_id=self._session)
