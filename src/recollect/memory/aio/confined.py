"""A store as one tenant sees it: whatever names somebody else's scope is refused, unread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from ...errors import ScopeError
from ...orders import (
    NOBODY,
    Batch,
    Candidate,
    Change,
    Committed,
    Found,
    Look,
    Match,
    Nearest,
    Neighbours,
    Query,
)
from ...ports.aio import AsyncStore
from ...types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from ...write.limits import RESERVED
from ..quiet import Quiet


class AsyncConfined:
    """The door fills in the tenant; this holds that it always did."""

    def __init__(self, store: AsyncStore, tenant: str) -> None:
        self.features, self.url = store.features, store.url
        self._store, self._tenant = store, tenant
        self._quiet = Quiet()

    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it."""
        self._only(put.record.scope for put in batch.puts)
        self._only(drop.record.scope for drop in batch.drops)
        self._only(close.scope for close in batch.closes)
        self._only(seen.scope for seen in batch.seen)
        self._only(late.scope for late in batch.vectors)
        self._only(cursor.owner for cursor in batch.cursors)
        self._only(terms.owner for terms in batch.terms)
        if batch.forget:
            raise ScopeError("vectors of a model are those of all tenants")
        return await self._store.commit(batch)

    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        self._only([query.scope])
        return await self._store.messages(query)

    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        self._only([query.scope])
        return await self._store.notes(query)

    async def locate(self, id: str) -> list[Owner]:
        """The owners of this tenant that hold a record of this id."""
        return [owner for owner in await self._store.locate(id) if owner.tenant == self._tenant]

    async def changes(
        self, after: int, limit: int = 1000, owner: Owner | None = None
    ) -> list[Change]:
        """The feed behind a position: what is this tenant's of it."""
        if owner is not None:
            self._only([owner])
            return await self._store.changes(after, limit, owner)
        kept: list[Change] = []
        place = self._quiet.behind(None, after)
        while len(kept) < limit and (found := await self._store.changes(place, limit)):
            kept += (one for one in found if self._is_mine(one))
            place = found[-1].seq
        if not kept:
            self._quiet.found(None, after, place)
        return kept[:limit]

    async def position(self, at: datetime) -> int:
        """How far the feed had come at a moment."""
        return await self._store.position(at)

    async def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        self._only([owner])
        return await self._store.cursor(owner, name)

    async def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are; the sums of all tenants are nobody's."""
        if owner.tenant in RESERVED:
            return {}
        self._only([owner])
        return await self._store.cursors(owner, prefix)

    async def pending(self, model: str, limit: int) -> list[Record]:
        """Records that have no vector of this model yet."""
        found = await self._store.pending(model, limit)
        return [record for record in found if record.tenant == self._tenant]

    async def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        return [one for one in await self._store.owners() if one.owner.tenant == self._tenant]

    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope."""
        self._only([scope])
        return await self._store.sessions(scope)

    async def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept, for one owner or for all of the tenant."""
        if owner is not None:
            self._only([owner])
        if tenant is not None:
            self._only([Scope(tenant=tenant)])
        return await self._store.stats(model, owner, self._tenant)

    async def check(self) -> Report:
        """Look for damage; that is the same for all."""
        return await self._store.check()

    async def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms were made by another version of the text analysis."""
        found = await self._store.outdated(version)
        return [owner for owner in found if owner.tenant == self._tenant]

    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner."""
        self._only([owner])
        return await self._store.erase(owner)

    async def scrub(self) -> list[str]:
        """Overwrite whatever removed records left behind."""
        return await self._store.scrub()

    async def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read where no kept record holds them."""
        return await self._store.traces(needles)

    async def close(self) -> None:
        """Nothing: the store is shared."""

    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        self._only([request.scope])
        return await self._store.nearest(request)

    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        self._only([request.scope])
        return await self._store.match(request)

    async def look(self, request: Look) -> list[Candidate]:
        """All that may answer."""
        self._only([request.scope])
        return await self._store.look(request)

    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes about some entities."""
        self._only([request.scope])
        return await self._store.neighbours(request)

    def _is_mine(self, change: Change) -> bool:
        """An erasure of a whole owner names nobody, so it is told to nobody."""
        named = change.scope != replace(NOBODY, tenant=change.scope.tenant)
        return named and change.scope.tenant == self._tenant

    def _only(self, named: Iterable[Scope | Owner]) -> None:
        for one in named:
            if one.tenant != self._tenant:
                raise ScopeError("this memory is one tenant's, and another's was named")
