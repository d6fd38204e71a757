"""What reads may show: a store without what has ended, and without recollect's own notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from ...counts import is_aside, sessions_of
from ...keep.law import HIDDEN, Law, is_hidden
from ...orders import Candidate, Query
from ...ports.aio import AsyncStore
from ...types import Message, Note, Owner, Record, Scope, SessionInfo
from .windows import AsyncWindows

Some = TypeVar("Some", Message, Note, Record)


class AsyncLiving:
    """A view of a store. Every read that shows records to somebody goes through it.

    The law is the present one, also of a store as it was: what has ended is not shown again.
    """

    def __init__(
        self, store: AsyncStore, now: Callable[[], datetime], present: AsyncStore | None = None
    ) -> None:
        self._store = store
        self._present = present or store
        self._now = now
        self.windows: AsyncWindows | None = None
        """A cache of live sessions, if there is one."""

    async def law(self, owner: Owner) -> Law:
        """What holds for an owner's records just now, whoever changed it last."""
        return Law(await self._present.notes(Query(owner.scope, keys=HIDDEN)))

    async def shown(self, scope: Scope, records: Sequence[Some]) -> list[Some]:
        """Those of an owner's records that have not ended."""
        if not records:
            return []
        law, now = await self.law(scope.owner), self._now()
        return [record for record in records if law.shows(record, now)]

    async def messages(self, query: Query) -> list[Message]:
        """Messages that have not ended; as many as were asked for, if there are so many."""
        wanted = asked = query.last
        while True:
            found = await self._read(replace(query, last=asked))
            alive = await self.shown(query.scope, found)
            if wanted is None or asked is None:
                return alive
            if len(alive) >= wanted or len(found) < asked:
                return alive[-wanted:]
            asked *= 4

    async def _read(self, query: Query) -> list[Message]:
        if self.windows is None:
            return await self._store.messages(query)
        return await self.windows.messages(query, self._store)

    async def notes(self, query: Query) -> list[Note]:
        """Notes that have not ended. Those of some keys come with the law, in one question."""
        plain = query == Query(query.scope.owner.scope, keys=query.keys)
        if query.keys is None or not plain or self._present is not self._store:
            return await self.shown(query.scope, await self._store.notes(query))
        found = await self._store.notes(replace(query, keys=(*query.keys, *HIDDEN)))
        law, now = Law(note for note in found if is_hidden(note)), self._now()
        return [note for note in found if law.shows(note, now)]

    async def candidates(self, scope: Scope, found: Sequence[Candidate]) -> list[Candidate]:
        """Candidates that have not ended."""
        if not found:
            return []
        law, now = await self.law(scope.owner), self._now()
        return [one for one in found if law.shows(one.record, now)]

    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations that have a message left to show; what is kept beside one is none."""
        return [one for one in await self._listed(scope) if not is_aside(one.session_id)]

    async def _listed(self, scope: Scope) -> list[SessionInfo]:
        law = await self.law(scope.owner)
        if not (law.expiring or law.ends_something):
            return await self._store.sessions(scope)
        return sessions_of(await self.messages(Query(scope)))
