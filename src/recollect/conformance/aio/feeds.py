"""The feed: ordered, complete, resumable, and silent about what is gone."""

from __future__ import annotations

from functools import partial

from ...drivers.inprocess import InProcessIndex
from ...orders import Batch, Change, Close, Late, Neighbours
from ...ports.aio import AsyncStore
from ...types import Owner, Record, Scope
from ..samples import DANA, drop, leaning, minute, near, noted, put, said
from ..together import AsyncTogether
from .base import AsyncSuite, everything, feed, keep

ERIK = Scope("erik")


def folded(changes: list[Change]) -> dict[tuple[Owner, str], Record]:
    """The records that somebody who followed the feed would hold."""
    held: dict[tuple[Owner, str], Record] = {}
    for change in changes:
        key = change.scope.owner, change.id
        if change.op == "erase":
            held = {other: kept for other, kept in held.items() if not _erased(change, *other)}
        elif change.op == "drop":
            held.pop(key, None)
        elif change.put is not None:
            held[key] = change.put.record
    return held


def _erased(change: Change, owner: Owner, id: str) -> bool:
    return change.erases(owner) or change.erases(owner, id)


async def busy(store: AsyncStore) -> None:
    """A little of everything."""
    bye = said("bye", id="bye")
    await keep(store, said("one", id="m1"), said("theirs", ERIK, id="m1"), bye)
    await keep(store, noted("old", id="old"), noted("gone", ERIK, id="gone"))
    await store.commit(Batch(vectors=(Late(DANA, "m1", leaning(0)),)))
    new = put(noted("new", id="new", learned_at=minute(1)), leaning(10))
    await store.commit(Batch(puts=(new,), closes=(Close(DANA, "old", minute(1)),)))
    await store.commit(Batch(drops=(drop(bye), drop(noted("gone", ERIK, id="gone")))))
    await keep(store, said("two", id="m2"), said("more", ERIK, id="m2"))


