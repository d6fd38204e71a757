"""A count of what was taken away, and of what was made of the rest: whoever does either while the
other is under way decides again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from ...errors import Stale
from ...orders import Batch, Cursor
from ...types import Message, Owner, Record
from .shell import AsyncShell

GONE = "gone"
"""The name of a cursor that moves when records of an owner go, and when something is kept that
rests on some; erasing the owner removes it."""


class AsyncGuarding(AsyncShell):
    """What ties a commit to the records that it was made from."""

    async def _unmoved(self, owner: Owner) -> Cursor:
        """A move for what is made of an owner's records, refused as stale if any went since now.

        It moves, so that who takes records away meanwhile is refused, and sees what was made. The
        count begins at one, so that an owner who was erased as a whole has another.
        """
        count = await self._store.cursor(owner, GONE)
        if not count:
            try:
                await self._store.commit(Batch(cursors=(Cursor(owner, GONE, 1, 0),)))
                count = 1
            except Stale:
                count = await self._store.cursor(owner, GONE)
        return Cursor(owner, GONE, count + 1, count)

    async def _still_here(self, owner: Owner, records: Sequence[Record]) -> Cursor | None:
        """The same, of what was made from some records; None if one of them is gone by now.

        They are looked for on both sides, since an owner who was erased must not come back by it.
        """
        ids = {record.id for record in records}
        if len(await self._records(owner.scope, [*ids])) < len(ids):
            return None
        still = await self._unmoved(owner)
        return still if len(await self._records(owner.scope, [*ids])) == len(ids) else None

    async def _resting_on(self, owner: Owner, records: Sequence[Record]) -> tuple[Cursor, ...]:
        """The same for a commit: nothing if it rests on nothing, `Stale` if one is gone by now."""
        if not records:
            return ()
        still = await self._still_here(owner, records)
        if still is None:
            raise Stale("what it rests on was erased meanwhile; read again, then retry")
        return (still,)

    async def _behind(self, message: Message) -> Self | None:
        """The same memory for what rests on a message: `Stale` if any of its owner go meanwhile;
        None if that one is gone."""
        still = await self._still_here(message.scope.owner, [message])
        return None if still is None else self._view(_still=still)

    async def _gone_by(self, owner: Owner) -> Cursor:
        """A move that tells that records of the owner go, refused if any others went since now, or
        something was made of them.

        It is made before what stays is read: what is concluded from that rests on it.
        """
        count = await self._store.cursor(owner, GONE)
        return Cursor(owner, GONE, count + 1, count)
