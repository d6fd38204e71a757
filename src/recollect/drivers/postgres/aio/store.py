"""The store on a server: one transaction for records and all their indexes."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from .... import text
from ....errors import StoreError
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
from ....times import from_micros
from ....types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from ...colours import AsyncColour
from ...tables.clauses import Table
from .. import rows, urls
from ..filters import clause, query_clause
from ..keys import owner_key
from . import counting, feed, graphs, marks, past, search
from .check import check
from .erasing import erase
from .links import AsyncLinks
from .looking import look
from .opening import Link
from .scrubbing import scrub
from .still import AsyncStill
from .tracing import traces
from .writer import AsyncWriter

ENOUGH = 1_000
"""So many owners lie in every partition: to scrub it no more need be remembered."""
log = logging.getLogger("recollect")


class AsyncPostgresStore:
    """Messages, notes, vectors, terms and edges in a PostgreSQL database with pgvector.

    The server is first asked at the first call. One that is `still` can only be read, and goes on
    showing what stood then.
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

    def __init__(self, url: str, *, still: bool = False) -> None:
        target, self.url = urls.read(url)
        self._links = (AsyncStill if still else AsyncLinks)(target, self.url)
        self._touched: set[UUID] = set()
        """Owners of whom something was removed that is not scrubbed yet."""

    @AsyncColour.retried
    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch, safe on the server before this returns, or none of it."""
        async with self._links.write(alone=bool(batch.forget)) as db:
            writer = AsyncWriter(db, text.VERSION)
            done = await writer.apply(batch)
        if batch.drops and len(self._touched) < ENOUGH:
            self._touched |= {owner_key(drop.record.scope.owner) for drop in batch.drops}
        if writer.grown:
            await self._grow(writer.grown)
        return done

    @AsyncColour.retried
    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        async with self._links.read() as db:
            found = await _records(db, "messages", query)
        return [rows.message(query.scope.owner, tuple(row)) for _, *row in found]

    @AsyncColour.retried
    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        async with self._links.read() as db:
            owner, found = query.scope.owner, await _records(db, "notes", query)
            notes = [(n, rows.note(owner, tuple(row))) for n, *row in found]
            if query.as_of is None:
                return [note for _, note in notes]
            stood = await past.as_they_stood(db, owner_key(owner), notes, query.as_of)
        return list(stood.values())

    @AsyncColour.retried
    async def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id."""
        async with self._links.ask() as db:
            found = await db.execute(
                "SELECT kind, id, tenant FROM recollect.owners WHERE owner IN ("
                "SELECT owner FROM recollect.messages WHERE id = %s UNION ALL "
                "SELECT owner FROM recollect.notes WHERE id = %s)",
                (id, id),
            )
            return [Owner(*row) for row in await found.fetchall()]

    @AsyncColour.retried
    async def changes(
        self, after: int, limit: int = 1000, owner: Owner | None = None
    ) -> list[Change]:
        """The feed behind a position."""
        until = None
        if owner is None:
            async with self._links.ask() as db:
                until = await feed.horizon(db)
        async with self._links.read() as db:
            return await feed.changes(db, after, until, limit, owner)

    @AsyncColour.retried
    async def position(self, at: datetime) -> int:
        """How far the feed had come at a moment."""
        async with self._links.ask() as db:
            return await past.position(db, at)

    @AsyncColour.retried
    async def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        async with self._links.ask() as db:
            return await marks.position(db, owner_key(owner), name)

    @AsyncColour.retried
    async def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are whose names begin so."""
        async with self._links.ask() as db:
            return await marks.positions(db, owner_key(owner), prefix)

    @AsyncColour.retried
    async def pending(self, model: str, limit: int) -> list[Record]:
        """Records without a vector of this model."""
        async with self._links.read(whole=True) as db:
            return await counting.pending(db, model, limit)

    @AsyncColour.retried
    async def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        async with self._links.ask() as db:
            found = await db.execute(
                "SELECT kind, id, tenant, messages, notes FROM recollect.owners "
                "WHERE messages + notes > 0 ORDER BY tenant, kind DESC, id"
            )
            return [OwnerInfo(Owner(*row[:3]), *row[3:]) for row in await found.fetchall()]

    @AsyncColour.retried
    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        made = clause("messages", scope)
        assert made is not None
        async with self._links.read() as db:
            found = await db.execute(
                "SELECT session_id, count(*), min(at), max(at) FROM recollect.messages WHERE "
                f"{made} AND session_id IS NOT NULL GROUP BY session_id ORDER BY min(at), 1",
                made.values,
            )
            return [
                SessionInfo(id, count, from_micros(first), from_micros(last))
                for id, count, first, last in await found.fetchall()
            ]

    @AsyncColour.retried
    async def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept."""
        async with self._links.read(whole=True) as db:
            return await counting.stats(db, model, owner, tenant)

    @AsyncColour.retried
    async def check(self) -> Report:
        """Look for damage in every index."""
        async with self._links.read(whole=True) as db:
            return await check(db)

    @AsyncColour.retried
    async def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms another version of the text analysis made."""
        async with self._links.ask() as db:
            found = await db.execute(
                "SELECT kind, id, tenant FROM recollect.owners WHERE terms <> %s", (version,)
            )
            return [Owner(*row) for row in await found.fetchall()]

    @AsyncColour.retried
    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove an owner's rows everywhere, its name too."""
        async with self._links.write() as db:
            removed = await erase(db, owner)
        self._touched.add(owner_key(owner))
        return removed

    @AsyncColour.retried
    async def scrub(self) -> list[str]:
        """Take removed rows out of the tables for good."""
        async with self._links.ask() as db:
            touched = list(self._touched)
            problems = await scrub(db, touched)
        if not problems:
            self._touched.difference_update(touched)
        return problems

    @AsyncColour.retried
    async def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read in rows that no kept record accounts for."""
        async with self._links.read(whole=True) as db:
            return await traces(db, needles)

    async def close(self) -> None:
        """Release the connections."""
        await self._links.close()

    @AsyncColour.retried
    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        async with self._links.read() as db:
            return await search.nearest(db, request)

    @AsyncColour.retried
    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        async with self._links.read() as db:
            return await search.match(db, request)

    @AsyncColour.retried
    async def look(self, request: Look) -> list[Candidate]:
        """All that may answer, each scored every way, from one state of the database."""
        async with self._links.read() as db:
            return await look(db, request)

    async def _grow(self, models: Collection[int]) -> None:
        """Begin graphs. The commit is done: whatever hinders this must not say otherwise."""
        try:
            async with self._links.write(alone=True) as db:
                await graphs.grow(db, models)
        except StoreError as error:
            log.warning("a graph of vectors will be begun later, searches stay exact: %s", error)

    @AsyncColour.retried
    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes at some entities, newest first."""
        async with self._links.read() as db:
            return await search.neighbours(db, request)


async def _records(db: Link, table: Table, query: Query) -> list[Any]:
    columns, time = (rows.MESSAGE, "at") if table == "messages" else (rows.NOTE, "learned")
    made = query_clause(table, query)
    if made is None:
        return []
    sql = f"SELECT n, {columns} FROM recollect.{table} WHERE {made} ORDER BY {time}"
    if query.last is None:
        return await (await db.execute(f"{sql}, n", made.values)).fetchall()
    found = await db.execute(f"{sql} DESC, n DESC LIMIT %s", (*made.values, query.last))
    return (await found.fetchall())[::-1]
