"""Neighbours several steps away, of an index that declares `hops`."""

from __future__ import annotations

from dataclasses import replace

from ...orders import Batch, Close, Neighbours
from ...ports.aio import AsyncIndex, AsyncStore
from ...types import Scope
from ..samples import DANA, drop, minute, noted
from .base import AsyncAsk, ids, keep, needs
from .relations import fact


class AsyncWalksTests:
    """One question instead of one for each step."""

    @needs("hops")
    async def test_walks_go_as_far_as_asked(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        chain = [fact(one, "KNOWS", other) for one, other in ("ab", "cb", "cd", "ed")]
        await keep(store, *chain)
        for hops in range(1, 7):
            found = ids(await ask(Neighbours(DANA, ("A",), hops=hops)))
            assert set(found) == {note.id for note in chain[:hops]}
            assert len(found) == min(hops, 4)
        assert len(await ask(Neighbours(DANA, ("c",), hops=2))) == 4
        assert len(await ask(Neighbours(DANA, ("a", "e"), hops=2))) == 4
        assert await ask(Neighbours(DANA, ("nobody",), hops=3)) == []
        assert await ask(Neighbours(DANA, (), hops=3)) == []

    @needs("hops")
    async def test_walks_come_newest_first(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        pairs = ["cd", "ab", "de", "bc"]
        for number, pair in enumerate(pairs):
            ends = {"subject": pair[0], "relation": "KNOWS", "object": pair[1]}
            await keep(store, noted(pair, id=pair, learned_at=minute(number), **ends))
        assert ids(await ask(Neighbours(DANA, ("a",), hops=4))) == pairs[::-1]

    @needs("hops")
    async def test_walks_end_in_a_circle(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        await keep(store, *(fact(one, "KNOWS", other) for one, other in ("ab", "bc", "ca", "aa")))
        assert len(ids(await ask(Neighbours(DANA, ("a",), hops=6)))) == 4

    @needs("hops")
    async def test_walks_keep_to_some_relations(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        first, other, last = (
            fact("a", "KNOWS", "b"),
            fact("b", "OWNS", "c"),
            fact("c", "KNOWS", "d"),
        )
        await keep(store, first, other, last)
        assert ids(await ask(Neighbours(DANA, ("a",), ("KNOWS",), hops=3))) == [first.id]
        both = Neighbours(DANA, ("a",), ("KNOWS", "OWNS"), hops=3)
        assert len(await ask(both)) == 3
        assert await ask(Neighbours(DANA, ("a",), (), hops=3)) == []

    @needs("hops")
    async def test_walks_do_not_go_where_a_note_was_closed(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        first, gone, last = (
            fact("a", "KNOWS", "b"),
            fact("b", "KNOWS", "c"),
            fact("c", "KNOWS", "d"),
        )
        await keep(store, first, gone, last)
        await store.commit(Batch(closes=(Close(DANA, gone.id, minute(1)),)))
        assert ids(await ask(Neighbours(DANA, ("a",), hops=3))) == [first.id]
        assert len(await ask(Neighbours(DANA, ("a",), closed=True, hops=3))) == 3
        await store.commit(Batch(drops=(drop(replace(gone, closed_at=minute(1))),)))
        assert ids(await ask(Neighbours(DANA, ("a",), closed=True, hops=3))) == [first.id]

    @needs("hops")
    async def test_walks_stay_within_a_scope(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        coach, erik = Scope("dana", "coach"), Scope("erik")
        mine, theirs = fact("a", "KNOWS", "b", coach), fact("b", "KNOWS", "c", erik)
        await keep(store, mine, fact("b", "KNOWS", "x"), fact("x", "KNOWS", "y", coach))
        await keep(store, theirs, fact("c", "KNOWS", "d"))
        assert ids(await ask(Neighbours(coach, ("a",), hops=4))) == [mine.id]
        assert len(await ask(Neighbours(DANA, ("a",), hops=4))) == 3
        assert ids(await ask(Neighbours(erik, ("b",), hops=4))) == [theirs.id]

    @needs("hops")
    async def test_walks_half_a_relation_leads_nowhere(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        await keep(
            store, noted("one", id="one", subject="a"), noted("other", id="other", object="b")
        )
        assert ids(await ask(Neighbours(DANA, ("a",), hops=4))) == ["one"]

    @needs("hops")
    async def test_walks_find_no_more_than_asked(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        await keep(store, *(fact("hub", "KNOWS", f"b{number}") for number in range(9)))
        found = ids(await ask(Neighbours(DANA, ("b1",), limit=4, hops=2)))
        assert len(found) == len(set(found)) == 4
