"""Many at once: nothing is lost, nothing is done twice, one of many wins."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import pytest

from ...errors import Conflict, IdConflict, NotFound, Stale
from ...orders import Batch, Close, Committed, Query
from ...ports.aio import AsyncStore
from ...types import Scope
from ..samples import DANA, MODEL, drop, leaning, matching, minute, near, noted, put, said
from ..together import AsyncTogether
from .base import AsyncSuite, everything, feed, ids, keep, search

MANY = 8


async def race(stores: Sequence[AsyncStore], batches: Sequence[Batch]) -> list[object]:
    """Commit all batches at once, over all handles in turn."""
    calls = [
        partial(stores[number % len(stores)].commit, batch) for number, batch in enumerate(batches)
    ]
    return list(await AsyncTogether.run(calls))


class AsyncConcurrencyTests(AsyncSuite):
    """Over one handle."""

    async def test_together_no_write_is_lost(self, store: AsyncStore) -> None:
        await lose_nothing([store])

    async def test_together_one_of_many_closers_wins(self, store: AsyncStore) -> None:
        await close_once([store])

    async def test_together_one_of_many_writers_gets_the_id(self, store: AsyncStore) -> None:
        await claim_once([store])

    async def test_together_the_same_batch_at_once_is_done_once(self, store: AsyncStore) -> None:
        await repeat_once([store])

    async def test_together_one_of_many_writers_gets_the_key(self, store: AsyncStore) -> None:
        await set_once([store])

    async def test_together_one_of_many_droppers_wins(self, store: AsyncStore) -> None:
        message = said("apple", id="m")
        await keep(store, message)
        outcomes = await race([store], [Batch(drops=(drop(message),)) for _ in range(MANY)])
        assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, NotFound) for outcome in outcomes) == MANY - 1

    async def test_together_reading_while_others_write(self, store: AsyncStore) -> None:
        """A batch is seen whole or not at all."""
        seen: list[int] = []
        done: list[bool] = []

        async def write() -> None:
            try:
                for number in range(10):
                    await keep(store, said(f"a{number}"), said(f"b{number}"))
            finally:
                done.append(True)

        async def read() -> None:
            end = time.monotonic() + 20
            while not done and time.monotonic() < end:
                seen.append(len(await store.messages(Query(DANA))))

        assert await AsyncTogether.run([write, read, read]) == [None] * 3
        assert all(count % 2 == 0 for count in seen)
        assert len(await everything(store)) == 20


Rivals = Sequence[AsyncStore]


def handles(store: AsyncStore, rivals: Rivals) -> list[AsyncStore]:
    """The store and its rivals."""
    assert rivals, "a shared store's fixture `rivals` must give another handle"
    return [store, *rivals]


class AsyncSharingTests(AsyncSuite):
    """Over several handles on the same data."""

    async def test_shared_no_write_is_lost(self, store: AsyncStore, rivals: Rivals) -> None:
        await lose_nothing(handles(store, rivals))

    async def test_shared_one_of_many_closers_wins(self, store: AsyncStore, rivals: Rivals) -> None:
        await close_once(handles(store, rivals))

    async def test_shared_one_of_many_writers_gets_the_id(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        await claim_once(handles(store, rivals))

    async def test_shared_the_same_batch_at_once_is_done_once(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        await repeat_once(handles(store, rivals))

    async def test_shared_one_of_many_writers_gets_the_key(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        await set_once(handles(store, rivals))

    async def test_shared_each_sees_what_the_other_did(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        one, two = handles(store, rivals)[:2]
        message = said("apple", id="m")
        puts = (put(message, leaning(0)), put(noted("apple", id="n"), leaning(9)))
        assert await search(two, near()) == []
        done = await one.commit(Batch(puts=puts))
        assert len(await everything(two)) == 2
        assert ids(await search(two, near())) == ["m", "n"]
        assert set(ids(await search(two, matching("apple")))) == {"m", "n"}
        assert (await feed(two))[-1].seq == done.position
        await two.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        assert ids(await search(one, near())) == ["m"]
        assert ids(await search(one, matching("apple"))) == ["m"]
        with pytest.raises(Stale):
            await one.commit(Batch(closes=(Close(DANA, "n", minute(2)),)))
        await one.commit(Batch(drops=(drop(message),)))
        assert await search(two, near()) == await search(two, matching("apple")) == []
        assert await two.messages(Query(DANA)) == []

    async def test_shared_each_sees_what_the_other_erased(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        one, two = handles(store, rivals)[:2]
        await one.commit(Batch(puts=(put(said("apple", id="m"), leaning(0)),)))
        assert ids(await search(one, near())) == ids(await search(two, near())) == ["m"]
        await two.erase(DANA.owner)
        for handle in (one, two):
            assert await everything(handle) == []
            assert await search(handle, near()) == await search(handle, matching("apple")) == []
        await two.commit(Batch(puts=(put(said("pear", id="m2"), leaning(5)),)))
        assert ids(await search(one, near())) == ["m2"]

    async def test_shared_what_was_erased_stays_gone_where_nobody_looked_meanwhile(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        one, two = handles(store, rivals)[:2]
        puts = tuple(put(said("apple", id=f"m{n}"), leaning(n)) for n in range(3))
        await one.commit(Batch(puts=puts))
        assert len(await search(two, near())) == len(await everything(two)) == 3
        await one.erase(DANA.owner)
        await one.commit(Batch(puts=(put(said("pear", id="p"), leaning(5)),)))
        assert ids(await everything(two)) == ids(await search(two, near())) == ["p"]
        assert await search(two, matching("apple")) == []

    async def test_shared_each_sees_a_model_forgotten(
        self, store: AsyncStore, rivals: Rivals
    ) -> None:
        one, two = handles(store, rivals)[:2]
        await one.commit(Batch(puts=(put(said("apple", id="m"), leaning(0)),)))
        assert ids(await search(one, near())) == ids(await search(two, near())) == ["m"]
        await two.commit(Batch(forget=(MODEL,)))
        assert await search(one, near()) == await search(two, near()) == []


async def lose_nothing(stores: Sequence[AsyncStore]) -> None:
    """Everything acknowledged is there, in the records, the feed and the search."""
    scopes = [DANA, Scope("erik")]
    batches = [
        Batch(puts=tuple(put(said("apple", scope, id=f"{n}"), leaning(n)) for scope in scopes))
        for n in range(4 * MANY)
    ]
    outcomes = await race(stores, batches)
    assert all(isinstance(outcome, Committed) for outcome in outcomes), outcomes
    wanted = {f"{n}" for n in range(4 * MANY)}
    for store in stores:
        for scope in scopes:
            assert set(ids(await everything(store, scope))) == wanted
            assert set(ids(await search(store, near(scope, 100)))) == wanted
            assert set(ids(await search(store, matching("apple", scope, 100)))) == wanted
        told = await feed(store)
        assert len(told) == 2 * len(wanted)
        assert {change.seq for change in told} >= {
            outcome.position for outcome in outcomes if isinstance(outcome, Committed)
        }


async def close_once(stores: Sequence[AsyncStore]) -> None:
    """Of many that replace the same note exactly one succeeds, whole."""
    await keep(stores[0], noted("likes tea", id="old", key="drink"))
    batches = [
        Batch(
            puts=(put(noted(f"likes {n}", id=f"new{n}", key="drink", learned_at=minute(n + 1))),),
            closes=(Close(DANA, "old", minute(n + 1)),),
        )
        for n in range(MANY)
    ]
    outcomes = await race(stores, batches)
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == MANY - 1
    winner = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, Committed))
    old, new = await stores[0].notes(Query(DANA, closed=True))
    assert (old.id, old.closed_at) == ("old", minute(winner + 1))
    assert (new.id, new.closed_at) == (f"new{winner}", None)


async def claim_once(stores: Sequence[AsyncStore]) -> None:
    """Of many words for one id exactly one is kept."""
    batches = [Batch(puts=(put(said(f"words {n}", id="m")),)) for n in range(MANY)]
    outcomes = await race(stores, batches)
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, IdConflict) for outcome in outcomes) == MANY - 1
    assert all(isinstance(outcome, Committed | Conflict) for outcome in outcomes)
    winner = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, Committed))
    [message] = await stores[0].messages(Query(DANA))
    assert message.content == f"words {winner}"


async def set_once(stores: Sequence[AsyncStore]) -> None:
    """Of many first values for one key exactly one is kept."""
    batches = [Batch(puts=(put(noted(f"{n}", key="k", value=n)),)) for n in range(MANY)]
    outcomes = await race(stores, batches)
    assert sum(isinstance(outcome, Committed) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == MANY - 1
    winner = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, Committed))
    [note] = await stores[0].notes(Query(DANA, keys=("k",), closed=True))
    assert note.value == winner


async def repeat_once(stores: Sequence[AsyncStore]) -> None:
    """The same batch from many sides is one commit, and all are told the same."""
    batch = Batch(puts=(put(said("apple", id="m")), put(said("pear", id="p"))))
    outcomes = await race(stores, [batch] * MANY)
    assert outcomes == [outcomes[0]] * MANY
    assert isinstance(outcomes[0], Committed)
    assert outcomes[0].new == ("m", "p")
    assert len(await feed(stores[0])) == 2
