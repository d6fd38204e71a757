"""What is acknowledged survives the end of the process; and a closed store says so."""

from __future__ import annotations

import pytest

from ...errors import IdConflict, Stale, StoreClosed, StoreError
from ...orders import Batch, Close, Late, Neighbours, Query, Terms
from ...ports.aio import AsyncStore
from ...types import Scope
from ..offers import GIVEN
from ..samples import DANA, MODEL, drop, leaning, matching, minute, near, noted, put, said
from .base import AsyncReopen, AsyncSuite, everything, feed, ids, keep, search

ERIK = Scope("erik")


class AsyncPersistenceTests(AsyncSuite):
    """Closed and opened again, a durable store is the same."""

    async def test_everything_is_there(self, store: AsyncStore, reopen: AsyncReopen) -> None:
        facts = {"subject": "Alice", "object": "Bob", "sources": ("m",), "value": [1, None]}
        message, bye = said("apple é 🙂", id="m", metadata={"a": [1]}), said("bye")
        puts = (put(message, leaning(0)), put(noted("apple", id="n", **facts)), put(bye))
        await store.commit(Batch(puts=puts))
        await store.commit(Batch(vectors=(Late(DANA, "n", leaning(30)),)))
        await keep(store, noted("old", id="old"), said("theirs", ERIK))
        await store.commit(Batch(closes=(Close(DANA, "old", minute(1)),), drops=(drop(bye),)))
        before, told = await everything(store), await feed(store)
        stats = await store.stats(MODEL)
        store = await reopen()
        try:
            assert await everything(store) == before
            steps = [(change.seq, change.op, change.id) for change in await feed(store)]
            assert steps == [(change.seq, change.op, change.id) for change in told]
            now = await store.stats(MODEL)
            assert (now.messages, now.notes, now.pending) == (2, 2, stats.pending)
            assert dict(now.vectors) == dict(stats.vectors) == {MODEL: 2}
            assert ids(await search(store, near())) == ["m", "n"]
            assert set(ids(await search(store, matching("apple")))) == {"m", "n"}
            assert ids(await search(store, Neighbours(DANA, ("bob",)))) == ["n"]
            assert ids(await store.notes(Query(DANA, cites="m"))) == ["n"]
            assert (await store.check()).ok
        finally:
            await store.close()

    async def test_promises_last(self, store: AsyncStore, reopen: AsyncReopen) -> None:
        batch = Batch(puts=(put(said("apple", id="m")), put(noted("tea", id="n"))))
        done = await store.commit(batch)
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        store = await reopen()
        try:
            assert await store.commit(batch) == done
            assert (await keep(store, said("apple", id="m"))).new == ()
            with pytest.raises(IdConflict):
                await keep(store, said("other", id="m"))
            with pytest.raises(Stale):
                await store.commit(Batch(closes=(Close(DANA, "n", minute(2)),)))
            last = (await feed(store))[-1].seq
            assert (await keep(store, said("more"))).position > last
        finally:
            await store.close()

    async def test_gone_stays_gone(self, store: AsyncStore, reopen: AsyncReopen) -> None:
        message = said("apple", id="m")
        await store.commit(Batch(puts=(put(message, leaning(0)), put(said("apple", ERIK)))))
        await store.commit(Batch(drops=(drop(message),)))
        await store.erase(ERIK.owner)
        store = await reopen()
        try:
            assert await everything(store) == await everything(store, ERIK) == []
            assert await search(store, near()) == await search(store, matching("apple")) == []
            assert await store.owners() == []
            assert (await feed(store))[-1].op == "erase"
            assert all(change.put is None for change in await feed(store))
        finally:
            await store.close()

    async def test_the_version_of_the_terms_lasts(
        self, store: AsyncStore, reopen: AsyncReopen
    ) -> None:
        message = said("apple")
        await keep(store, message)
        await store.commit(Batch(terms=(Terms(DANA.owner, 7, (put(message),)),)))
        store = await reopen()
        try:
            assert await store.outdated(7) == []
            assert await store.outdated(8) == [DANA.owner]
        finally:
            await store.close()


class AsyncLifecycleTests(AsyncSuite):
    """Closing, and what a store cannot do."""

    async def test_every_promise_is_tested(self, store: AsyncStore) -> None:
        given = {name for name in GIVEN if hasattr(self, name)}
        promises = {"reopen": store.features.durable, "rivals": store.features.shared}
        wanted = {name for name, promised in promises.items() if promised}
        assert given == wanted, "see the top of recollect.conformance: which fixtures to give"

    async def test_closing_twice_is_fine(self, store: AsyncStore) -> None:
        await store.close()
        await store.close()

    async def test_a_closed_store_says_so(self, store: AsyncStore) -> None:
        await keep(store, said("apple"))
        await store.close()
        with pytest.raises(StoreClosed):
            await keep(store, said("more"))
        with pytest.raises(StoreClosed):
            await store.messages(Query(DANA))
        with pytest.raises(StoreClosed):
            await store.notes(Query(DANA))
        with pytest.raises(StoreClosed):
            await store.locate("x")
        with pytest.raises(StoreClosed):
            await store.changes(0)
        with pytest.raises(StoreClosed):
            await store.pending(MODEL, 1)
        with pytest.raises(StoreClosed):
            await store.owners()
        with pytest.raises(StoreClosed):
            await store.sessions(DANA)
        with pytest.raises(StoreClosed):
            await store.stats(None)
        with pytest.raises(StoreClosed):
            await store.check()
        with pytest.raises(StoreClosed):
            await store.outdated(1)
        with pytest.raises(StoreClosed):
            await store.erase(DANA.owner)
        with pytest.raises(StoreClosed):
            await store.nearest(near())
        with pytest.raises(StoreClosed):
            await store.match(matching("apple"))
        with pytest.raises(StoreClosed):
            await store.neighbours(Neighbours(DANA, ("Alice",)))

    async def test_a_search_that_is_not_declared_says_so(self, store: AsyncStore) -> None:
        if not store.features.nearest:
            with pytest.raises(StoreError):
                await store.nearest(near())
        if not store.features.match:
            with pytest.raises(StoreError):
                await store.match(matching("apple"))
        if not store.features.neighbours:
            with pytest.raises(StoreError):
                await store.neighbours(Neighbours(DANA, ("Alice",)))
        assert store.url
