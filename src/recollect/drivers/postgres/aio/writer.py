"""One commit: what turns a batch into rows, inside a transaction that is already open.

Statements are sent without waiting for each other's answers. It takes three round trips: to lock,
to read, and to write.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ....orders import SALT, Batch, Committed, Vector
from ....vectors import checked, pack, steps_of
from .. import bulk, postings, rows
from ..keys import batch_key, owner_key
from ..planning import Plan, owners
from . import feed, marks
from .feed import AsyncEarlier
from .gathering import AsyncGathering, hold
from .opening import Link


class AsyncWriter:
    """Applies a batch to a connection; the caller's transaction makes it all or nothing."""

    def __init__(self, db: Link, terms_version: int) -> None:
        self.db = db
        self.terms_version = terms_version
        self.plan = Plan({})
        self.grown: set[int] = set()
        self._gone: list[tuple[str, Any]] = []

    async def apply(self, batch: Batch) -> Committed:
        """Do the batch, or say what an earlier commit of it did."""
        key, plan = batch_key(batch.id), self.plan
        done = await self._lock(batch, key)
        if done is not None:
            await self.db.execute("ROLLBACK")
            return done
        known = AsyncGathering(self.db, plan)
        await known.gather(batch)
        for cursor in batch.cursors:
            await marks.require(self.db, plan.places[cursor.owner].key, cursor)
        plan.end(batch.closes, batch.drops, os.urandom(SALT) if batch.erase else b"")
        blocks = await known.blocks() if plan.cleared else {}
        plan.begin(batch.puts)
        plan.late(batch.vectors, known.numbers)
        remade = [
            plan.places[terms.owner].key
            for terms in batch.terms
            if plan.terms(terms, known.numbers)
        ]
        await self._end(blocks, [model for model, *_ in known.models.values()])
        for owner in remade:
            await self.db.execute("DELETE FROM recollect.postings WHERE owner = %s", (owner,))
        await self._begin()
        await marks.see(self.db, plan, batch.seen)
        await self._vectors(known.models)
        for model in batch.forget:
            await self._forget(model)
        await feed.tell(self.db, plan.changes)
        for cursor in batch.cursors:
            await marks.move(self.db, plan.places[cursor.owner].key, cursor, len(plan.changes))
        await self._save()
        last = await feed.remember(self.db, key, len(plan.changes))
        return Committed(last, tuple(plan.new), self._removed() if plan.erased else {})

    async def _lock(self, batch: Batch, key: bytes) -> Committed | None:
        """Hold the rows of all owners; from then on nobody else commits this batch."""
        made, touched = owners(batch)
        done = await self._hold(touched, key)
        missing = sorted(made - set(self.plan.places), key=owner_key)
        if done is not None or not missing:
            return done
        values = [
            (owner_key(one), one.tenant, one.kind, one.id, self.terms_version) for one in missing
        ]
        await self.db.execute(*bulk.insert("owners", values, "ON CONFLICT DO NOTHING"))
        return await self._hold(touched, key)

    async def _hold(self, touched: set[Any], key: bytes) -> Committed | None:
        held = await hold(self.db, touched)
        earlier = await AsyncEarlier(self.db, key).ask()
        for row in [row for cursor in held for row in await cursor.fetchall()]:
            place = rows.place(row)
            self.plan.places[place.owner] = place
        return await earlier.done()

    async def _end(self, blocks: dict[postings.Spot, bytes], models: list[int]) -> None:
        """Close and delete."""
        plan = self.plan
        for key, n, closed, ended in plan.closes:
            await self.db.execute(
                "UPDATE recollect.notes SET was_valid_to = valid_to, closed = %s, "
                "valid_to = %s, slot = NULL "
                "WHERE owner = %s AND n = %s",
                (closed, ended, key, n),
            )
        messages, notes = plan.dropped["messages"], plan.dropped["notes"]
        await self._delete("", "messages", "n", [row[:2] for row in messages])
        await self._delete("", "notes", "n", [row[:2] for row in notes])
        cited = [(key, id) for key, _, id in messages]
        await self._delete("citations", "cited", "message", cited, "text")
        await self._delete("citations", "cited", "n", [row[:2] for row in notes])
        await self._delete("changes", "changes", "id", plan.erased, "text")
        await self._delete("sessions", "sessions", "id", plan.ended, "text")
        for row in plan.unlinked:
            done = await self.db.execute(
                "DELETE FROM recollect.edges WHERE owner = %s AND entity = %s AND n = %s", row
            )
            self._gone.append(("edges", done))
        await self._delete_vectors([row[:2] for row in (*messages, *notes)], models)
        await self._clear(blocks)

    async def _delete(
        self,
        what: str,
        table: str,
        column: str,
        pairs: Sequence[Sequence[Any]],
        type: str = "bigint",
    ) -> None:
        """Delete the rows of owners that have these values."""
        for key, values in _by_owner(pairs).items():
            done = await self.db.execute(
                f"DELETE FROM recollect.{table} WHERE owner = %s AND {column} = ANY(%s::{type}[])",
                (key, values),
            )
            if what:
                self._gone.append((what, done))

    async def _delete_vectors(self, pairs: Sequence[Sequence[Any]], models: list[int]) -> None:
        for key, numbers in _by_owner(pairs).items():
            done = await self.db.execute(
                "WITH gone AS (DELETE FROM recollect.vectors WHERE owner = %s "
                "AND model = ANY(%s::integer[]) AND n = ANY(%s::bigint[]) RETURNING model), "
                "fewer AS (SELECT model, count(*) AS less FROM gone GROUP BY model), "
                "left_over AS (UPDATE recollect.embedded AS e SET vectors = e.vectors - less "
                "FROM fewer WHERE e.owner = %s AND e.model = fewer.model) SELECT 1 FROM gone",
                (key, models, numbers, key),
            )
            self._gone.append(("vectors", done))

    async def _clear(self, blocks: dict[postings.Spot, bytes]) -> None:
        """Take dropped records out of the rows of their terms."""
        same = "WHERE owner = %s AND term = %s AND block = %s"
        for spot, numbers in self.plan.cleared.items():
            if spot not in blocks:
                continue
            rest = postings.without(blocks[spot], numbers)
            if rest:
                await self.db.execute(
                    f"UPDATE recollect.postings SET data = %s {same}", (rest, *spot)
                )
            else:
                await self.db.execute(f"DELETE FROM recollect.postings {same}", spot)

    async def _begin(self) -> None:
        """Add what is new."""
        plan = self.plan
        for table, values in (
            ("messages", plan.messages),
            ("notes", plan.notes),
            ("cited", plan.cited),
            ("edges", plan.edges),
        ):
            if values:
                await self.db.execute(*bulk.insert(table, values))
        if plan.entries:
            made = [(*spot, bytes(data)) for spot, data in sorted(plan.entries.items())]
            end = (
                "ON CONFLICT(owner, term, block) DO UPDATE "
                "SET data = postings.data || excluded.data"
            )
            await self.db.execute(*bulk.insert("postings", made, end))

    async def _vectors(self, models: dict[str, tuple[int, int, bool]]) -> None:
        by_model: dict[str, dict[tuple[UUID, int], Vector]] = defaultdict(dict)
        for key, n, vector in self.plan.vectors:
            by_model[vector.model][key, n] = vector
        new = {(row[0], row[1]) for row in (*self.plan.messages, *self.plan.notes)}
        for name, group in by_model.items():
            size = next(len(vector.data) for vector in group.values())
            model, size, graph = models.get(name) or await self._model(name, size)
            matrix = checked([vector.data for vector in group.values()], len(group), size)
            steps, _ = steps_of(pack(matrix), size)  # whole numbers, which half floats hold
            values = [
                (key, model, n, str(row))
                for (key, n), row in zip(group, steps.tolist(), strict=True)
            ]
            if not graph and max(n for _, n in group) > postings.GRAPH:
                self.grown.add(model)
            added = Counter(key for key, n in group if (key, n) in new)
            await self._count(model, added, [pair for pair in group if pair not in new])
            end = "ON CONFLICT(owner, model, n) DO UPDATE SET data = excluded.data"
            await self.db.execute(*bulk.insert("vectors", values, end))

    async def _count(
        self, model: int, added: Counter[UUID], late: Sequence[tuple[UUID, int]]
    ) -> None:
        """Count the vectors to come: those of new records, and the late ones that replace none."""
        more = (
            "ON CONFLICT(owner, model) DO UPDATE SET vectors = embedded.vectors + excluded.vectors"
        )
        if added:
            values = [(key, model, count) for key, count in sorted(added.items())]
            await self.db.execute(*bulk.insert("embedded", values, more))
        for key, numbers in _by_owner(late).items():
            await self.db.execute(
                "INSERT INTO recollect.embedded(owner, model, vectors) "
                "SELECT %s, %s, count(*) FROM unnest(%s::bigint[]) AS u(n) WHERE NOT EXISTS("
                "SELECT 1 FROM recollect.vectors AS v WHERE v.owner = %s AND v.model = %s "
                f"AND v.n = u.n) {more}",
                (key, model, numbers, key, model),
            )

    async def _model(self, name: str, size: int) -> tuple[int, int, bool]:
        await self.db.execute(
            "INSERT INTO recollect.models(name, size) VALUES(%s, %s) ON CONFLICT DO NOTHING",
            (name, size),
        )
        found = await self.db.execute(
            "SELECT model, size, graph FROM recollect.models WHERE name = %s", (name,)
        )
        row: Any = await found.fetchone()
        return row[0], row[1], row[2]

    async def _forget(self, name: str) -> None:
        """Drop a model's vectors. The caller is the only writer meanwhile."""
        done = await self.db.execute(
            "DELETE FROM recollect.models WHERE name = %s RETURNING model", (name,)
        )
        for (model,) in await done.fetchall():
            await self.db.execute("DELETE FROM recollect.vectors WHERE model = %s", (model,))
            await self.db.execute("DELETE FROM recollect.embedded WHERE model = %s", (model,))
            await self.db.execute(f"DROP INDEX IF EXISTS recollect.vectors_graph_{int(model)}")

    async def _save(self) -> None:
        """The owners' counters, and the sessions'."""
        for p in self.plan.places.values():
            await self.db.execute(
                "UPDATE recollect.owners SET next = %s, messages = %s, notes = %s, length = %s, "
                "terms = %s WHERE owner = %s",
                (p.next, p.messages, p.notes, p.length, p.version, p.key),
            )
        turns = [(*key, after) for key, after in self.plan.turns.items()]
        if turns:
            end = "ON CONFLICT(owner, id) DO UPDATE SET next = excluded.next"
            await self.db.execute(*bulk.insert("sessions", turns, end))

    def _removed(self) -> dict[str, int]:
        """What went beside the records; every answer is here by now."""
        removed = Counter(self.plan.removed)
        for what, done in self._gone:
            removed[what] += done.rowcount
        return {what: count for what, count in removed.items() if count}


def _by_owner(pairs: Sequence[Sequence[Any]]) -> dict[UUID, list[Any]]:
    """Values by the owner before them."""
    grouped: dict[UUID, list[Any]] = defaultdict(list)
    for key, value in pairs:
        grouped[key].append(value)
    return grouped
