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

    async def test_of_the_notes_with_a_key_one_is_open(self, store: AsyncStore) -> None:
        old, new = noted("tea", id="old", key="drink"), noted("cocoa", id="new", key="drink")
        await keep(store, old)
        with pytest.raises(Stale):
            await keep(store, new)
        with pytest.raises(Stale):
            await keep(store, noted("a", key="twice"), noted("b", key="twice"))
        assert await everything(store) == [old]
        await keep(store, noted("milk", id="ended", key="drink", closed_at=minute(1)))
        await keep(store, noted("the coach's", Scope("dana", "coach"), id="c", key="drink"))
        await keep(store, noted("that day's", Scope("dana", None, "s1"), id="s", key="drink"))
        await store.commit(Batch(puts=(put(new),), closes=(Close(DANA, "old", minute(1)),)))
        assert set(ids(await store.notes(Query(DANA, keys=("drink",))))) == {"new", "c", "s"}
        await store.commit(Batch(drops=(drop(new),), puts=(put(replace(old, id="again")),)))

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
        assert ids(await ask(Neighbours(DANA, ("Dana",)))) == ["new"]

    async def test_a_note_put_closed_is_not_found(self, store: AsyncStore, ask: AsyncAsk) -> None:
        note = noted("apple", subject="Dana", object="apple", closed_at=minute(1))
        await store.commit(Batch(puts=(put(note, leaning(0)),)))
        assert await ask(near()) == []
        assert await ask(matching("apple")) == []
        assert await ask(Neighbours(DANA, ("Dana",))) == []
        assert await everything(store) == [note]

    async def test_a_note_put_closed_is_not_found_by_who_looked_before(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        stands = noted("apple pie", id="stands", subject="Dana", object="pie")
        await store.commit(Batch(puts=(put(stands, leaning(20)),)))
        asked = near(), matching("apple"), Neighbours(DANA, ("Dana",))
        for one in asked:
            assert ids(await ask(one)) == ["stands"]
        ended = noted("apple cake", subject="Dana", object="cake", closed_at=minute(1))
        await store.commit(Batch(puts=(put(ended, leaning(0)),)))
        for one in asked:
            assert ids(await ask(one)) == ["stands"]

    async def test_a_note_is_dropped_by_who_saw_it_closed(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="n")
        await keep(store, note, said("stays"))
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        with pytest.raises(Stale):  # who dropped it has not seen what closed it
            await store.commit(Batch(drops=(drop(note),)))
        (closed,) = await store.notes(Query(DANA, ids=("n",), closed=True))
        await store.commit(Batch(drops=(drop(closed),)))
        assert [record.text for record in await everything(store)] == ["stays"]


class AsyncKeysTests(AsyncSuite):
    """Of the notes with one key in exactly one scope only one is open."""

    async def test_a_second_open_note_of_a_key_is_stale(self, store: AsyncStore) -> None:
        first = noted("tea", id="a", key="drink")
        await keep(store, first)
        with pytest.raises(Stale):
            await store.commit(
                Batch(puts=(put(said("along")), put(noted("coffee", id="b", key="drink"))))
            )
        assert await everything(store) == [first]
        assert (await keep(store, first)).new == ()

    async def test_two_open_notes_of_a_key_in_one_batch_are_stale(self, store: AsyncStore) -> None:
        with pytest.raises(Stale):
            await keep(store, noted("tea", key="drink"), noted("coffee", key="drink"))
        assert await everything(store) == []

    async def test_closing_the_old_makes_room_for_the_new(self, store: AsyncStore) -> None:
        await keep(store, noted("tea", id="n0", key="drink"))
        for number in range(1, 4):
            new = noted("more", id=f"n{number}", key="drink", learned_at=minute(number))
            close = Close(DANA, f"n{number - 1}", minute(number))
            await store.commit(Batch(puts=(put(new),), closes=(close,)))
            assert ids(await store.notes(Query(DANA, keys=("drink",)))) == [new.id]
        assert len(await store.notes(Query(DANA, keys=("drink",), closed=True))) == 4

    async def test_dropping_makes_room_too(self, store: AsyncStore) -> None:
        old, new = noted("tea", id="a", key="drink"), noted("coffee", id="b", key="drink")
        await keep(store, old)
        await store.commit(Batch(puts=(put(new),), drops=(drop(old),)))
        await store.commit(Batch(drops=(drop(new),)))
        await keep(store, old)
        assert await everything(store) == [old]

    async def test_erasing_makes_room_too(self, store: AsyncStore) -> None:
        await keep(store, noted("tea", key="drink"))
        await store.erase(DANA.owner)
        new = noted("coffee", key="drink")
        await keep(store, new)
        assert await everything(store) == [new]

    async def test_closed_notes_of_a_key_may_be_many(self, store: AsyncStore) -> None:
        past = [noted("old", id=f"n{n}", key="drink", closed_at=minute(n)) for n in range(3)]
        await keep(store, *past, noted("tea", id="now", key="drink"))
        assert len(await everything(store)) == 4
        assert ids(await store.notes(Query(DANA, keys=("drink",)))) == ["now"]

    async def test_each_scope_has_its_own(self, store: AsyncStore) -> None:
        scopes = [
            DANA,
            Scope("dana", "coach"),
            Scope("dana", "coach", "s1"),
            Scope("dana", session_id="s1"),
            Scope("dana", tenant="acme"),
            Scope("erik"),
            Scope(agent_id="dana"),
        ]
        for scope in scopes:
            await keep(store, noted("tea", scope, key="drink"))
        for scope in scopes:
            with pytest.raises(Stale):
                await keep(store, noted("coffee", scope, key="drink"))
        await keep(store, *(noted("no key", id=f"n{n}") for n in range(3)))
        for key in ("Drink", "drink ", "drin", ""):
            await keep(store, noted("another key", key=key))
