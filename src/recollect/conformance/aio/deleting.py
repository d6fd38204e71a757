"""What is dropped or erased is gone from everywhere."""

from __future__ import annotations

import pytest

from ...errors import NotFound
from ...orders import Batch, Close, Late, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Owner, Record, Scope
from ..samples import DANA, MODEL, drop, leaning, matching, minute, near, noted, put, said, vector
from .base import AsyncAsk, AsyncSuite, everything, feed, ids, keep

ERIK = Scope("erik")


def pair() -> list[Record]:
    """A message and a note that rests on it."""
    facts = {"key": "k", "subject": "Alice", "object": "Bob", "sources": ("m",)}
    message = said("apple", id="m", session_id="s", metadata={"secret": "x"})
    return [message, noted("apple", id="n", **facts)]


class AsyncDroppingTests(AsyncSuite):
    """One record at a time."""

    async def test_dropping_gone_from_everywhere(self, store: AsyncStore, ask: AsyncAsk) -> None:
        message, note = pair()
        await store.commit(Batch(puts=(put(message, leaning(0)), put(note))))
        await store.commit(Batch(drops=(drop(message), drop(note))))
        assert await everything(store) == []
        assert await store.sessions(DANA) == []
        assert await store.locate("m") == await store.locate("n") == []
        assert await store.notes(Query(DANA, keys=("k",), closed=True)) == []
        assert await store.notes(Query(DANA, cites="m", closed=True)) == []
        assert await store.pending(MODEL, 10) == await store.pending("another", 10) == []
        assert await ask(near()) == []
        assert await ask(matching("apple")) == []
        assert await ask(Neighbours(DANA, ("Alice",))) == []
        stats = await store.stats(MODEL)
        assert (stats.messages, stats.notes, stats.sessions, stats.pending) == (0, 0, 0, 0)
        assert dict(stats.vectors) == {}

    async def test_dropping_the_rest_stays(self, store: AsyncStore, ask: AsyncAsk) -> None:
        records = [said("apple", id=f"m{n}", at=minute(n)) for n in range(6)]
        await store.commit(Batch(puts=tuple(put(r, leaning(9 * n)) for n, r in enumerate(records))))
        await store.commit(Batch(drops=(drop(records[1]), drop(records[4]))))
        left = ["m0", "m2", "m3", "m5"]
        assert ids(await store.messages(Query(DANA))) == left
        assert ids(await ask(near())) == left
        assert sorted(ids(await ask(matching("apple")))) == left
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 4}

    async def test_dropping_all_models_vectors_go(self, store: AsyncStore) -> None:
        message = said("apple", id="m")
        await store.commit(Batch(puts=(put(message, leaning(0)),)))
        await store.commit(Batch(vectors=(Late(DANA, "m", vector((1, 0), "other")),)))
        await store.commit(Batch(drops=(drop(message),)))
        assert dict((await store.stats(MODEL)).vectors) == {}

    async def test_dropping_twice_is_not_found(self, store: AsyncStore) -> None:
        message = said("apple")
        await keep(store, message, said("stays", id="stays"))
        await store.commit(Batch(drops=(drop(message),)))
        with pytest.raises(NotFound):
            await store.commit(Batch(drops=(drop(message),)))
        assert ids(await everything(store)) == ["stays"]

    async def test_dropping_twice_in_one_batch_is_not_found(self, store: AsyncStore) -> None:
        message = said("apple")
        await keep(store, message)
        with pytest.raises(NotFound):
            await store.commit(Batch(drops=(drop(message), drop(message))))
        assert await everything(store) == [message]

    async def test_dropping_what_comes_back_starts_anew(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        old = said("apple", id="m")
        await store.commit(Batch(puts=(put(old, leaning(0)),)))
        await store.commit(Batch(drops=(drop(old),)))
        await keep(store, said("cherry", id="m"))
        assert await ask(near()) == []
        assert await ask(matching("apple")) == []
        assert ids(await ask(matching("cherry"))) == ["m"]
        assert ids(await store.pending(MODEL, 10)) == ["m"]

    async def test_dropping_a_note_outlives_its_source(self, store: AsyncStore) -> None:
        message, note = pair()
        await keep(store, message, note)
        await store.commit(Batch(drops=(drop(message),)))
        assert ids(await store.notes(Query(DANA))) == ["n"]


class AsyncErasingTests(AsyncSuite):
    """A whole owner at once."""

    async def settle(self, store: AsyncStore) -> None:
        """Give two owners the same."""
        for scope in (DANA, ERIK):
            facts = {"key": "k", "subject": "Alice", "object": "Bob", "sources": ("m",)}
            message = said("apple", scope, id="m", session_id="s", name=scope.user_id)
            note, old = noted("apple", scope, id="n", **facts), noted("apple", scope, id="old")
            puts = (put(message, leaning(0)), put(note, leaning(9)), put(old))
            await store.commit(Batch(puts=puts))
            await store.commit(Batch(closes=(Close(scope, "old", minute(1)),)))

    async def test_erasing_gone_from_everywhere(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await self.settle(store)
        removed = await store.erase(DANA.owner)
        assert (removed["messages"], removed["notes"], removed["vectors"]) == (1, 2, 2)
        assert await everything(store) == []
        assert await store.sessions(DANA) == []
        assert await store.notes(Query(DANA, cites="m", closed=True)) == []
        assert await ask(near()) == []
        assert await ask(matching("apple")) == []
        assert await ask(Neighbours(DANA, ("Alice",))) == []
        assert await store.locate("m") == [ERIK.owner]
        assert [info.owner for info in await store.owners()] == [ERIK.owner]
        stats = await store.stats("another", DANA.owner)
        assert (stats.messages, stats.notes, stats.owners, stats.pending) == (0, 0, 0, 0)
        assert all(record.user_id == "erik" for record in await store.pending("another", 10))

    async def test_erasing_others_stay(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await self.settle(store)
        before = (
            await everything(store, ERIK),
            await ask(near(ERIK)),
            await ask(matching("apple", ERIK)),
        )
        await store.erase(DANA.owner)
        after = (
            await everything(store, ERIK),
            await ask(near(ERIK)),
            await ask(matching("apple", ERIK)),
        )
        assert after == before
        assert ids(await store.notes(Query(ERIK, cites="m"))) == ["n"]

    async def test_erasing_an_agent_and_a_session_can_be_erased(self, store: AsyncStore) -> None:
        coach, loose = Scope(agent_id="coach"), Scope(session_id="s")
        shared = said("shared", Scope("dana", "coach", "s"))
        await keep(store, said("own", coach), said("loose", loose), shared)
        await store.erase(coach.owner)
        await store.erase(loose.owner)
        assert await everything(store, coach) == await everything(store, loose) == []
        assert await everything(store) == [shared]

    async def test_erasing_nobody_and_twice(self, store: AsyncStore) -> None:
        await self.settle(store)
        assert not any((await store.erase(Owner("user", "nobody"))).values())
        await store.erase(DANA.owner)
        assert not any((await store.erase(DANA.owner)).values())
        assert len(await everything(store, ERIK)) == 3

    async def test_erasing_an_erased_owner_starts_anew(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await self.settle(store)
        await store.erase(DANA.owner)
        message = said("cherry", id="m")
        assert (await keep(store, message)).new == ("m",)
        assert await everything(store) == [message]
        assert await ask(matching("apple")) == await ask(near()) == []
        assert ids(await ask(matching("cherry"))) == ["m"]

    async def test_erasing_a_late_retry_brings_nothing_back(self, store: AsyncStore) -> None:
        batch = Batch(puts=(put(said("apple")),))
        await store.commit(batch)
        await store.erase(DANA.owner)
        await store.commit(batch)
        assert await everything(store) == []

    async def test_erasing_the_last_vectors_of_a_model(self, store: AsyncStore) -> None:
        await self.settle(store)
        await store.erase(DANA.owner)
        await store.erase(ERIK.owner)
        assert dict((await store.stats(MODEL)).vectors) == {}
        assert [change.put for change in await feed(store) if change.put] == []
