"""Windows of live sessions out of a cache: never an answer that the store would not give.

The cache is asked first, the store always: whether the owner's last change is still the one that
the window was read after. A cache that is down, slow, empty or wrong costs time, and is left alone
for a while.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Sequence

from ...concurrency import Lock
from ...orders import Batch, Change, Committed, Query
from ...ports.aio import AsyncCache, AsyncStore
from ...ports.windows import Window
from ...types import Message, Owner

PAGE = 64
"""Changes of an owner that are looked through for the last one; more than that is no window."""
LONGEST = 500
"""Messages of a window."""
OWNERS = 10_000
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
log = logging.getLogger("recollect")


class AsyncWindows:
    """Reads windows through a cache in front of a store, or of what a tenant sees of it."""

    def __init__(self, cache: AsyncCache) -> None:
        self.cache = cache
        self._again = self._pause = 0.0
        self._near: dict[Owner, int] = {}
        """A place of the feed near each owner's last change."""
        self._lock = Lock()

    async def messages(self, query: Query, store: AsyncStore) -> list[Message]:
        """What the store would answer."""
        if not _is_window(query):
            return await store.messages(query)
        owner, name = query.scope.owner, _name(query)
        kept = await self._get(owner, name)
        if kept is not None:
            behind = await store.changes(kept.position - 1, 2, owner)
            if [_token(change) for change in behind] == [kept.token]:
                return list(kept.messages)
            self._came(owner, kept.position)
        last = await self._last(owner, store)
        found = await store.messages(query)  # after that change, or what came since
        if last is not None:
            await self._put(owner, name, Window(last.seq, _token(last), tuple(found)))
        return found

    def wrote(self, batch: Batch, done: Committed) -> None:
        """Remember how far owners have come whose messages a commit brought."""
        for put in batch.puts:
            if isinstance(put.record, Message):
                self._came(put.record.scope.owner, done.position)

    async def forget(self, owners: Sequence[Owner]) -> list[str]:
        """Take what is erased out of the cache, too; what hindered that."""
        try:
            for owner in owners:
                await self.cache.drop(owner)
        except Exception as error:
            self._failed(error)
            return [
                f"the cache at {self.cache.url} could not be told ({type(error).__name__}): no "
                "answer comes from it, and it forgets by itself within a quarter of an hour"
            ]
        return []

    async def close(self) -> None:
        """Release the cache, whatever state it is in."""
        try:
            await self.cache.close()
        except Exception as error:
            log.warning("the cache could not be closed in order: %s", error)

    async def _last(self, owner: Owner, store: AsyncStore) -> Change | None:
        """The owner's last change, if it is near; None while the cache is left alone."""
        if time.monotonic() < self._again:
            return None
        after = max(self._near.get(owner, 0) - 1, 0)
        behind = await store.changes(after, PAGE, owner)
        if not behind or len(behind) == PAGE:
            return None
        self._came(owner, behind[-1].seq)
        return behind[-1]

    def _came(self, owner: Owner, position: int) -> None:
        """Remember how far an owner's changes have come, of so many owners."""
        with self._lock:
            self._near[owner] = position
            if len(self._near) > OWNERS:
                del self._near[next(iter(self._near))]

    async def _get(self, owner: Owner, name: str) -> Window | None:
        """What the cache has; None while it cannot be asked."""
        if time.monotonic() < self._again:
            return None
        try:
            kept = await self.cache.get(owner, name)
        except Exception as error:
            # Any library may be behind it, so any error may come out of it.
            self._failed(error)
            return None
        self._pause = 0.0
        return kept

    async def _put(self, owner: Owner, name: str, window: Window) -> None:
        try:
            await self.cache.put(owner, name, window)
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self._pause = min(max(2 * self._pause, FIRST_PAUSE), LONGEST_PAUSE)
        self._again = time.monotonic() + self._pause
        log.warning("the cache is left out for %.0f s: %s", self._pause, error)


def _is_window(query: Query) -> bool:
    plain = Query(query.scope, last=query.last)
    return (
        query.scope.session_id is not None and 0 < (query.last or 0) <= LONGEST and query == plain
    )


def _name(query: Query) -> str:
    named = json.dumps([query.scope.agent_id, query.scope.session_id, query.last])
    return hashlib.blake2b(named.encode(), digest_size=16).hexdigest()


def _token(change: Change) -> str:
    """What tells this change from any other, the words of its record too."""
    record = None if change.put is None else change.put.record
    words = None if record is None else [record.id, record.text, record.at.isoformat()]
    named = json.dumps([change.sign, words])
    return hashlib.blake2b(named.encode(), digest_size=16).hexdigest()
