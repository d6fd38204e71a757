"""As of a moment: every way of reading shows what stood then, and nothing that came since."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from ...orders import AsOf, Batch, Close, Look, Match, Nearest, Neighbours, Query, Seen
from ...ports.aio import AsyncStore
from ...types import Scope, utcnow
from ..samples import DANA, EVERY_WAY, drop, minute, noted, put, said, vector
from .base import AsyncAsk, AsyncSuite, ids, keep, needs, search

ANN_AND_BOB = noted(
    "Ann knows Bob",
    id="n3",
    subject="Ann",
    relation="KNOWS",
    object="Bob",
    learned_at=minute(1),
    valid_to=minute(60),
)


async def tell(store: AsyncStore) -> None:
    """A few minutes of a life: at 2 `n1` gives way to `n2`, at 4 `n3` ends."""
    await store.commit(
        Batch(
            puts=(
                put(said("apple pie", id="m1", at=minute(0)), vector(EVERY_WAY)),
                put(
                    noted("likes apple", id="n1", key="fruit", learned_at=minute(1)),
                    vector((1.0, 0.0, 0.0, 0.0)),
                ),
                put(ANN_AND_BOB),
            )
        )
    )
    await store.commit(
        Batch(
            puts=(
                put(said("apple cake", id="m2", at=minute(2)), vector(EVERY_WAY)),
                put(
                    noted("likes plum", id="n2", key="fruit", learned_at=minute(2), replaces="n1"),
                    vector((0.0, 1.0, 0.0, 0.0)),
                ),
            ),
            closes=(Close(DANA, "n1", minute(2), minute(2)),),
        )
    )
    await store.commit(Batch(closes=(Close(DANA, "n3", minute(4), minute(4)),)))


def between() -> datetime:
    """A moment after all that was committed and before whatever will be."""
    then = utcnow()
    while utcnow() <= then:
        pass  # a microsecond
    return then


class AsyncPastTests(AsyncSuite):
    """What was known, what was open, and how it was found."""

    @needs("as_of")
    async def test_what_was_known_is_read(self, store: AsyncStore) -> None:
        await tell(store)
        for at, messages, notes, known in (
            (-1, [], [], []),
            (0, ["m1"], [], []),
            (1, ["m1"], ["n1", "n3"], ["n1", "n3"]),
            (2, ["m1", "m2"], ["n3", "n2"], ["n1", "n3", "n2"]),
            (4, ["m1", "m2"], ["n2"], ["n1", "n3", "n2"]),
        ):
            query = Query(DANA, as_of=AsOf(minute(at)))
            assert ids(await store.messages(query)) == messages
            assert ids(await store.notes(query)) == notes
            assert ids(await store.notes(replace(query, closed=True))) == known
            last = await store.messages(replace(query, last=1))
            assert ids(last) == messages[-1:]

    @needs("as_of")
    async def test_a_note_is_shown_as_it_was(self, store: AsyncStore) -> None:
        await tell(store)
        one, other = await store.notes(Query(DANA, as_of=AsOf(minute(1))))
        assert (one.closed_at, one.valid_to) == (None, None)
        assert (other.closed_at, other.valid_to) == (None, minute(60))
        query = Query(DANA, ids=("n1",), closed=True, as_of=AsOf(minute(3)))
        assert [note.closed_at for note in await store.notes(query)] == [minute(2)]
        now = {note.id: note for note in await store.notes(Query(DANA, closed=True))}
        assert (now["n3"].closed_at, now["n3"].valid_to) == (minute(4), minute(4))

    @needs("as_of")
    async def test_what_is_closed_now_was_found_then(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        await tell(store)
        then, later = AsOf(minute(1)), AsOf(minute(3))
        words = Match(DANA, {"apple": 1.0}, 9)
        assert set(ids(await ask(words))) == {"m1", "m2"}
        assert set(ids(await ask(replace(words, as_of=then)))) == {"m1", "n1"}
        assert set(ids(await ask(replace(words, as_of=later)))) == {"m1", "m2"}
        near = Nearest(DANA, vector((1.0, 0.0, 0.0, 0.0)), 9)
        assert ids(await ask(replace(near, as_of=then))) == ["n1", "m1"]
        assert "n1" not in ids(await ask(replace(near, as_of=later)))
        about = Neighbours(DANA, ("Ann",))
        assert ids(await ask(about)) == []
        assert ids(await ask(replace(about, as_of=later))) == ["n3"]
        assert ids(await ask(replace(about, as_of=AsOf(minute(0))))) == []
        assert ids(await ask(replace(about, as_of=AsOf(minute(5)), closed=True))) == ["n3"]

    @needs("as_of")
    async def test_what_came_later_crowds_nothing_out(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        """And it does not change how rare a word was."""
        await tell(store)
        words = Match(DANA, {"apple": 1.0, "likes": 1.0}, 2, as_of=AsOf(minute(1)))
        before = await ask(words)
        many = [said("apple apple apple", id=f"x{i}", at=minute(9)) for i in range(20)]
        await keep(store, *many)
        assert ids(await ask(words)) == ids(before) == ["n1", "m1"]
        assert [one.score for one in await ask(words)] == pytest.approx(
            [one.score for one in before], rel=1e-5
        )

    @needs("as_of", "look")
    async def test_a_look_back_is_the_union_of_its_parts(self, store: AsyncStore) -> None:
        await tell(store)
        look = Look(DANA, {"apple": 1.0}, vector(EVERY_WAY), 9, keys=("fruit",), recent=2)
        look = replace(look, leads={"n3": 0.5, "n2": 0.5}, as_of=AsOf(minute(1)))
        found = {one.record.id: one for one in await store.look(look)}
        assert set(found) == {"m1", "n1", "n3"}
        assert (found["n1"].key, found["n3"].lead, found["m1"].recent) == (True, 0.5, 1.0)
        near = Nearest(DANA, vector(EVERY_WAY), 9, as_of=AsOf(minute(1)))
        for one in await search(store, near):
            assert found[one.id].cosine == pytest.approx(one.score)
        kept = await store.notes(Query(DANA, as_of=AsOf(minute(1))))
        assert [found[note.id].record for note in kept] == kept

    @needs("as_of")
    async def test_one_note_stands_for_a_key(self, store: AsyncStore, ask: AsyncAsk) -> None:
        """Though what was told late comes between versions that were known already."""
        await tell(store)
        late = noted("likes fig", id="n4", key="fruit", learned_at=minute(1.5), closed_at=minute(2))
        await keep(store, late)
        then = AsOf(minute(1.7))
        assert ids(await store.notes(Query(DANA, keys=("fruit",), as_of=then))) == ["n4"]
        query = Query(DANA, keys=("fruit",), closed=True, as_of=then)
        ends = {note.id: note.closed_at for note in await store.notes(query)}
        assert ends == {"n1": minute(1.5), "n4": None}
        found = await ask(Match(DANA, {"likes": 1.0}, 9, as_of=then))
        assert ids(found) == ["n4"]

    @needs("as_of")
    async def test_of_one_moment_the_last_to_be_closed_stands(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        """Though one that came before it was stored anew since."""
        one, two, three = (
            noted(f"likes {name}", id=f"n{place}", key="fruit", learned_at=minute(1))
            for place, name in enumerate(("apple", "plum", "fig"))
        )
        await keep(store, one)
        for new, old in ((replace(two, replaces="n0"), one), (replace(three, replaces="n1"), two)):
            await store.commit(Batch((put(new),), (Close(DANA, old.id, minute(1), minute(1)),)))
        [_, was, _] = await store.notes(Query(DANA, closed=True))
        await store.commit(Batch((put(replace(was, replaces=None)),), drops=(drop(was),)))
        then = AsOf(minute(1))
        assert ids(await store.notes(Query(DANA, as_of=then))) == ["n2"]
        assert ids(await ask(Match(DANA, {"likes": 1.0}, 9, as_of=then))) == ["n2"]
        known = await store.notes(Query(DANA, closed=True, as_of=then))
        assert {note.id: note.closed_at for note in known} == {
            "n0": minute(1), "n1": minute(1), "n2": None
        }  # fmt: skip

    @needs("as_of")
    async def test_a_note_rests_on_what_had_been_said(self, store: AsyncStore) -> None:
        note = noted("likes jazz", id="n1", sources=("m0",))
        await keep(store, said("jazz", id="m0"), note)
        for number in range(1, 15):
            await keep(store, said("jazz", id=f"m{number}", at=minute(number)))
            await store.commit(Batch(seen=(Seen(DANA, "n1", f"m{number}", minute(number)),)))
        (then,) = await store.notes(Query(DANA, as_of=AsOf(minute(2))))
        assert (then.sources, then.seen, then.last_seen) == (("m0", "m1", "m2"), 3, minute(2))
        assert await store.notes(Query(DANA, as_of=AsOf(minute(0)))) == [note]

    @needs("as_of")
    async def test_how_far_the_feed_had_come(self, store: AsyncStore) -> None:
        assert await store.position(utcnow()) == 0
        first = await keep(store, said("one", id="m1"))
        then = between()
        second = await keep(store, said("two", id="m2"))
        assert await store.position(then) == first.position
        assert await store.position(between()) == second.position
        assert await store.position(minute(0) - timedelta(days=9999)) == 0

    @needs("as_of")
    async def test_what_had_been_committed_is_read(self, store: AsyncStore, ask: AsyncAsk) -> None:
        first = await keep(
            store,
            said("apple", id="m1"),
            noted("likes apple", id="n1", key="fruit", sources=("m1",)),
        )
        await store.commit(Batch(closes=(Close(DANA, "n1", minute(-9)),)))
        await keep(store, said("old apple", id="m2", at=minute(-99)))
        then = AsOf(utcnow(), first.position)
        query = Query(DANA, as_of=then)
        assert ids(await store.messages(query)) == ["m1"]
        assert [(note.id, note.open) for note in await store.notes(query)] == [("n1", True)]
        assert set(ids(await ask(Match(DANA, {"apple": 1.0}, 9, as_of=then)))) == {"m1", "n1"}
        assert await store.messages(Query(DANA, as_of=AsOf(utcnow(), 0))) == []
        now = Query(DANA, as_of=AsOf(utcnow(), 2**60))
        assert ids(await store.messages(now)) == ["m2", "m1"]
        assert await store.notes(now) == []

    @needs("as_of")
    async def test_nobody_sees_the_past_of_others(self, store: AsyncStore, ask: AsyncAsk) -> None:
        await tell(store)
        eve, then = Scope("eve"), AsOf(minute(1))
        await keep(store, said("hers", eve, id="m1"))
        assert await store.notes(Query(eve, closed=True, as_of=then)) == []
        assert ids(await ask(Match(eve, {"apple": 1.0}, 9, as_of=then))) == []
