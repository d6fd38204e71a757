"""What is kept beside a conversation, and goes with it."""

from __future__ import annotations

from collections.abc import Iterable

from ...keep.pieces import aside, pieces
from ...types import Message, Record, Scope
from .shell import AsyncShell


class AsyncPieces(AsyncShell):
    """Finds the pieces of messages that were too large for one."""

    async def _pieces(self, records: Iterable[Record]) -> list[Message]:
        """Those of some messages."""
        asked = [query for query in map(pieces, records) if query is not None]
        return [piece for query in asked for piece in await self._store.messages(query)]

    async def _beside_all(self, scope: Scope) -> list[Record]:
        """Those of a whole conversation, also of messages that are gone or never came."""
        place = aside(scope)
        return [] if place is None else await self._records(place)
