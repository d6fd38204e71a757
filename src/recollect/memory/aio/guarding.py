"""A count of what was taken away: who learns from words must not write after they are gone."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import Stale
from ...orders import Batch, Cursor
from ...types import Message, Owner, Record
from .shell import AsyncShell

GONE = "gone"
"""The name of a cursor that moves when messages of an owner go; erasing the owner removes it."""


class AsyncGuarding(AsyncShell):
    """What ties a commit to the words that it was made from."""

    async def _unmoved(self, owner: Owner) -> Cursor:
        """A move that is refused as stale if any messages of the owner went since now.

        The count begins at one, so that an owner who was erased as a whole has another.
        """
        count = await self._store.cursor(owner, GONE)
        if not count:
            try:
                await self._store.commit(Batch(cursors=(Cursor(owner, GONE, 1, 0),)))
                count = 1
            except Stale:
                count = await self._store.cursor(owner, GONE)
        return Cursor(owner, GONE, count, count)

    async def _counted_out(self, gone: Iterable[Record]) -> tuple[Cursor, ...]:
        """The moves that tell of messages that go."""
        owners = dict.fromkeys(one.scope.owner for one in gone if isinstance(one, Message))
        counts = {owner: await self._store.cursor(owner, GONE) for owner in owners}
        return tuple(Cursor(owner, GONE, count + 1, count) for owner, count in counts.items())
