"""Looking back: a memory as it stood at a moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, cast

from ...counts import sessions_of
from ...errors import InputError
from ...orders import AsOf, Batch, Candidate, Change, Found, Look, Match, Nearest, Neighbours, Query
from ...ports.aio import AsyncStore
from ...read.changes import Difference, difference, span, told
from ...read.graph import When
from ...times import LATEST, Moment, end_after, moment
from ...types import Message, Note, Owner, Scope, SessionInfo, Where
from ...write import limits
from ...write.undoing import Undone, closing, undoing
from .around import AsyncAround
from .knowing import AsyncKnowing
from .living import AsyncLiving
from .remember import AsyncRemember
from .shell import AsyncShell
from .showing import AsyncShowing

PAGE = 1000
Asked = TypeVar("Asked", bound=Query | Look | Nearest | Match | Neighbours)


class AsyncPast(AsyncShowing, AsyncAround, AsyncKnowing):
    """A memory as it stood at a moment: every verb that reads, and none that writes."""

    def __init__(self, memory: AsyncShell, as_of: AsOf, recorded: bool) -> None:
        self._memory = memory
        self._back_then = AsyncThen(memory, as_of, recorded)
        super().__init__(
            cast(AsyncStore, self._back_then), memory._embedder, memory._index, lambda: as_of.at
        )
        self._living = AsyncLiving(self._store, lambda: memory._now(), memory._store)
        self._background, self._using = memory._background, memory._using
        self._tenant, self._reranker = memory._tenant, memory._reranker

    async def _prepare(self) -> None:
        await self._memory._prepare()

    async def _follow_edits(self) -> None:
        await self._memory._follow_edits()

    def _follow_up(self) -> None:
        self._memory._follow_up()

    async def _ask_index(self, request: Nearest | Match | Neighbours) -> list[Found]:
        return await super()._ask_index(await self._back_then.stamped(request))

    async def _feed_index(self) -> None:
        await self._memory._feed_index()

    def _when(self, as_of: Moment | None, at: Moment | None) -> When:
        if as_of is not None:
            raise InputError("this memory is as of a moment already; leave as_of out")
        return super()._when(None, at)


class AsyncThen:
    """A store as it was: what is read of it is read as of one moment."""

    def __init__(self, memory: AsyncShell, as_of: AsOf, recorded: bool) -> None:
        self.features, self.url = memory._store.features, memory._store.url
        self._memory, self._store = memory, memory._store
        self._as_of, self._recorded = as_of, recorded

    async def stamped(self, asked: Asked) -> Asked:
        """A request that asks for this moment."""
        return replace(asked, as_of=await self._moment())

    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        return await self._store.messages(await self.stamped(query))

    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        return await self._store.notes(await self.stamped(query))

    async def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id by now."""
        return await self._store.locate(id)

    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations there had been."""
        return sessions_of(await self.messages(Query(scope)))

    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        return await self._store.nearest(await self.stamped(request))

    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        return await self._store.match(await self.stamped(request))

    async def look(self, request: Look) -> list[Candidate]:
        """All that may answer."""
        return await self._store.look(await self.stamped(request))

    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes about some entities."""
        return await self._store.neighbours(await self.stamped(request))

    async def _moment(self) -> AsOf:
        """With how far the feed had come, if that is asked; what is past stays as it was."""
        if not self._recorded or self._as_of.position is not None:
            return self._as_of
        then = replace(self._as_of, position=await self._store.position(self._as_of.at))
        if then.at < self._memory._now():
            self._as_of = then
        return then


class AsyncTime(AsyncAround, AsyncRemember):
    """A memory's past."""

    def as_of(self, at: Moment, *, recorded: bool = False) -> AsyncPast:
        """The memory as it stood at a moment, to be read: search, context, notes, value, related, …

        It goes by what had been said then, so an imported history keeps its own times;
        `recorded=True` goes by what this store had committed. A store that keeps no past is a
        `StoreError`.
        """
        return AsyncPast(self, self._back(moment(at, "as_of")), limits.flag(recorded, "recorded"))

    async def diff(
        self,
        since: Moment,
        until: Moment | None = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        recorded: bool = False,
    ) -> Difference:
        """What was said, learned, closed and replaced after one moment, up to another or to now.

        By what was said; `recorded=True` goes by what this store committed, which is a `StoreError`
        where it keeps no past.
        """
        scope = self._scope(user_id, agent_id)
        end = self._now() if until is None else moment(until, "until")
        when = span(moment(since, "since"), end)
        notes = await self._living.notes(Query(scope, closed=True))
        if not limits.flag(recorded, "recorded"):
            first, last = (_just_after(one) for one in when)
            return difference(
                when, await self._living.messages(Query(scope, Where(first, last))), notes
            )
        self._back(end)
        changed = told([change async for change in self._between(scope.owner, *when)])
        messages = await self._living.messages(Query(scope, ids=tuple(changed[0])))
        return difference(when, messages, notes, changed)

    async def undo(
        self,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Undone:
        """Take back the last change of a note, by its id; nothing is removed.

        A note that replaced another is closed, and the other stands again as a new version that
        says so. A note that replaced none is closed. One that was ended stands again. NotFound if
        there is none in this scope, `Stale` if a newer one came after it; of a message, an
        InputError.
        """
        note = await self._one(id, user_id, agent_id)
        if isinstance(note, Message):
            raise InputError("a message is what was said; add a correction, or delete it")
        todo = undoing(note, await self._line(note))
        until = {old.id: await self._held_until(old) for old in todo.stands}
        law = await self._living.law(note.scope.owner)
        ended = (old if old.id in law.pins else law.stamped(old) for old in todo.stands)
        done = replace(todo, stands=tuple(ended)).done(self._at(at), self._now(), until)
        closes = () if done.closed is None else (closing(done.closed),)
        await self._prepare()
        still = await self._resting_on(note.scope.owner, (note, *todo.stands))
        batch = Batch(await self._puts(done.restored), closes)
        batch = await self._handed_on(batch) if done.restored else batch
        await self._commit(replace(batch, cursors=still))
        self._follow_up()
        return done

    async def _between(
        self, owner: Owner, since: datetime, until: datetime
    ) -> AsyncIterator[Change]:
        """The changes of an owner that were committed meanwhile."""
        place, last = await self._store.position(since), await self._store.position(until)
        while changes := await self._store.changes(place, PAGE, owner):
            for change in changes:
                if change.seq > last:
                    return
                yield change
            place = changes[-1].seq


def _just_after(at: datetime) -> datetime:
    """A filter takes in its beginning and leaves out its end; here it is the other way."""
    return end_after(at) or LATEST
