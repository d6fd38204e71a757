"""A newer note closes an older one; both keep their times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...errors import NotFound, Stale
from ...orders import Batch, Close, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Scope, Where
from ..samples import DANA, drop, leaning, matching, minute, near, noted, put, said
from .base import AsyncAsk, AsyncSuite, everything, ids, keep


class AsyncClosingTests(AsyncSuite):
    """Closing ends a note and deletes nothing."""

    async def test_a_closed_note_keeps_everything_else(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="n", key="drink", sources=("m",), metadata={"a": 1})
        await keep(store, note)
        await store.commit(Batch(closes=(Close(DANA, "n", minute(3), minute(2)),)))
        assert await everything(store) == [replace(note, closed_at=minute(3), valid_to=minute(2))]

    async def test_without_an_end_the_old_end_stays(self, store: AsyncStore) -> None:
        note = noted("a trip", id="n", valid_from=minute(0), valid_to=minute(9))
        await keep(store, note)
        await store.commit(Batch(closes=(Close(DANA, "n", minute(3)),)))
        assert await everything(store) == [replace(note, closed_at=minute(3))]

    async def test_closing_twice_is_stale(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="n")
        await keep(store, note)
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        with pytest.raises(Stale):
            await store.commit(Batch(closes=(Close(DANA, "n", minute(2)),)))
        assert await everything(store) == [replace(note, closed_at=minute(1))]

    async def test_closing_twice_in_one_batch_is_stale(self, store: AsyncStore) -> None:
        await keep(store, noted("likes tea", id="n"))
        twice = (Close(DANA, "n", minute(1)), Close(DANA, "n", minute(2)))
        with pytest.raises(Stale):
            await store.commit(Batch(closes=twice))
        assert len(await store.notes(Query(DANA))) == 1

    async def test_a_foreign_note_cannot_be_closed(self, store: AsyncStore) -> None:
        await keep(store, noted("theirs", Scope("erik"), id="n"))
        foreign = (DANA, Scope("erik", tenant="acme"), Scope(agent_id="erik"), Scope("eri"))
        for scope in foreign:
            with pytest.raises(NotFound):
                await store.commit(Batch(closes=(Close(scope, "n", minute(1)),)))
        assert len(await store.notes(Query(Scope("erik")))) == 1

    async def test_a_narrower_scope_does_not_hold_the_note(self, store: AsyncStore) -> None:
        await keep(store, noted("coach's", Scope("dana", "coach", "s1"), id="n"))
        for scope in (Scope("dana", "chef"), Scope("dana", "coach", "s2")):
            with pytest.raises(NotFound):
                await store.commit(Batch(closes=(Close(scope, "n", minute(1)),)))
        await store.commit(Batch(closes=(Close(Scope("dana", "coach"), "n", minute(1)),)))
        assert await store.notes(Query(DANA)) == []

    async def test_a_closed_note_is_not_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        old = noted("apple pie", id="old", subject="Dana", relation="LIKES", object="pie")
        new = noted("apple cake", id="new", subject="Dana", relation="LIKES", object="cake")
        await store.commit(Batch(puts=(put(old, leaning(0)), put(new, leaning(20)))))
        assert ids(await ask(near())) == ["old", "new"]
        await store.commit(Batch(closes=(Close(DANA, "old", minute(1)),)))
        assert ids(await ask(near())) == ["new"]
        assert ids(await ask(near(where=Where(kind="note"), limit=1))) == ["new"]
        assert await ask(near(ids=("old",))) == []
        assert ids(await ask(matching("apple"))) == ["new"]
        assert await ask(matching("pie")) == []
        assert await ask(matching("apple", ids=("old",))) == []
        assert ids(await ask(Neighbours(DANA, "Dana"))) == ["new"]

    async def test_a_note_put_closed_is_not_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        note = noted("apple", subject="Dana", object="apple", closed_at=minute(1))
        await store.commit(Batch(puts=(put(note, leaning(0)),)))
        assert await ask(near()) == []
        assert await ask(matching("apple")) == []
        assert await ask(Neighbours(DANA, "Dana")) == []
        assert await everything(store) == [note]

    async def test_a_closed_note_can_be_dropped(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="n")
        await keep(store, note, said("stays"))
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        await store.commit(Batch(drops=(drop(note),)))
        assert [record.text for record in await everything(store)] == ["stays"]
