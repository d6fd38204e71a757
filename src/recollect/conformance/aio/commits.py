"""A batch is done whole or not at all, and once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...errors import Conflict, IdConflict, NotFound, Stale, VectorError
from ...orders import Batch, Close, Late, Query
from ...ports.aio import AsyncStore
from ...types import Record, Scope
from ..samples import DANA, MODEL, drop, leaning, matching, minute, near, noted, put, said, vector
from .base import AsyncAsk, AsyncSuite, everything, feed, ids, keep

ERIK = Scope("erik")


class AsyncAtomicTests(AsyncSuite):
    """Nothing of a refused batch is left."""

    @pytest.mark.parametrize(
        ("bad", "error"),
        [
            (Batch(puts=(put(said("other words", id="m1")),)), IdConflict),
            (Batch(puts=(put(noted("hello", id="m1")),)), IdConflict),
            (Batch(closes=(Close(DANA, "nobody", minute(1)),)), NotFound),
            (Batch(closes=(Close(DANA, "m1", minute(1)),)), NotFound),
            (Batch(closes=(Close(DANA, "closed", minute(1)),)), Stale),
            (Batch(drops=(drop(said("never stored", id="nobody")),)), NotFound),
            (Batch(puts=(put(said("bad"), vector((0, 0, 0, 0))),)), VectorError),
            (Batch(vectors=(Late(DANA, "m1", vector((1, float("nan"), 0, 0))),)), VectorError),
        ],
        ids=[
            "other words under an id",
            "a note under a message's id",
            "closing what is not there",
            "closing a message",
            "closing a closed note",
            "dropping what is not there",
            "a bad vector",
            "a bad late vector",
        ],
    )
    async def test_all_of_it_or_nothing(
        self, store: AsyncStore, ask: AsyncAsk, bad: Batch, error: type[Exception]
    ) -> None:
        doomed = said("doomed", id="doomed")
        await store.commit(
            Batch(puts=(put(said("hello", id="m1"), leaning(5)), put(doomed, leaning(40))))
        )
        await keep(
            store, noted("open", id="open"), noted("closed", id="closed", closed_at=minute(0))
        )
        before, told = await everything(store), await feed(store)
        mixed = Batch(
            puts=(put(said("apple new"), leaning(0)), put(said("theirs", ERIK)), *bad.puts),
            closes=(Close(DANA, "open", minute(1)), *bad.closes),
            drops=(drop(doomed), *bad.drops),
            vectors=(Late(DANA, "m1", leaning(80)), *bad.vectors),
        )
        with pytest.raises(error):
            await store.commit(mixed)
        assert await everything(store) == before
        assert await everything(store, ERIK) == []
        assert len(await feed(store)) == len(told)
        assert await ask(matching("apple")) == []
        assert ids(await ask(near())) == ["m1", "doomed"]
        assert (await store.stats(MODEL)).vectors == {MODEL: 2}

    async def test_the_first_of_a_batch_is_undone_too(self, store: AsyncStore) -> None:
        await keep(store, noted("old", id="old"))
        batch = Batch(
            puts=(put(said("new")),),
            closes=(Close(DANA, "old", minute(1)), Close(DANA, "nobody", minute(1))),
        )
        with pytest.raises(NotFound):
            await store.commit(batch)
        [note] = await everything(store)
        assert note.text == "old"
        assert await store.notes(Query(DANA)) == [note]

    async def test_two_words_for_one_id_in_a_batch(self, store: AsyncStore) -> None:
        batch = Batch(puts=(put(said("one", id="m")), put(said("two", id="m"))))
        with pytest.raises(IdConflict):
            await store.commit(batch)
        assert await everything(store) == []

    async def test_a_refused_batch_may_be_mended_under_its_id(self, store: AsyncStore) -> None:
        await keep(store, said("hello", id="m1"))
        batch = Batch(puts=(put(said("other", id="m1")),))
        with pytest.raises(Conflict):
            await store.commit(batch)
        done = await store.commit(replace(batch, puts=(put(said("other", id="m2")),)))
        assert done.new == ("m2",)

    async def test_a_batch_may_span_owners(self, store: AsyncStore) -> None:
        mine, theirs = said("mine"), said("theirs", ERIK)
        done = await store.commit(Batch(puts=(put(mine), put(theirs))))
        assert done.new == (mine.id, theirs.id)
        assert await everything(store) == [mine]
        assert await everything(store, ERIK) == [theirs]

    async def test_a_conflict_at_one_owner_undoes_the_other(self, store: AsyncStore) -> None:
        await keep(store, said("taken", ERIK, id="m"))
        with pytest.raises(IdConflict):
            await store.commit(Batch(puts=(put(said("mine")), put(said("else", ERIK, id="m")))))
        assert await everything(store) == []

    async def test_an_empty_batch_does_nothing(self, store: AsyncStore) -> None:
        await keep(store, said("hello"))
        told = await feed(store)
        done = await store.commit(Batch())
        assert done.new == ()
        assert done.position == told[-1].seq
        assert len(await feed(store)) == len(told)

    async def test_old_closed_and_new_put_in_one_batch(self, store: AsyncStore) -> None:
        await keep(store, noted("likes tea", id="old", key="drink"))
        new = noted("likes coffee", id="new", key="drink", replaces="old", learned_at=minute(1))
        await store.commit(Batch(puts=(put(new),), closes=(Close(DANA, "old", minute(1)),)))
        assert await store.notes(Query(DANA, keys=("drink",))) == [new]

    async def test_a_dropped_id_is_free_again(self, store: AsyncStore) -> None:
        old, new = said("old words", id="m"), said("new words", id="m")
        await keep(store, old)
        await store.commit(Batch(drops=(drop(old),)))
        assert (await keep(store, new)).new == ("m",)
        assert await everything(store) == [new]

    async def test_drops_come_before_puts(self, store: AsyncStore) -> None:
        old, new = said("old words", id="m"), said("new words", id="m")
        await keep(store, old)
        done = await store.commit(Batch(puts=(put(new),), drops=(drop(old),)))
        assert done.new == ("m",)
        assert await everything(store) == [new]


class AsyncRepeatsTests(AsyncSuite):
    """Doing it twice is doing it once."""

    async def test_the_same_batch_is_done_once(self, store: AsyncStore) -> None:
        await keep(store, noted("old", id="old"), said("bye", id="bye"))
        batch = Batch(
            puts=(put(said("hello", id="m1"), leaning(0)), put(said("hi", id="m2"))),
            closes=(Close(DANA, "old", minute(1)),),
            drops=(drop(said("bye", id="bye")),),
        )
        first = await store.commit(batch)
        told = await feed(store)
        assert await store.commit(batch) == first
        await keep(store, said("later"))
        assert await store.commit(batch) == first
        assert first.new == ("m1", "m2")
        assert len(await feed(store)) == len(told) + 1
        assert len(await store.messages(Query(DANA))) == 3

    async def test_the_same_message_changes_nothing(self, store: AsyncStore) -> None:
        message = said("hello", id="m1", name="Dana", metadata={"a": 1})
        first = await keep(store, message)
        again = await keep(store, replace(message, metadata={"a": 2}, name=None, at=minute(9)))
        assert (first.new, again.new) == (("m1",), ())
        assert await everything(store) == [message]
        assert len(await feed(store)) == 1

    async def test_the_same_note_changes_nothing(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="n1", importance=0.25)
        await keep(store, note)
        await store.commit(Batch(closes=(Close(DANA, "n1", minute(1)),)))
        again = await keep(store, replace(note, importance=0.5))
        assert again.new == ()
        assert await everything(store) == [replace(note, closed_at=minute(1))]

    async def test_known_and_new_together(self, store: AsyncStore) -> None:
        await keep(store, said("one", id="m1"))
        done = await keep(store, said("one", id="m1"), said("two", id="m2"))
        assert done.new == ("m2",)
        assert len(await everything(store)) == 2

    async def test_the_same_message_twice_in_one_batch(self, store: AsyncStore) -> None:
        message = said("hello", id="m1")
        done = await keep(store, message, message)
        assert done.new == ("m1",)
        assert await everything(store) == [message]

    @pytest.mark.parametrize(
        "other",
        [
            said("hello.", id="x"),
            said("Hello", id="x"),
            said("hello ", id="x"),
            said("hello", role="assistant", id="x"),
            noted("hello", id="x"),
        ],
        ids=["a stop more", "another case", "a space more", "another role", "a note"],
    )
    async def test_other_words_are_refused(self, store: AsyncStore, other: Record) -> None:
        message = said("hello", id="x")
        await keep(store, message)
        with pytest.raises(IdConflict):
            await keep(store, other)
        assert await everything(store) == [message]

    async def test_other_words_of_a_note_are_refused(self, store: AsyncStore) -> None:
        note = noted("likes tea", id="x")
        await keep(store, note)
        for other in (noted("likes coffee", id="x"), said("likes tea", id="x")):
            with pytest.raises(IdConflict):
                await keep(store, other)
        assert await everything(store) == [note]

    async def test_the_same_id_at_two_owners_is_no_conflict(self, store: AsyncStore) -> None:
        mine, theirs = said("mine", id="x"), said("theirs", ERIK, id="x")
        await keep(store, mine)
        assert (await keep(store, theirs)).new == ("x",)
        assert await everything(store) == [mine]
        assert await everything(store, ERIK) == [theirs]

    async def test_ids_are_kept_to_the_letter(self, store: AsyncStore) -> None:
        strange = [
            "a",
            "A",
            "a ",
            " a",
            "á",
            "a\u0301",
            "0",
            "00",
            "'",
            '"',
            "%",
            "_",
            "a.b",
            "a/b",
        ]
        strange += ["0" * 32, "0" * 31, "ab" * 16, "AB" * 16, "x" * 200, "🙂", "null", "1e3", "-1"]
        await keep(store, *(said(f"message {id}", id=id) for id in strange))
        assert set(ids(await everything(store))) == set(strange)
        for id in strange:
            [found] = await store.messages(Query(DANA, ids=(id,)))
            assert found.content == f"message {id}"
            assert await store.locate(id) == [DANA.owner]