class AsyncFeedTests(AsyncSuite):
    """What an index follows."""

    async def test_feed_strictly_ordered(self, store: AsyncStore) -> None:
        await busy(store)
        seqs = [change.seq for change in await feed(store)]
        assert seqs == sorted(set(seqs))
        assert seqs[0] > 0

    async def test_feed_commits_say_where_they_left_the_feed(self, store: AsyncStore) -> None:
        for number in range(5):
            done = await keep(store, said(f"a{number}"), said(f"b{number}"))
            assert done.position == (await feed(store))[-1].seq

    async def test_feed_the_order_of_a_batch_is_kept(self, store: AsyncStore) -> None:
        first = await keep(store, *(said(f"m{n}", id=f"m{n}") for n in (2, 0, 1)))
        await keep(store, said("m", id="m9"))
        assert [change.id for change in await feed(store)] == ["m2", "m0", "m1", "m9"]
        assert [change.id for change in await feed(store, first.position)] == ["m9"]

    async def test_feed_each_step_is_told(self, store: AsyncStore) -> None:
        message, note = said("m", id="m"), noted("n", id="n")
        await keep(store, message, note)
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(0)),)))
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        await store.commit(Batch(drops=(drop(message),)))
        steps = [(change.op, change.id) for change in await feed(store)]
        assert steps == [("put", "m"), ("put", "n"), ("vector", "m"), ("close", "n"), ("drop", "m")]
        assert all(change.scope.owner == DANA.owner for change in await feed(store))

    async def test_feed_followed_to_the_end_it_equals_the_records(self, store: AsyncStore) -> None:
        await busy(store)
        records = [*await everything(store), *await everything(store, ERIK)]
        wanted = {(record.scope.owner, record.id): record for record in records}
        assert folded(await feed(store)) == wanted

    async def test_feed_resumable_from_any_position(self, store: AsyncStore) -> None:
        await busy(store)
        whole = await feed(store)
        for start in range(len(whole) + 1):
            after = whole[start - 1].seq if start else 0
            rest = await feed(store, after)
            assert [change.seq for change in rest] == [change.seq for change in whole[start:]]

    async def test_feed_any_size_of_page_gives_the_same(self, store: AsyncStore) -> None:
        await busy(store)
        whole = [(change.seq, change.op, change.id) for change in await feed(store)]
        for page in (1, 2, 3, len(whole), len(whole) + 1):
            parts = await feed(store, page=page)
            assert [(change.seq, change.op, change.id) for change in parts] == whole
            assert len(await store.changes(0, page)) == min(page, len(whole))

    async def test_feed_beyond_the_end_there_is_nothing(self, store: AsyncStore) -> None:
        done = await keep(store, said("m"))
        assert await store.changes(done.position) == []
        assert await store.changes(done.position + 1000) == []

    async def test_feed_a_dropped_record_is_gone_from_the_feed(self, store: AsyncStore) -> None:
        secret = said("the secret word", id="m", metadata={"secret": 1}, name="secret")
        await store.commit(Batch(puts=(put(secret, leaning(0)),)))
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(5)),)))
        await store.commit(Batch(drops=(drop(secret),)))
        told = await feed(store)
        assert [change.put for change in told] == [None] * len(told)
        assert told[-1].op == "drop"
        assert "secret" not in repr(told)

    async def test_feed_erasing_is_told_and_nothing_else_is_left(self, store: AsyncStore) -> None:
        await busy(store)
        await store.erase(ERIK.owner)
        told = await feed(store)
        assert [change for change in told if change.scope.owner == ERIK.owner] == []
        assert [change for change in told if change.erases(DANA.owner)] == []
        [erased] = [change for change in told if change.erases(ERIK.owner)]
        assert erased == told[-1]
        assert "erik" not in repr(told)
        mine = {(DANA.owner, record.id): record for record in await everything(store)}
        assert folded(told) == mine

    async def test_feed_positions_never_go_back(self, store: AsyncStore) -> None:
        await keep(store, said("m", ERIK))
        last = (await feed(store))[-1].seq
        await store.erase(ERIK.owner)
        erased = (await feed(store, last))[-1].seq
        done = await keep(store, said("again", ERIK))
        assert last < erased < done.position
        assert [change.op for change in await feed(store, last)] == ["erase", "put"]

    async def test_feed_vectors_are_told(self, store: AsyncStore) -> None:
        import numpy as np

        await store.commit(
            Batch(puts=(put(said("m", id="m1"), leaning(0)), put(said("n", id="m2"))))
        )
        await store.commit(Batch(vectors=(Late(DANA, "m2", leaning(90)),)))
        held = {}
        for change in await feed(store):
            if change.put is not None and change.put.vector is not None:
                held[change.id] = change.put.vector
        assert np.allclose(held["m1"].data, leaning(0).data, atol=0.01)
        assert np.allclose(held["m2"].data, leaning(90).data, atol=0.01)

    async def test_feed_following_agrees_with_starting_over(self, store: AsyncStore) -> None:
        live = InProcessIndex()

        async def agree() -> None:
            live.apply(await feed(store, live.position()))
            fresh = InProcessIndex()
            fresh.apply(await feed(store))
            for scope in (DANA, ERIK):
                for request in (near(scope), Neighbours(scope, ("Dana",))):
                    assert live.search(request) == fresh.search(request)

        facts = {"subject": "Dana", "object": "Tea"}
        for scope in (DANA, ERIK):
            note, message = noted("n", scope, id="n", **facts), said("m", scope, id="m")
            await store.commit(Batch(puts=(put(note, leaning(0)), put(message))))
            await agree()
        assert len(live.search(near())) == 1
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(30)),)))
        await agree()
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(60)),)))
        await agree()
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        await agree()
        await store.commit(Batch(drops=(drop(said("m", id="m")),)))
        await agree()
        await store.erase(ERIK.owner)
        await agree()
        assert live.search(near()) == live.search(near(ERIK)) == []
        await keep(store, noted("again", ERIK, id="n2", **facts))
        await agree()
        assert len(live.search(Neighbours(ERIK, ("Dana",)))) == 1

    async def test_feed_a_follower_misses_nothing_while_others_write(
        self, store: AsyncStore
    ) -> None:
        wanted = {f"w{writer}-{number}" for writer in range(4) for number in range(8)}
        seen: list[Change] = []
        writing = set(range(4))

        async def write(writer: int) -> None:
            try:
                for number in range(8):
                    await keep(store, said("m", Scope(f"user{writer}"), id=f"w{writer}-{number}"))
            finally:
                writing.remove(writer)

        async def follow(_: int) -> None:
            more = True
            while more and len(seen) <= len(wanted):
                others = bool(writing)  # asked before the look: what was written then is seen
                page = await store.changes(seen[-1].seq if seen else 0, 3)
                seen.extend(page)
                more = others or bool(page)

        calls = [partial(write, number) for number in range(4)]
        outcomes = await AsyncTogether.run([*calls, partial(follow, 0)])
        assert outcomes == [None] * 5
        assert [change.seq for change in seen] == sorted({change.seq for change in seen})
        assert sorted(change.id for change in seen) == sorted(wanted)
