"""The store on a Redis server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ....counts import sessions_of
from ....orders import (
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
from ....ports import Features
from ....times import micros
from ....types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from .. import looking, urls
from ..colours import AsyncColour
from ..keys import named, owner_key
from ..planning import touched
from . import counting, feed, graphs, scrubbing, writer
from .check import check
from .erasing import erase
from .links import AsyncLinks
from .mirrors import AsyncMirrors
from .tracing import traces


class AsyncRedisStore:
    """Messages, notes, vectors, terms and edges on a Redis server.

    A commit is one script, done whole or not at all. What is read comes from a copy of the owner
    in this process, which asks the server before each answer for what came since. How long it
    lasts is up to the server: see its `appendonly` and `appendfsync`. It is first asked at the
    first call.
    """

    features = Features(
        nearest=True,
        match=True,
        look=True,
        neighbours=True,
        as_of=True,
        durable=True,
        shared=True,
    )

    def __init__(self, url: str) -> None:
        target = urls.read(url)
        self.url = target.shown
        self._links = AsyncLinks(target)
        self._mirrors = AsyncMirrors(self._links)

    @AsyncColour.retried
    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it, once per batch id."""
        async with self._mirrors.all(touched(batch)) as mirrors:
            return await writer.commit(self._links, mirrors, batch)

    @AsyncColour.retried
    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        async with self._mirrors.of(query.scope.owner) as mirror:
            return looking.messages(mirror, query)

    @AsyncColour.retried
    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        async with self._mirrors.of(query.scope.owner) as mirror:
            return looking.notes(mirror, query)

    @AsyncColour.retried
    async def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id."""
        keys, first = self._links.keys, f"{id}:".encode()
        async with self._links.ask() as db:
            found = await db.zrangebylex(keys.whole("ids"), b"[" + first, b"[" + first + b"\xff")
            holders = [one[len(first) :] for one in found if len(one) == len(first) + 32]
            names = await db.hmget(keys.whole("owners"), holders) if holders else []
        return [named(name) for name in names if name is not None]

    @AsyncColour.retried
    async def changes(
        self, after: int, limit: int = 1000, owner: Owner | None = None
    ) -> list[Change]:
        """The feed behind a position."""
        return await feed.changes(self._links, after, limit, owner)

    @AsyncColour.retried
    async def position(self, at: datetime) -> int:
        """How far the feed had come at a moment, by the server's clock."""
        async with self._links.ask() as db:
            moments = self._links.keys.whole("moments")
            found = await db.zrevrangebyscore(moments, micros(at), "-inf", 0, 1)
        return int(found[0]) if found else 0

    @AsyncColour.retried
    async def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        async with self._links.ask() as db:
            key = self._links.keys.of(owner_key(owner), "cursors")
            return int(await db.hget(key, name) or 0)

    @AsyncColour.retried
    async def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are whose names begin so."""
        async with self._links.ask() as db:
            held = await db.hgetall(self._links.keys.of(owner_key(owner), "cursors"))
        found = {name.decode(): int(place) for name, place in held.items()}
        return {name: place for name, place in found.items() if name.startswith(prefix)}

    @AsyncColour.retried
    async def pending(self, model: str, limit: int) -> list[Record]:
        """Records without a vector of this model."""
        return await counting.pending(self._links, self._mirrors, model, limit)

    @AsyncColour.retried
    async def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        return await counting.owners(self._links)

    @AsyncColour.retried
    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        async with self._mirrors.of(scope.owner) as mirror:
            return sessions_of(looking.messages(mirror, Query(scope)))

    @AsyncColour.retried
    async def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept."""
        return await counting.stats(self._links, model, owner, tenant)

    @AsyncColour.retried
    async def check(self) -> Report:
        """Look for disagreement between the records and what is kept beside them."""
        return await check(self._links)

    @AsyncColour.retried
    async def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms another version of the text analysis made."""
        return await counting.outdated(self._links, version)

    @AsyncColour.retried
    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove an owner's keys, its name too."""
        async with self._mirrors.of(owner) as mirror:
            return await erase(self._links, mirror)

    @AsyncColour.retried
    async def scrub(self) -> list[str]:
        """Have the server write its files anew, without what was removed."""
        async with self._links.ask() as db:
            return await scrubbing.scrub(db)

    @AsyncColour.retried
    async def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read in keys that no kept record accounts for."""
        return await traces(self._links, needles)

    async def close(self) -> None:
        """Release the connections."""
        self._mirrors.forget()
        await self._links.close()

    @AsyncColour.retried
    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        async with self._mirrors.search(request.scope.owner, request.vector.model) as mirror:
            return await graphs.nearest(self._links, self._mirrors, mirror, request)

    @AsyncColour.retried
    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        async with self._mirrors.search(request.scope.owner) as mirror:
            return looking.match(mirror, request)

    @AsyncColour.retried
    async def look(self, request: Look) -> list[Candidate]:
        """All that may answer, each scored every way, from one state of the owner."""
        model = None if request.vector is None else request.vector.model
        async with self._mirrors.search(request.scope.owner, model) as mirror:
            return await graphs.look(self._links, self._mirrors, mirror, request)

    @AsyncColour.retried
    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes at some entities, newest first."""
        async with self._mirrors.search(request.scope.owner) as mirror:
            return looking.neighbours(mirror, request)
