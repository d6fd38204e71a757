"""What a commit must know before it can be planned, asked for in one round trip.

All of it under the locks of the owners' rows, so it stays true until the commit ends.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ....orders import Batch
from ....types import Owner
from .. import postings, rows
from ..keys import owner_key
from ..planning import Known, Plan, mentioned, numbered, sessions
from ..rows import Place
from .opening import Link

Numbers = dict[tuple[UUID, str], int]


async def hold(db: Link, owners: set[Owner]) -> list[Any]:
    """Ask for the rows of some owners and lock them, in one order for all.

    One by one: Citus locks no rows of several shards in one statement.
    """
    return [
        await db.execute(
            f"SELECT {rows.PLACE} FROM recollect.owners WHERE owner = %s FOR UPDATE", (key,)
        )
        for key in sorted(map(owner_key, owners))
    ]


class AsyncGathering:
    """Questions that were sent, and then their answers."""

    def __init__(self, db: Link, plan: Plan) -> None:
        self.db, self.plan = db, plan
        self.numbers: Numbers = {}
        self.models: dict[str, tuple[int, int, bool]] = {}
        self._asked: list[tuple[str, Place, Any]] = []

    async def gather(self, batch: Batch) -> None:
        """Ask for everything, then read the answers."""
        await self._ask_records(batch)
        await self._ask_sessions(batch)
        await self._ask_numbers(batch)
        asked = None
        if batch.vectors or batch.drops or any(put.vector is not None for put in batch.puts):
            asked = await self.db.execute("SELECT name, model, size, graph FROM recollect.models")
        for what, place, cursor in self._asked:
            self._take(what, place, await cursor.fetchall())
        if asked is not None:
            self.models = {name: tuple(rest) for name, *rest in await asked.fetchall()}

    async def blocks(self) -> dict[postings.Spot, bytes]:
        """The rows of the term index that dropped records are in."""
        wanted: dict[UUID, tuple[set[str], set[int]]] = {}
        for key, term, block in self.plan.cleared:
            terms, blocks = wanted.setdefault(key, (set(), set()))
            terms.add(term)
            blocks.add(block)
        asked = [
            await self.db.execute(
                "SELECT owner, term, block, data FROM recollect.postings WHERE owner = %s "
                "AND term = ANY(%s::text[]) AND block = ANY(%s::bigint[])",
                (key, list(terms), list(blocks)),
            )
            for key, (terms, blocks) in wanted.items()
        ]
        held = [row for cursor in asked for row in await cursor.fetchall()]
        return {(key, term, block): data for key, term, block, data in held}

    async def _ask_records(self, batch: Batch) -> None:
        """The records that the batch mentions."""
        for owner, ids in mentioned(batch).items():
            place = self.plan.places.get(owner)
            for table, columns in (("messages", rows.MESSAGE), ("notes", rows.NOTE)):
                if place is not None and getattr(place, table):
                    sql = (
                        f"SELECT n, {columns} FROM recollect.{table} "
                        "WHERE owner = %s AND id = ANY(%s::text[])"
                    )
                    await self._ask("record", place, sql, place.key, list(ids))

    async def _ask_sessions(self, batch: Batch) -> None:
        """How far sessions have come, and how many messages those have that lose some."""
        for owner, (come, go) in sessions(batch).items():
            place = self.plan.places.get(owner)
            if place is None:
                continue
            named = "WHERE owner = %s AND id = ANY(%s::text[])"
            sql = f"SELECT id, next FROM recollect.sessions {named}"
            await self._ask("turn", place, sql, place.key, list(come))
            if go:
                sql = (
                    "SELECT session_id, count(*) FROM recollect.messages WHERE owner = %s "
                    "AND session_id = ANY(%s::text[]) GROUP BY session_id"
                )
                await self._ask("left", place, sql, place.key, list(go))

    async def _ask_numbers(self, batch: Batch) -> None:
        for owner, ids in numbered(batch).items():
            place = self.plan.places.get(owner)
            if place is not None:
                for table in ("messages", "notes"):
                    sql = (
                        f"SELECT id, n FROM recollect.{table} "
                        "WHERE owner = %s AND id = ANY(%s::text[])"
                    )
                    await self._ask("number", place, sql, place.key, list(ids))

    async def _ask(self, what: str, place: Place, sql: str, *values: Any) -> None:
        self._asked.append((what, place, await self.db.execute(sql, values)))

    def _take(self, what: str, place: Place, found: list[Any]) -> None:
        for row in found:
            if what == "record":
                record = rows.record(place.owner, tuple(row[1:]))
                self.plan.known[place.owner, record.id] = Known(row[0], record)
            elif what == "turn":
                self.plan.turns[place.key, row[0]] = row[1]
            elif what == "left":
                self.plan.left[place.key, row[0]] = row[1]
            else:
                self.numbers[place.key, row[0]] = row[1]
