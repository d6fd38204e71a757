"""Large batches, long lists of ids, many owners."""

from __future__ import annotations

from ...orders import Batch, Query
from ...ports.aio import AsyncStore
from ...types import Scope
from ..samples import DANA, MODEL, drop, leaning, matching, minute, near, put, said
from .base import AsyncAsk, AsyncSuite, feed, ids, keep

MANY = 1500


class AsyncLargeTests(AsyncSuite):
    """Nothing is cut off at some size."""

    async def test_one_large_batch(self, store: AsyncStore, ask: AsyncAsk) -> None:
        records = [said(f"apple w{n}", id=f"m{n}", at=minute(n)) for n in range(MANY)]
        puts = tuple(put(record, leaning(n * 90 / MANY)) for n, record in enumerate(records))
        done = await store.commit(Batch(puts=puts))
        every = tuple(record.id for record in records)
        assert done.new == every
        assert await store.messages(Query(DANA)) == records
        assert ids(await store.messages(Query(DANA, ids=every[::-1]))) == list(every)
        assert [change.id for change in await feed(store, page=700)] == list(every)
        assert len(await store.changes(0)) == 1000
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: MANY}
        assert len(await ask(near(limit=2 * MANY))) == MANY
        assert len(await ask(matching("apple", limit=2 * MANY))) == MANY
        assert ids(await ask(matching("apple w77", limit=1))) == ["m77"]
        assert len(await ask(near(limit=2 * MANY, ids=every))) == MANY
        assert len(await ask(matching("apple", limit=2 * MANY, ids=every[1:]))) == MANY - 1
        await store.commit(Batch(drops=tuple(drop(record) for record in records[2:])))
        assert ids(await store.messages(Query(DANA))) == ["m0", "m1"]
        assert set(ids(await ask(near()))) == {"m0", "m1"}
        assert await ask(matching("w77")) == []

    async def test_many_owners(self, store: AsyncStore) -> None:
        scopes = [Scope(f"user{n}") for n in range(200)]
        await keep(store, *(said("apple", scope, id="same") for scope in scopes))
        assert len(await store.owners()) == 200
        assert set(await store.locate("same")) == {scope.owner for scope in scopes}
        assert len(await store.messages(Query(scopes[7]))) == 1
        assert (await store.stats(None)).owners == 200
