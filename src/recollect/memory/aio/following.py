"""An index beside the store: it follows the feed, and reading goes on without it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from ...concurrency import AsyncBackground
from ...errors import Stale, StoreError
from ...orders import Found, Match, Nearest, Neighbours
from ...ports.aio import AsyncIndex, AsyncStore

PAGE = 500
AT_ONCE = 4
"""So many pages are taken while the caller waits; if there is more, it follows beside."""
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 60.0
log = logging.getLogger("recollect")


class AsyncFollower:
    """Asks an index that may be down, slow, wiped, behind, or another memory's."""

    def __init__(
        self,
        name: str,
        index: AsyncIndex,
        store: AsyncStore,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.index = index
        self.trouble: str | None = None
        """Why it could not be asked the last time; None if it answered."""
        self._store = store
        self._clock = clock
        self._known = False
        self._pause = 0.0
        self._again = 0.0
        self._background = AsyncBackground()

    @property
    def url(self) -> str:
        """Where it is."""
        return self.index.url

    async def ask(self, request: Nearest | Match | Neighbours) -> list[Found] | None:
        """What it finds, after it has caught up; None while it cannot be asked."""
        if self._clock() < self._again:
            return None
        try:
            if not await self._caught_up(AT_ONCE):
                self.trouble = "it is catching up"
                self._background.start(self._follow)
                return None
            found = await self.index.search(request)
        except Exception as error:
            # Any library may be behind it, so any error may come out of it.
            self._failed(error)
            return None
        self.trouble, self._pause = None, 0.0
        return found

    async def follow(self, done: Callable[[int], None] = lambda changes: None) -> str | None:
        """Take all that it has not seen; what hindered it, if anything."""
        while taken := await self.step():
            done(taken)
        return self.trouble

    async def step(self) -> int:
        """Take a page of what it has not seen: how many changes. After 0 `trouble` says whether
        that was all."""
        try:
            taken = await self._step()
        except Exception as error:
            self._failed(error)
            return 0
        self.trouble, self._pause, self._again = None, 0.0, 0.0
        return taken

    async def rebuild(self, done: Callable[[int], None]) -> None:
        """Empty it, whoever filled it, and follow from the beginning."""
        try:
            await self.index.clear()
        except Exception as error:
            raise StoreError(
                f"the {self.name} index at {self.url} cannot be reached to fill it anew: {error}. "
                "Run reindex again when it can"
            ) from error
        self._known = True
        trouble = await self.follow(done)
        if trouble is not None:
            raise StoreError(
                f"the {self.name} index failed on the way: {trouble}. Run reindex again when it "
                "works; searches go on without it"
            )

    async def behind(self) -> int | None:
        """Whether changes wait for it: none, or at least so many; None if it cannot be asked."""
        try:
            await self._recognise()
            return len(await self._store.changes(await self.index.position(), PAGE))
        except Exception as error:
            self.trouble = str(error) or type(error).__name__
            return None

    async def close(self) -> None:
        """End what is under way, and release it, whatever state it is in."""
        await self._background.stop()
        try:
            await self.index.close()
        except Exception as error:
            log.warning("the %s index could not be closed in order: %s", self.name, error)

    async def _follow(self) -> None:
        try:
            while not self._background.stopping:
                if await self._caught_up(1):
                    self.trouble = None
                    return
        except Exception as error:
            self._failed(error)

    async def _caught_up(self, pages: int) -> bool:
        """Take some of what it has not seen; whether that was all."""
        for _ in range(pages):
            if await self._step() < PAGE:
                return True
        return False

    async def _step(self) -> int:
        await self._recognise()
        position = await self.index.position()
        changes = await self._store.changes(position, PAGE)
        if changes:
            try:
                await self.index.apply(changes, position)
            except Stale:  # somebody emptied it meanwhile: all of them are to come
                return PAGE
        return len(changes)

    async def _recognise(self) -> None:
        """Refuse an index that has followed something else: it may be somebody's.

        Others may have it go on between two looks at it; then it is looked at again.
        """
        position = 0 if self._known else await self.index.position()
        if position:
            last = await self._store.changes(position - 1, 1)
            told = bool(last) and last[0].seq == position
            known = told and last[0].sign == await self.index.tail()
            # The feed keeps nothing of what was erased meanwhile but a later mark.
            if not known and (told or not await self._erased_since(position)):
                if await self.index.position() == position:
                    raise StoreError(
                        f"this {self.name} index follows another memory, or a later state of this "
                        f"one. Name another place, or fill it anew: recollect reindex --index "
                        f"{self.name}"
                    )
                await self._recognise()
        self._known = True

    async def _erased_since(self, position: int) -> bool:
        while changes := await self._store.changes(position, PAGE):
            if any(change.op == "erase" for change in changes):
                return True
            position = changes[-1].seq
        return False

    def _failed(self, error: Exception) -> None:
        """Leave it alone for a while, longer each time."""
        self._known = False
        self.trouble = str(error) or type(error).__name__
        self._pause = min(max(2 * self._pause, FIRST_PAUSE), LONGEST_PAUSE)
        self._again = self._clock() + self._pause
        what = "the %s index at %s is left out for %.1f s: %s"
        log.warning(what, self.name, self.url, self._pause, self.trouble)
