"""Vectors: kept by model, given late, replaced, forgotten, refused."""

from __future__ import annotations

from math import inf, nan

import pytest

from ...errors import VectorError
from ...orders import Batch, Late
from ...ports.aio import AsyncStore
from ...types import Scope
from ..samples import DANA, EVERY_WAY, MODEL, drop, leaning, near, noted, put, said, vector
from .base import AsyncAsk, AsyncSuite, everything, feed, ids, keep

BAD = {
    "not a number": (1.0, nan, 0.0, 0.0),
    "all not a number": (nan, nan, nan, nan),
    "infinite": (1.0, inf, 0.0, 0.0),
    "negative infinite": (-inf, 0.0, 0.0, 0.0),
    "all zeros": (0.0, 0.0, 0.0, 0.0),
    "too short": (1.0, 0.0, 0.0),
    "too long": (1.0, 0.0, 0.0, 0.0, 0.0),
    "empty": (),
}


class AsyncVectorsTests(AsyncSuite):
    """Each record has at most one vector of each model."""

    async def test_vectors_records_without_a_vector_are_pending(self, store: AsyncStore) -> None:
        await store.commit(
            Batch(puts=(put(said("a", id="a"), leaning(0)), put(noted("b", id="b"))))
        )
        await keep(store, said("c", Scope("erik"), id="c"))
        assert set(ids(await store.pending(MODEL, 10))) == {"b", "c"}
        assert set(ids(await store.pending("another", 10))) == {"a", "b", "c"}
        assert len(await store.pending("another", 2)) == 2

    async def test_vectors_pending_are_found_between_others(self, store: AsyncStore) -> None:
        made = [(noted if n % 2 else said)(f"r{n}", id=f"r{n}") for n in range(8)]
        has = {"r2", "r3", "r5"}
        await store.commit(
            Batch(puts=tuple(put(one, leaning(0) if one.id in has else None) for one in made))
        )
        lacking = {one.id for one in made} - has
        for limit in range(1, 10):
            found = ids(await store.pending(MODEL, limit))
            assert len(set(found)) == len(found) == min(limit, len(lacking))
            assert lacking.issuperset(found)

    async def test_vectors_pending_gives_whole_records(self, store: AsyncStore) -> None:
        message, note = said("a", metadata={"x": 1}), noted("b", Scope("erik"), sources=("m",))
        await keep(store, message, note)
        pending = await store.pending(MODEL, 10)
        assert sorted(pending, key=lambda record: record.text) == [message, note]

    async def test_vectors_stats_count_vectors_and_pending(self, store: AsyncStore) -> None:
        await store.commit(Batch(puts=(put(said("a"), leaning(0)), put(said("b")))))
        await keep(store, said("c", Scope("erik")))
        whole = await store.stats(MODEL)
        assert (dict(whole.vectors), whole.pending) == ({MODEL: 1}, 2)
        mine = await store.stats(MODEL, DANA.owner)
        assert (dict(mine.vectors), mine.pending) == ({MODEL: 1}, 1)
        theirs = await store.stats(MODEL, Scope("erik").owner)
        assert (dict(theirs.vectors), theirs.pending) == ({}, 1)
        assert (await store.stats(None)).pending == 0
        assert (await store.stats("another")).pending == 3

    async def test_vectors_a_late_vector_is_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await keep(store, said("a", id="a"), noted("b", id="b"))
        assert await ask(near()) == []
        late = (Late(DANA, "a", leaning(30)), Late(DANA, "b", leaning(0)))
        await store.commit(Batch(vectors=late))
        assert ids(await ask(near())) == ["b", "a"]
        assert await store.pending(MODEL, 10) == []

    async def test_vectors_a_late_vector_replaces(self, store: AsyncStore, ask: AsyncAsk) -> None:
        puts = (put(said("a", id="a"), leaning(0)), put(said("b", id="b"), leaning(30)))
        await store.commit(Batch(puts=puts))
        assert ids(await ask(near())) == ["a", "b"]
        await store.commit(Batch(vectors=(Late(DANA, "a", leaning(60)),)))
        found = await ask(near())
        assert ids(found) == ["b", "a"]
        assert found[1].score == pytest.approx(0.5, abs=0.01)
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 2}

    async def test_vectors_vectors_of_what_is_gone_are_ignored(self, store: AsyncStore) -> None:
        message = said("a", id="a")
        await keep(store, message, said("b", id="b"))
        await store.commit(Batch(drops=(drop(message),)))
        told = await feed(store)
        late = (Late(DANA, "a", leaning(0)), Late(DANA, "never", leaning(0)))
        await store.commit(Batch(vectors=(*late, Late(DANA, "b", leaning(0)))))
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 1}
        assert len(await feed(store)) == len(told) + 1

    async def test_vectors_a_vector_for_a_foreign_record_is_ignored(
        self, store: AsyncStore
    ) -> None:
        await keep(store, said("theirs", Scope("erik"), id="m"))
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(0)),)))
        assert dict((await store.stats(MODEL)).vectors) == {}
        assert ids(await store.pending(MODEL, 10)) == ["m"]

    async def test_vectors_models_are_kept_apart(self, store: AsyncStore, ask: AsyncAsk) -> None:
        puts = (put(said("a", id="a"), leaning(0)), put(said("b", id="b"), leaning(30)))
        await store.commit(Batch(puts=puts))
        other = (
            Late(DANA, "a", vector((0.0, 1.0), "other")),
            Late(DANA, "b", vector((1.0, 0.0), "other")),
        )
        await store.commit(Batch(vectors=other))
        await keep(store, said("c", id="c"))
        assert ids(await ask(near())) == ["a", "b"]
        assert ids(await ask(near(embedding=vector((1.0, 0.0), "other")))) == ["b", "a"]
        assert await ask(near(embedding=vector(EVERY_WAY, "unknown"))) == []
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 2, "other": 2}
        assert ids(await store.pending("other", 10)) == ["c"]

    async def test_vectors_two_models_of_one_size_are_never_compared(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await store.commit(Batch(puts=(put(said("a", id="a"), leaning(0)),)))
        await store.commit(
            Batch(puts=(put(said("b", id="b"), vector(leaning(0).data, MODEL.upper())),))
        )
        assert ids(await ask(near())) == ["a"]

    async def test_vectors_a_model_can_be_forgotten(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await store.commit(
            Batch(puts=(put(said("a", id="a"), leaning(0)), put(said("b", Scope("erik"), id="b"))))
        )
        await store.commit(Batch(vectors=(Late(DANA, "a", vector((1.0, 0.0), "other")),)))
        await store.commit(Batch(forget=(MODEL, "never seen")))
        assert await ask(near()) == []
        assert ids(await ask(near(embedding=vector((1.0, 0.0), "other")))) == ["a"]
        assert dict((await store.stats(MODEL)).vectors) == {"other": 1}
        assert set(ids(await store.pending(MODEL, 10))) == {"a", "b"}
        assert len(await everything(store)) == 1

    async def test_vectors_a_forgotten_model_may_come_back_in_another_size(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await store.commit(Batch(puts=(put(said("a", id="a"), leaning(0)),)))
        await store.commit(Batch(forget=(MODEL,)))
        await store.commit(Batch(vectors=(Late(DANA, "a", vector((1.0, 0.0))),)))
        assert ids(await ask(near(embedding=vector((1.0, 0.0))))) == ["a"]

    async def test_vectors_length_does_not_matter(self, store: AsyncStore, ask: AsyncAsk) -> None:
        long, short = vector((1e20, 0.0, 0.0, 0.0)), vector((1e-3, 1e-3, 0.0, 0.0))
        await store.commit(
            Batch(puts=(put(said("a", id="a"), long), put(said("b", id="b"), short)))
        )
        found = await ask(near(embedding=vector((250.0, 0.0, 0.0, 0.0))))
        assert ids(found) == ["a", "b"]
        assert [hit.score for hit in found] == pytest.approx([1.0, 0.7071], abs=0.01)


class AsyncBadVectorsTests(AsyncSuite):
    """What cannot be compared is refused before anything is written."""

    @pytest.mark.parametrize("numbers", BAD.values(), ids=BAD.keys())
    async def test_bad_vector_with_a_record(
        self, store: AsyncStore, numbers: tuple[float, ...]
    ) -> None:
        await store.commit(Batch(puts=(put(said("good", id="good"), leaning(0)),)))
        with pytest.raises(VectorError):
            await store.commit(
                Batch(puts=(put(said("fine"), leaning(9)), put(said("bad"), vector(numbers))))
            )
        assert ids(await everything(store)) == ["good"]
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 1}

    @pytest.mark.parametrize("numbers", BAD.values(), ids=BAD.keys())
    async def test_bad_vector_late(
        self, store: AsyncStore, ask: AsyncAsk, numbers: tuple[float, ...]
    ) -> None:
        await store.commit(Batch(puts=(put(said("good", id="good"), leaning(0)),)))
        with pytest.raises(VectorError):
            await store.commit(Batch(vectors=(Late(DANA, "good", vector(numbers)),)))
        assert (await ask(near()))[0].score == pytest.approx(1.0, abs=0.01)

    async def test_bad_vector_two_sizes_in_the_first_batch(self, store: AsyncStore) -> None:
        puts = (put(said("a"), vector((1, 0, 0))), put(said("b"), vector((1, 0, 0, 0))))
        with pytest.raises(VectorError):
            await store.commit(Batch(puts=puts))
        assert await everything(store) == []
        await store.commit(Batch(puts=(put(said("c"), leaning(0)),)))
        assert dict((await store.stats(MODEL)).vectors) == {MODEL: 1}
