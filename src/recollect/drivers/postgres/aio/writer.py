"""One commit: what turns a batch into rows, inside a transaction that is already open."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from ....errors import Stale
from ....orders import SALT, Batch, Committed, Terms, Vector
from ....types import Owner
from ....vectors import checked
from .. import bulk, postings, rows
from ..keys import batch_key, owner_key
from ..planning import Known, Plan, mentioned, owners
from . import feed, marks
from .opening import Link


class AsyncWriter:
    """Applies a batch to a connection; the caller's transaction makes it all or nothing."""

    def __init__(self, db: Link, terms_version: int) -> None:
        self.db = db
        self.terms_version = terms_version
        self.plan = Plan({})
        self.grown: set[int] = set()

    async def apply(self, batch: Batch) -> Committed:
        """Do the batch, or say what an earlier commit of it did."""
        key, plan = batch_key(batch.id), self.plan
        done = await self._lock(batch, key)
        if done is not None:
            await self.db.execute("ROLLBACK")
            return done
        await self._read(batch)
        plan.end(batch.closes, batch.drops, os.urandom(SALT) if batch.erase else b"")
        await self._end()
        await self._turns(batch)
        plan.begin(batch.puts)
        numbers = await self._numbers(batch)
        plan.late(batch.vectors, numbers)
        for terms in batch.terms:
            await self._remake(terms, numbers)
        await self._begin()
        await marks.see(self.db, plan, batch.seen)
        await self._vectors()
        for model in batch.forget:
            await self._forget(model)
        first, last = await feed.tell(self.db, plan.changes)
        for cursor in batch.cursors:
            await marks.move(self.db, plan.places[cursor.owner].key, cursor, first, last)
        await self._save()
        await feed.remember(self.db, key, first, last)
        removed = {what: count for what, count in plan.removed.items() if count}
        return Committed(last, tuple(plan.new), removed if plan.erased else {})

    async def _lock(self, batch: Batch, key: bytes) -> Committed | None:
        """Hold the rows of all owners, in one order; then nobody else commits this batch."""
        made, touched = owners(batch)
        await self._hold(touched)
        done = await feed.repeated(self.db, key)
        missing = sorted(made - set(self.plan.places), key=owner_key)
        if done is not None or not missing:
            return done
        values = [
            (owner_key(one), one.tenant, one.kind, one.id, self.terms_version) for one in missing
        ]
        await self.db.execute(*bulk.insert("owners", values, "ON CONFLICT DO NOTHING"))
        await self._hold(touched)
        return await feed.repeated(self.db, key)

    async def _hold(self, wanted: set[Owner]) -> None:
        found = await self.db.execute(
            f"SELECT {rows.PLACE} FROM recollect.owners WHERE owner = ANY(%s::uuid[]) "
            "ORDER BY owner FOR UPDATE",
            ([owner_key(owner) for owner in wanted],),
        )
        for row in await found.fetchall():
            place = rows.place(row)
            self.plan.places[place.owner] = place

    async def _read(self, batch: Batch) -> None:
        """The records that the batch mentions."""
        for owner, ids in mentioned(batch).items():
            place = self.plan.places.get(owner)
            if place is None:
                continue
            for table, columns, held in (
                ("messages", rows.MESSAGE, place.messages),
                ("notes", rows.NOTE, place.notes),
            ):
                if held:
                    found = await self.db.execute(
                        f"SELECT n, {columns} FROM recollect.{table} "
                        "WHERE owner = %s AND id = ANY(%s::text[])",
                        (place.key, list(ids)),
                    )
                    for n, *row in await found.fetchall():
                        record = rows.record(owner, tuple(row))
                        self.plan.known[owner, record.id] = Known(n, record)

    async def _end(self) -> None:
        """Close and delete."""
        plan = self.plan
        for key, n, closed, ended in plan.closes:
            await self.db.execute(
                "UPDATE recollect.notes SET closed = %s, valid_to = %s, slot = NULL "
                "WHERE owner = %s AND n = %s",
                (closed, ended, key, n),
            )
        messages, notes = plan.dropped["messages"], plan.dropped["notes"]
        for table in ("messages", "notes"):
            await self._delete(table, "n", [row[:2] for row in plan.dropped[table]])
        plan.removed["citations"] += await self._delete(
            "cited", "message", [(key, id) for key, _, id in messages], "text"
        )
        plan.removed["citations"] += await self._delete("cited", "n", [row[:2] for row in notes])
        gone = [row[:2] for row in (*messages, *notes)]
        await self._delete_vectors(gone)
        for row in plan.unlinked:
            done = await self.db.execute(
                "DELETE FROM recollect.edges WHERE owner = %s AND entity = %s AND n = %s", row
            )
            plan.removed["edges"] += done.rowcount
        await self._clear()
        plan.removed["changes"] += await self._delete("changes", "id", plan.erased, "text")
        await self._end_sessions()

    async def _delete(
        self, table: str, column: str, pairs: Sequence[Sequence[Any]], type: str = "bigint"
    ) -> int:
        """Delete the rows of owners that have these values; counts them."""
        by_owner: dict[UUID, list[Any]] = defaultdict(list)
        for key, value in pairs:
            by_owner[key].append(value)
        gone = 0
        for key, values in by_owner.items():
            done = await self.db.execute(
                f"DELETE FROM recollect.{table} WHERE owner = %s AND {column} = ANY(%s::{type}[])",
                (key, values),
            )
            gone += done.rowcount
        return gone

    async def _delete_vectors(self, pairs: Sequence[Sequence[Any]]) -> None:
        by_owner: dict[UUID, list[int]] = defaultdict(list)
        for key, n in pairs:
            by_owner[key].append(n)
        if not by_owner:
            return
        found = await self.db.execute("SELECT array_agg(model) FROM recollect.models")
        models = (await found.fetchall())[0][0] or []
        for key, numbers in by_owner.items():
            for model in models:
                done = await self.db.execute(
                    "DELETE FROM recollect.vectors WHERE owner = %s AND model = %s "
                    "AND n = ANY(%s::bigint[])",
                    (key, model, numbers),
                )
                if done.rowcount:
                    self.plan.removed["vectors"] += done.rowcount
                    await self._count({(key, model): -done.rowcount})

    async def _clear(self) -> None:
        """Take dropped records out of the postings of their terms."""
        by_owner: dict[UUID, list[postings.Spot]] = defaultdict(list)
        for spot in self.plan.cleared:
            by_owner[spot[0]].append(spot)
        for key, spots in by_owner.items():
            found = await self.db.execute(
                "SELECT term, block, data FROM recollect.postings WHERE owner = %s "
                "AND term = ANY(%s::text[]) AND block = ANY(%s::bigint[])",
                (key, list({term for _, term, _ in spots}), list({block for *_, block in spots})),
            )
            kept: list[Any] = []
            empty: list[Any] = []
            for term, block, data in await found.fetchall():
                if gone := self.plan.cleared.get((key, term, block)):
                    rest = postings.without(data, gone)
                    (kept if rest else empty).append((term, block, rest))
            types = ("text", "bigint", "bytea")
            same = "WHERE t.owner = %s AND t.term = u.term AND t.block = u.block"
            if kept:
                made, values = bulk.unnest(types, kept)
                await self.db.execute(
                    "UPDATE recollect.postings AS t SET data = u.data "
                    f"FROM {made} AS u(term, block, data) {same}",
                    (*values, key),
                )
            if empty:
                made, values = bulk.unnest(types, empty)
                await self.db.execute(
                    f"DELETE FROM recollect.postings AS t USING {made} AS u(term, block, data) "
                    f"{same}",
                    (*values, key),
                )

    async def _end_sessions(self) -> None:
        """Forget sessions that have no message left."""
        for key, session in dict.fromkeys(self.plan.ended):
            done = await self.db.execute(
                "DELETE FROM recollect.sessions WHERE owner = %s AND id = %s AND NOT EXISTS("
                "SELECT 1 FROM recollect.messages WHERE owner = %s AND session_id = %s)",
                (key, session, key, session),
            )
            self.plan.removed["sessions"] += done.rowcount

    async def _turns(self, batch: Batch) -> None:
        """How far the sessions of the new messages have come."""
        sessions: dict[Owner, set[str]] = defaultdict(set)
        for put in batch.puts:
            if put.record.session_id is not None:
                sessions[put.record.scope.owner].add(put.record.session_id)
        for owner, ids in sessions.items():
            key = self.plan.places[owner].key
            found = await self.db.execute(
                "SELECT id, next FROM recollect.sessions WHERE owner = %s AND id = ANY(%s::text[])",
                (key, list(ids)),
            )
            self.plan.turns.update({(key, id): after for id, after in await found.fetchall()})

    async def _numbers(self, batch: Batch) -> dict[tuple[UUID, str], int]:
        """The numbers of records that only their vectors or terms are given of."""
        ids: dict[Owner, set[str]] = defaultdict(set)
        for late in batch.vectors:
            ids[late.scope.owner].add(late.id)
        for terms in batch.terms:
            ids[terms.owner].update(put.record.id for put in terms.puts)
        numbers: dict[tuple[UUID, str], int] = {}
        for owner, wanted in ids.items():
            place = self.plan.places.get(owner)
            if place is None:
                continue
            found = await self.db.execute(
                "SELECT id, n FROM recollect.messages WHERE owner = %s AND id = ANY(%s::text[]) "
                "UNION ALL "
                "SELECT id, n FROM recollect.notes WHERE owner = %s AND id = ANY(%s::text[])",
                (place.key, list(wanted), place.key, list(wanted)),
            )
            numbers.update({(place.key, id): n for id, n in await found.fetchall()})
            new = [(id, one.n) for (whose, id), one in self.plan.known.items() if whose == owner]
            numbers.update({(place.key, id): n for id, n in new if id in wanted})
        return numbers

    async def _remake(self, terms: Terms, numbers: dict[tuple[UUID, str], int]) -> None:
        if self.plan.terms(terms, numbers):
            key = self.plan.places[terms.owner].key
            await self.db.execute("DELETE FROM recollect.postings WHERE owner = %s", (key,))

    async def _begin(self) -> None:
        """Add what is new."""
        plan = self.plan
        if plan.messages:
            await self.db.execute(*bulk.insert("messages", plan.messages))
        if plan.notes:
            done = await self.db.execute(
                *bulk.insert("notes", plan.notes, "ON CONFLICT DO NOTHING")
            )
            if done.rowcount < len(plan.notes):
                raise Stale("another note has this key by now; read it, then retry")
        for table, values in (("cited", plan.cited), ("edges", plan.edges)):
            if values:
                await self.db.execute(*bulk.insert(table, values))
        if plan.entries:
            made = [(*spot, bytes(data)) for spot, data in sorted(plan.entries.items())]
            end = (
                "ON CONFLICT(owner, term, block) DO UPDATE "
                "SET data = postings.data || excluded.data"
            )
            await self.db.execute(*bulk.insert("postings", made, end))

    async def _vectors(self) -> None:
        by_model: dict[str, dict[tuple[UUID, int], Vector]] = defaultdict(dict)
        for key, n, vector in self.plan.vectors:
            by_model[vector.model][key, n] = vector
        for name, group in by_model.items():
            size = next(len(vector.data) for vector in group.values())
            model, size, graph = await self._model(name, size)
            matrix = checked([vector.data for vector in group.values()], len(group), size)
            values = [
                (key, model, n, str(row))
                for (key, n), row in zip(group, matrix.tolist(), strict=True)
            ]
            if not graph and max(n for _, n in group) > postings.GRAPH:
                self.grown.add(model)
            before = await self._embedded(model, group)
            end = "ON CONFLICT(owner, model, n) DO UPDATE SET data = excluded.data"
            await self.db.execute(*bulk.insert("vectors", values, end))
            added = Counter(key for key, n in group if (key, n) not in before)
            await self._count({(key, model): count for key, count in added.items()})

    async def _embedded(
        self, model: int, group: dict[tuple[UUID, int], Vector]
    ) -> set[tuple[UUID, int]]:
        """Which of these records have a vector of the model already."""
        new = {(row[0], row[1]) for row in (*self.plan.messages, *self.plan.notes)}
        by_owner: dict[UUID, list[int]] = defaultdict(list)
        for key, n in group:
            if (key, n) not in new:
                by_owner[key].append(n)
        held: set[tuple[UUID, int]] = set()
        for key, numbers in by_owner.items():
            found = await self.db.execute(
                "SELECT n FROM recollect.vectors WHERE owner = %s AND model = %s "
                "AND n = ANY(%s::bigint[])",
                (key, model, numbers),
            )
            held |= {(key, n) for (n,) in await found.fetchall()}
        return held

    async def _count(self, counts: dict[tuple[UUID, int], int]) -> None:
        values = [(*key, count) for key, count in sorted(counts.items()) if count]
        if values:
            end = (
                "ON CONFLICT(owner, model) DO UPDATE "
                "SET vectors = embedded.vectors + excluded.vectors"
            )
            await self.db.execute(*bulk.insert("embedded", values, end))

    async def _model(self, name: str, size: int) -> tuple[int, int, bool]:
        asked = "SELECT model, size, graph FROM recollect.models WHERE name = %s"
        found = await (await self.db.execute(asked, (name,))).fetchone()
        if found is None:
            await self.db.execute(
                "INSERT INTO recollect.models(name, size) VALUES(%s, %s) ON CONFLICT DO NOTHING",
                (name, size),
            )
            found = await (await self.db.execute(asked, (name,))).fetchone()
        assert found is not None
        return found[0], found[1], found[2]

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
