"""What is counted beside the records: notes that are said again, and how far a reader has come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ...errors import Stale
from ...orders import FIRST_SOURCES, LAST_SOURCES, Batch, Close, Cursor, Query, Seen
from ...ports.aio import AsyncStore
from ...types import Owner, Scope
from ..samples import DANA, START, drop, minute, noted, put, said
from .base import AsyncSuite, everything, ids, keep

READER = "reader"


class AsyncSeenTests(AsyncSuite):
    """A note that is said again counts it in place."""

    async def test_seen_again_is_one_note_still(self, store: AsyncStore) -> None:
        note = noted("lives in Lisbon", id="n", sources=("m0",), key="home")
        await keep(store, note)
        done = await store.commit(Batch(seen=(Seen(DANA, "n", "m1", minute(5)),)))
        (stored,) = await everything(store)
        wanted = replace(note, seen=2, last_seen=minute(5), sources=("m0", "m1"))
        assert (stored, done.new) == (wanted, ())
        assert await store.notes(Query(DANA, keys=("home",))) == [wanted]
        assert await store.notes(Query(DANA, ids=("n",))) == [wanted]
        assert await store.notes(Query(DANA, cites="m1")) == [wanted]

    async def test_seen_once_for_each_message(self, store: AsyncStore) -> None:
        await keep(store, noted("lives in Lisbon", id="n", sources=("m0",)))
        for source in ("m0", "m1", "m1"):
            await store.commit(Batch(seen=(Seen(DANA, "n", source, minute(1)),)))
        twice = (Seen(DANA, "n", "m2", minute(2)), Seen(DANA, "n", "m2", minute(2)))
        await store.commit(Batch(seen=twice))
        (stored,) = await store.notes(Query(DANA))
        assert (stored.seen, stored.sources) == (3, ("m0", "m1", "m2"))

    async def test_seen_often_lists_the_first_and_the_last(self, store: AsyncStore) -> None:
        await keep(store, noted("lives in Lisbon", id="n", sources=("m0",)))
        for number in range(1, 31):
            await store.commit(Batch(seen=(Seen(DANA, "n", f"m{number}", minute(number)),)))
        again = Seen(DANA, "n", "m9", minute(9))  # counted before, though no longer listed
        await store.commit(Batch(seen=(again,)))
        (stored,) = await store.notes(Query(DANA))
        assert (stored.seen, stored.last_seen) == (31, minute(30))
        first = [f"m{number}" for number in range(FIRST_SOURCES)]
        last = [f"m{number}" for number in range(31 - LAST_SOURCES, 31)]
        assert list(stored.sources) == first + last
        assert ids(await store.notes(Query(DANA, cites="m9"))) == ["n"]

    async def test_seen_late_does_not_turn_back_the_clock(self, store: AsyncStore) -> None:
        await keep(store, noted("lives in Lisbon", id="n"))
        for source, at in (("m1", minute(9)), ("m2", minute(4))):
            await store.commit(Batch(seen=(Seen(DANA, "n", source, at),)))
        (stored,) = await store.notes(Query(DANA))
        assert (stored.seen, stored.last_seen) == (3, minute(9))

    async def test_seen_when_closed_or_gone_is_stale(self, store: AsyncStore) -> None:
        note = noted("lives in Lisbon", id="n", sources=("m0",))
        await keep(store, note, noted("of the coach", Scope("dana", "coach"), id="c"))
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        for scope, id in ((DANA, "n"), (DANA, "none"), (Scope("dana", "chef"), "c"),
                          (Scope("erik"), "c")):  # fmt: skip
            seen = (Seen(scope, id, "m1", minute(1)),)
            with pytest.raises(Stale):
                await store.commit(Batch(puts=(put(said("along")),), seen=seen))
        assert await store.messages(Query(DANA)) == []
        assert [kept.seen for kept in await store.notes(Query(DANA, closed=True))] == [1, 1]

    async def test_seen_and_closed_keeps_the_count(self, store: AsyncStore) -> None:
        await keep(store, noted("lives in Lisbon", id="n", sources=("m0",), key="home"))
        await store.commit(Batch(seen=(Seen(DANA, "n", "m1", minute(1)),)))
        await store.commit(Batch(closes=(Close(DANA, "n", minute(2)),)))
        (stored,) = await everything(store)
        assert (getattr(stored, "seen", 0), getattr(stored, "open", True)) == (2, False)

    async def test_seen_and_dropped_leaves_nothing(self, store: AsyncStore) -> None:
        note = noted("lives in Lisbon", id="n", sources=("m0",))
        await keep(store, note, said("stays"))
        await store.commit(Batch(seen=(Seen(DANA, "n", "m1", minute(1)),)))
        await store.commit(Batch(drops=(drop(note),)))
        assert await store.notes(Query(DANA, cites="m1", closed=True)) == []
        await keep(store, note)
        assert await store.notes(Query(DANA)) == [note]

    async def test_a_note_put_with_its_count_keeps_it(self, store: AsyncStore) -> None:
        note = noted("lives in Lisbon", id="n", sources=("a", "b"), seen=9, last_seen=minute(3))
        await keep(store, note)
        assert await everything(store) == [note]
        await store.commit(Batch(seen=(Seen(DANA, "n", "c", minute(4)),)))
        (stored,) = await store.notes(Query(DANA))
        assert (stored.seen, stored.sources) == (10, ("a", "b", "c"))


class AsyncCursorTests(AsyncSuite):
    """A cursor moves in the same commit as what was made on the way."""

    async def test_cursor_begins_at_nothing(self, store: AsyncStore) -> None:
        assert await store.cursor(DANA.owner, READER) == 0
        assert await store.cursor(Owner("agent", "nobody"), READER) == 0

    async def test_cursor_moves_from_where_it_is(self, store: AsyncStore) -> None:
        first = await keep(store, said("one"))
        await store.commit(Batch(cursors=(Cursor(DANA.owner, READER, first.position),)))
        assert await store.cursor(DANA.owner, READER) == first.position
        assert await store.cursor(DANA.owner, "other") == 0
        assert await store.cursor(Owner("user", "erik"), READER) == 0
        second = await keep(store, said("two"))
        step = Cursor(DANA.owner, READER, second.position, first.position)
        await store.commit(Batch(cursors=(step,)))
        assert await store.cursor(DANA.owner, READER) == second.position

    async def test_cursors_are_listed_by_how_they_begin(self, store: AsyncStore) -> None:
        kim = Owner("user", "kim")
        assert await store.cursors(DANA.owner) == {}
        for owner, name, place in (
            (DANA.owner, "spent_a", 5),
            (DANA.owner, "spent%b", 2**40),
            (DANA.owner, READER, 7),
            (kim, "spent_a", 9),
        ):
            await store.commit(Batch(cursors=(Cursor(owner, name, place),)))
        everything = {"spent_a": 5, "spent%b": 2**40, READER: 7}
        assert await store.cursors(DANA.owner) == everything
        assert await store.cursors(DANA.owner, "spent") == {"spent_a": 5, "spent%b": 2**40}
        assert await store.cursors(DANA.owner, "spent%") == {"spent%b": 2**40}
        assert await store.cursors(DANA.owner, "SPENT") == {}
        assert await store.cursors(kim, "spent") == {"spent_a": 9}
        assert all(info.owner != kim for info in await store.owners()), "it owns no record"
        assert (await store.erase(kim))["cursors"] == 1
        assert await store.cursors(kim) == {}

    async def test_cursor_moved_meanwhile_is_stale(self, store: AsyncStore) -> None:
        await keep(store, said("one"), said("two"))
        await store.commit(Batch(cursors=(Cursor(DANA.owner, READER, 2),)))
        late = Cursor(DANA.owner, READER, 1)
        with pytest.raises(Stale):
            await store.commit(Batch(puts=(put(noted("made on the way")),), cursors=(late,)))
        assert await store.cursor(DANA.owner, READER) == 2
        assert await store.notes(Query(DANA)) == []

    async def test_cursor_stays_when_the_batch_is_refused(self, store: AsyncStore) -> None:
        await keep(store, said("one"), noted("tea", key="drink"))
        move = Cursor(DANA.owner, READER, 1)
        with pytest.raises(Stale):
            await store.commit(Batch(puts=(put(noted("milk", key="drink")),), cursors=(move,)))
        assert await store.cursor(DANA.owner, READER) == 0

    async def test_cursor_goes_along_while_nothing_waits(self, store: AsyncStore) -> None:
        along = (Cursor(DANA.owner, READER),)
        first = await store.commit(Batch(puts=(put(said("one")),), cursors=along))
        assert await store.cursor(DANA.owner, READER) == first.position
        await keep(store, noted("a note is no message"), said("else", Scope("erik")))
        second = await store.commit(Batch(puts=(put(said("two")),), cursors=along))
        assert await store.cursor(DANA.owner, READER) == second.position

    async def test_cursor_waits_for_what_was_not_read(self, store: AsyncStore) -> None:
        along = (Cursor(DANA.owner, READER),)
        missed = said("missed")
        await keep(store, missed)
        await store.commit(Batch(puts=(put(said("one")),), cursors=along))
        assert await store.cursor(DANA.owner, READER) == 0
        await store.commit(Batch(drops=(drop(missed),)))
        rest = await store.changes(0, owner=DANA.owner)
        read = Cursor(DANA.owner, READER, rest[-1].seq)
        await store.commit(Batch(cursors=(read,)))
        done = await store.commit(Batch(puts=(put(said("two")),), cursors=along))
        assert await store.cursor(DANA.owner, READER) == done.position

    async def test_cursor_is_erased_with_its_owner(self, store: AsyncStore) -> None:
        for scope in (DANA, Scope("erik")):
            along = (Cursor(scope.owner, READER),)
            await store.commit(Batch(puts=(put(said("one", scope)),), cursors=along))
        await store.erase(DANA.owner)
        assert await store.cursor(DANA.owner, READER) == 0
        assert await store.cursor(Owner("user", "erik"), READER) > 0

    async def test_changes_of_one_owner(self, store: AsyncStore) -> None:
        for number in range(6):
            scope = DANA if number % 2 else Scope("erik")
            await keep(store, said(str(number), scope, id=f"m{number}", at=START))
        mine = await store.changes(0, owner=DANA.owner)
        assert [change.id for change in mine] == ["m1", "m3", "m5"]
        assert [c.id for c in await store.changes(mine[0].seq, 1, DANA.owner)] == ["m3"]
        assert await store.changes(0, owner=Owner("user", "nobody")) == []
