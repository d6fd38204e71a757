"""What every path shares: the back-ends, the clock, and how each is asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, Self, TypeAlias

from ... import text
from ...errors import NotFound, Stale, StoreReadOnly, VectorError
from ...orders import (
    Batch,
    Committed,
    Cursor,
    Found,
    Match,
    Nearest,
    Neighbours,
    Put,
    Query,
    Terms,
)
from ...ports import Purse
from ...ports.aio import AsyncEmbedder, AsyncIndex, AsyncLLM, AsyncReranker, AsyncStore
from ...read.leaning import place
from ...times import LATEST, end_after, moment
from ...types import Message, Note, Owner, OwnerInfo, Record, Scope, Where, new_id, utcnow
from ...write import limits
from ...write.authors import Some, all_signed, signed
from ...write.index import follow, puts
from ...write.screen import Policy, screened
from ..quiet import Quiet
from ..tries import Tries
from .embedding import AsyncEmbedding
from .following import AsyncFollower
from .living import AsyncLiving

Learn: TypeAlias = Literal["now", "later", "never"]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with what is done and what there is to do."""
BACK = 64
"""How far back the turn before another is looked for, where many have the same time."""
PAGE = 1_000
"""So many changes are taken up at once."""
log = logging.getLogger("recollect")


class AsyncShell(AsyncEmbedding):
    """Holds the parts; the paths are built on it."""

    _secrets: Policy = "keep"
    _author: str = ""
    """Who writes, if somebody said so: see `acting_as`."""
    _still: Cursor | None = None
    """What refuses the words that it keeps as stale once it has moved, if anything does."""
    _vectors: AsyncFollower | None = None
    _graph: AsyncFollower | None = None
    _llm: AsyncLLM | None = None
    _reranker: AsyncReranker | None = None
    _purse: Purse
    _tenant: str = ""

    def __init__(
        self,
        store: AsyncStore,
        embedder: AsyncEmbedder | None,
        index: AsyncIndex | None,
        now: Callable[[], datetime] = utcnow,
        learn: Learn = "now",
    ) -> None:
        super().__init__(store, embedder)
        self._living = AsyncLiving(store, lambda: self._now())
        self._index = index
        self._now = now
        self._learning = learn
        self._prepared = False
        self._used: dict[Owner, dict[str, datetime]] = {}
        """Notes that were shown to a model since the last write."""
        self._quiet = Quiet()
        """Where the feed has nothing for those who watch it."""
        self._untaken: set[Owner] = set()
        """Whose words were kept and still want vectors and notes."""

    def _view(self, **own: Any) -> Self:
        """The same memory with something of its own; all else is shared."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **own)
        return made

    def _scope(self, user_id: object, agent_id: object = None, session_id: object = None) -> Scope:
        """Whose memory a call means: always somebody of this tenant."""
        return limits.scope(user_id, agent_id, session_id, self._tenant)

    def _conversation(self, user_id: object, agent_id: object, session_id: object) -> Scope:
        """Whose conversation a call means, and which: a new one unless it is named."""
        whose = self._scope(user_id, agent_id, session_id)
        return whose if whose.session_id is not None else replace(whose, session_id=new_id())

    def _at(self, at: Any) -> datetime:
        return self._now() if at is None else moment(at)

    def _entering(self, record: Some) -> Some:
        """A record as it goes in: signed by who writes, and without what is to be kept out."""
        return screened(signed(record, self._author), self._secrets)

    async def _commit(self, batch: Batch) -> tuple[Committed, bool]:
        """Store records; also says whether their vectors are there or have to follow.

        An embedder that returns another size than before has failed too: the words are kept. What
        is to be closed or dropped and is gone makes it `Stale`, as what was closed does.
        """
        if self._author:
            batch = replace(batch, puts=all_signed(batch.puts, self._author))
        guarded = any(isinstance(put.record, Message) for put in batch.puts)
        if guarded and self._still is not None:
            batch = replace(batch, cursors=(*batch.cursors, self._still))
        try:
            done = await self._tried(batch)
        except VectorError as error:
            log.warning("the embedder failed, its vectors will follow later: %s", error)
            bare = tuple(replace(put, vector=None) for put in batch.puts)
            batch = replace(batch, puts=bare, id=new_id())
            done = await self._tried(batch)
        self._still = None if guarded else self._still  # it has moved with them
        if self._living.windows is not None:
            self._living.windows.wrote(batch, done)
        made = [put.vector.model for put in batch.puts if put.vector is not None]
        embedded = made == [self._model] * len(batch.puts)  # `reindex` may have changed it
        self._using.behind += self._embedder is not None and not embedded
        return done, embedded and self._embedder is not None

    async def _tried(self, batch: Batch) -> Committed:
        """A commit decides by what was read before, so what is gone by now was taken meanwhile."""
        try:
            return await self._store.commit(batch)
        except NotFound:
            raise Stale("something else changed meanwhile; read again, then retry") from None

    async def _prepare(self) -> None:
        """Once per process: bring terms that an older text analysis made up to date."""
        if not self._prepared:
            try:
                for owner in await self._store.outdated(text.VERSION):
                    await self._remake_terms(owner)
            except StoreReadOnly:
                log.info("the terms of an older release are used as they are")
            self._prepared = True

    async def _remake_terms(self, owner: Owner) -> None:
        """Read all that an owner has, and after that only what others write meanwhile."""
        tries = Tries()
        anew, place = await self._all_anew(owner)
        while True:
            try:
                made = Terms(owner, text.VERSION, tuple(anew.values()))
                await self._store.commit(Batch(terms=(made,)))
                return
            except Stale:
                tries.again()
            start = place
            while changes := await self._store.changes(place, PAGE, owner):
                follow(anew, owner, changes)
                place = changes[-1].seq
            if place == start:  # the feed does not tell what it was
                anew, place = await self._all_anew(owner)

    async def _all_anew(self, owner: Owner) -> tuple[dict[str, Put], int]:
        """All that an owner has, by id, with the terms of today; and the place of the feed at which
        that was so, or an earlier one."""
        place = await self._store.position(LATEST)
        records = await self._records(owner.scope)
        return {put.record.id: put for put in puts(records, None)}, place

    @property
    def _followers(self) -> list[AsyncFollower]:
        """The indexes beside the store."""
        return [one for one in (self._vectors, self._graph) if one is not None]

    async def _nearest(self, request: Nearest) -> list[Found]:
        found = None if self._vectors is None else await self._vectors.ask(request)
        return await self._nearest_here(request) if found is None else found

    async def _nearest_here(self, request: Nearest) -> list[Found]:
        """By the store itself, or by the index in this process."""
        try:
            if self._store.features.nearest:
                return await self._store.nearest(request)
            return await self._ask_index(request)
        except VectorError as error:
            log.warning("the embedder failed, words alone are compared: %s", error)
            return []

    async def _match(self, request: Match) -> list[Found]:
        if self._store.features.match:
            return await self._store.match(request)
        return await self._ask_index(request)

    async def _neighbours(self, request: Neighbours) -> list[Note]:
        """Notes at some entities, newest first."""
        found = await self._ask_graph(request)
        if found is None and self._store.features.neighbours:
            return await self._store.neighbours(request)
        if found is None:
            found = await self._ask_index(request)
        return await self._as_notes(request, found)

    async def _ask_graph(self, request: Neighbours) -> list[Found] | None:
        """What the graph beside the store finds, if it is there, can do this and can be asked."""
        if self._graph is None:
            return None
        able = self._graph.index.features
        if (request.as_of and not able.as_of) or (request.hops > 1 and not able.hops):
            return None
        return await self._graph.ask(request)

    async def _as_notes(self, request: Neighbours, found: Sequence[Found]) -> list[Note]:
        """The notes that were found, as the store has them."""
        ids = tuple(one.id for one in found)
        query = Query(request.scope, ids=ids, closed=True, as_of=request.as_of)
        notes = await self._store.notes(query) if ids else []
        kept = {note.id: note for note in notes}
        return [kept[id] for id in ids if id in kept]

    async def _ask_index(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Let the index catch up with the store's feed, then ask it."""
        if self._index is None:
            return []
        await self._feed_index()
        return await self._index.search(request)

    async def _feed_index(self) -> None:
        """Let the index in this process catch up with the store."""
        if self._index is not None:
            while changes := await self._store.changes(await self._index.position()):
                await self._index.apply(changes)

    async def _records(self, scope: Scope, ids: Sequence[str] | None = None) -> list[Record]:
        """Messages and notes of a scope, closed ones too: all of them, or those of some ids."""
        query = Query(scope, ids=None if ids is None else tuple(ids), closed=True)
        found: list[Record] = [*await self._store.messages(query)]
        if ids is None or len(found) < len(ids):
            found += await self._store.notes(query)
        return found

    async def _everybody(self) -> list[OwnerInfo]:
        """All who own memory here; recollect's own records are nobody's."""
        return [info for info in await self._store.owners() if info.owner.tenant[:1] != ":"]

    def _owner_named(self, user_id: str | None, agent_id: str | None) -> Owner | None:
        """The owner that a call names; None if it means all."""
        if user_id is None and agent_id is None:
            return None
        return self._scope(user_id, agent_id).owner

    async def _scopes(self, user_id: str | None, agent_id: str | None) -> list[Scope]:
        """Whose memory a call means that may leave out whose: then everybody's."""
        if user_id is None and agent_id is None:
            return [info.owner.scope for info in await self._everybody()]
        return [self._scope(user_id, agent_id)]

    async def _infos(self, user_id: str | None, agent_id: str | None) -> list[OwnerInfo]:
        """The same, and how much each has; of one who is named without counting everybody."""
        owner = self._owner_named(user_id, agent_id)
        if owner is None:
            return await self._everybody()
        held = await self._store.stats(None, owner)
        return [OwnerInfo(owner, held.messages, held.notes)]

    async def _holders(self, id: str, user_id: str | None, agent_id: str | None) -> list[Scope]:
        """Where to look for an id: with whom a call names, else with its owner, if it has one."""
        if user_id is not None or agent_id is not None:
            return [self._scope(user_id, agent_id)]
        owners = await self._store.locate(id)
        if len(owners) > 1:
            raise NotFound("several owners use this id; say which: pass user_id=…")
        return [owner.scope for owner in owners]

    async def _one(self, id: object, user_id: str | None, agent_id: str | None) -> Record:
        """A record by its id. A foreign id and a missing one look the same."""
        name = limits.identifier(id, "id")
        for scope in await self._holders(name, user_id, agent_id):
            found = await self._records(scope, [name])
            for record in await self._living.shown(scope, found):
                return record
        raise NotFound(f"there is no message or note {name[:80]!r} here")

    async def _before(self, message: Message) -> list[Message]:
        """The turn before a message, if it is not far back."""
        until = Where(before=end_after(message.at))
        turns = await self._living.messages(Query(message.scope, until, last=BACK))
        return [turn for turn in turns if place(turn) == place(message, -1)]


def silent(done: int, total: int) -> None:
    """No progress to tell."""
