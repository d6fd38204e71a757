"""What is dropped or erased is gone from everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...drivers.inprocess import InProcessIndex
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

    async def test_erasing_leaves_no_name(self, store: AsyncStore) -> None:
        await self.settle(store)
        dana = said("x", id="dana-id", session_id="dana-session")
        await keep(store, dana)
        await store.commit(Batch(drops=(drop(dana),)))
        await store.erase(DANA.owner)
        assert "dana" not in repr(await feed(store))
        assert await store.scrub() == []
        assert any(change.erases(DANA.owner) for change in await feed(store))
        assert not any(change.erases(ERIK.owner) for change in await feed(store))

    async def test_erasing_leaves_no_trace(self, store: AsyncStore) -> None:
        secret = said("Qzsecret words", id="Qzid", session_id="Qzsession", name="Qzname")
        note = noted("Qznote", key="Qzkey", subject="Qzsubject", sources=("Qzid",))
        await store.commit(Batch(puts=(put(secret, leaning(0)), put(note))))
        before = said("gone", id="Qzbefore", session_id="Qzearlier")
        await keep(store, said("stays Qzshared", ERIK), said("Qzshared", id="Qzid2"), before)
        await store.commit(Batch(drops=(drop(before),)))
        await store.erase(DANA.owner)
        assert await store.scrub() == []
        needles = b"Qzsecret Qzid Qzsession Qzname Qznote Qzkey Qzsubject qzsecret dana".split()
        needles += b"Qzbefore Qzearlier".split()  # what was dropped before had left its id
        assert not any((await store.traces(needles)).values())
        assert not any((await store.traces([b"Qzshared"])).values())  # erik says so too
        assert len(await everything(store, ERIK)) == 1


class AsyncErasingSomeTests(AsyncSuite):
    """Some records, in a commit that says that they are erased."""

    async def some(self, store: AsyncStore) -> tuple[Record, Record, Record]:
        """Three records, and what the feed says of them."""
        message, note = pair()
        stays = said("apple stays", id="stays", session_id="s")
        await store.commit(
            Batch(puts=(put(message, leaning(0)), put(note, leaning(9)), put(stays, leaning(20))))
        )
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        (closed,) = await store.notes(Query(DANA, ids=("n",), closed=True))
        return message, closed, stays

    async def test_erasing_some_and_the_rest_stays(self, store: AsyncStore, ask: AsyncAsk) -> None:
        message, note, stays = await self.some(store)
        done = await store.commit(Batch(drops=(drop(message), drop(note)), erase=True))
        assert done.removed["vectors"] == 2
        assert done.removed["changes"] == 3
        assert await everything(store) == [stays]
        assert ids(await ask(near())) == ids(await ask(matching("apple"))) == ["stays"]
        assert await ask(Neighbours(DANA, ("Alice",))) == []
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 1}

    async def test_erasing_some_is_told_without_their_names(self, store: AsyncStore) -> None:
        message, note, _ = await self.some(store)
        live = await feed(store)
        await store.commit(Batch(drops=(drop(message), drop(note)), erase=True))
        told = await feed(store)
        assert [change.id for change in told if change.id] == ["stays"]
        news = [change for change in told if change.seq > live[-1].seq]
        assert [change.op for change in news] == ["erase", "erase"]
        assert all(change.scope.owner == DANA.owner for change in news)
        assert {id for id in ("m", "n", "stays") for c in news if c.erases(DANA.owner, id)} == {
            "m",
            "n",
        }
        assert not any(change.erases(DANA.owner) for change in told)

    async def test_erasing_some_a_follower_forgets_them(self, store: AsyncStore) -> None:
        message, note, _ = await self.some(store)
        index = InProcessIndex()
        index.apply(await feed(store))
        await store.commit(Batch(drops=(drop(message), drop(note)), erase=True))
        index.apply(await feed(store, index.position()))
        assert ids(index.search(near())) == ["stays"]

    async def test_erasing_some_leaves_no_trace(self, store: AsyncStore) -> None:
        message = said("Qzsecret", id="Qzid", session_id="Qzsession", name="Qzname")
        await keep(store, message, said("stays", id="stays"))
        await store.commit(Batch(drops=(drop(message),), erase=True))
        assert await store.scrub() == []
        needles = b"Qzsecret Qzid Qzsession Qzname qzsecret".split()
        assert not any((await store.traces(needles)).values())
        assert await store.traces([b"stays"]) == dict.fromkeys(await store.traces([]), 0)

    async def test_erasing_some_and_putting_one_back(self, store: AsyncStore) -> None:
        _, note, _ = await self.some(store)
        held = (await store.notes(Query(DANA, ids=("n",), closed=True)))[0]
        bare = replace(held, sources=())
        await store.commit(Batch(drops=(drop(note),), puts=(put(bare),), erase=True))
        assert await store.notes(Query(DANA, closed=True)) == [bare]
        assert await store.notes(Query(DANA, cites="m", closed=True)) == []

    async def test_erasing_some_is_all_or_nothing(self, store: AsyncStore) -> None:
        message, note, stays = await self.some(store)
        told = [(change.seq, change.op, change.id) for change in await feed(store)]
        with pytest.raises(NotFound):
            await store.commit(Batch(drops=(drop(message), drop(said("no", id="no"))), erase=True))
        assert ids(await everything(store)) == ids([message, stays, note])
        assert [(change.seq, change.op, change.id) for change in await feed(store)] == told
