"""Watching a memory: what was stored, closed and removed, in the order of the commits."""

from __future__ import annotations

from ...errors import InputError
from ...keep.law import is_hidden
from ...orders import Change
from ...write import limits
from .shell import AsyncShell

PAGE = 1000


class AsyncWatching(AsyncShell):
    """The feed, as others may read it."""

    async def changes(
        self,
        after: int = 0,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = PAGE,
    ) -> list[Change]:
        """What changed behind a place of the feed, of one owner or of all; [] at its end.

        A change tells its `seq`, which is the place to go on from, its `op` ("put", "close",
        "drop" or "erase"), the `id` and, as long as the record is there, the record in `put`.
        """
        if isinstance(after, bool) or not isinstance(after, int) or not 0 <= after < 1 << 62:
            raise InputError("after must be the seq of a change, or 0 for the beginning")
        most = limits.count(limit, "limit", limits.MAX_LIST)
        owner = self._owner_named(user_id, agent_id)
        kept: list[Change] = []
        place = self._quiet.behind(owner, after)
        while len(kept) < most and (found := await self._store.changes(place, PAGE, owner)):
            kept += (change for change in found if _is_news(change))
            place = found[-1].seq
        if not kept:
            self._quiet.found(owner, after, place)
        return kept[:most]


def _is_news(change: Change) -> bool:
    """Not a vector, nor what recollect writes for itself."""
    own = change.put is not None and is_hidden(change.put.record)
    return change.op != "vector" and not own and change.scope.tenant[:1] != ":"
