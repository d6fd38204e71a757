"""Terms: an owner's whole index of them, made anew."""

from __future__ import annotations

import pytest

from ...errors import Stale
from ...orders import Batch, Close, Drop, Put, Query, Terms
from ...ports.aio import AsyncStore
from ...types import Record, Scope
from ..samples import DANA, drop, leaning, matching, minute, near, noted, put, said
from .base import AsyncAsk, AsyncSuite, everything, ids, keep

ERIK = Scope("erik")


def anew(record: Record) -> dict[str, int]:
    """What another analysis makes of a record."""
    return {"fruit": 1, f"{record.id}-fruit": 2}


def remade(*records: Record) -> tuple[Put, ...]:
    """The records with their new terms."""
    return tuple(Put(record, anew(record)) for record in records)


class AsyncTermsTests(AsyncSuite):
    """The text analysis has changed."""

    async def test_terms_new_terms_replace_the_old(self, store: AsyncStore, ask: AsyncAsk) -> None:
        message, note = said("apple", id="m"), noted("apple", id="n")
        theirs = said("apple", ERIK, id="m")
        await store.commit(Batch(puts=(put(message, leaning(0)), put(note), put(theirs))))
        before = await everything(store)
        await store.commit(Batch(terms=(Terms(DANA.owner, 2, remade(message, note)),)))
        assert await ask(matching("apple")) == []
        assert set(ids(await ask(matching("fruit")))) == {"m", "n"}
        assert ids(await ask(matching("m-fruit"))) == ["m"]
        assert ids(await ask(matching("apple", ERIK))) == ["m"]
        assert await everything(store) == before
        assert ids(await ask(near())) == ["m"]

    async def test_terms_closed_notes_belong_to_the_whole(
        self, store: AsyncStore, ask: AsyncAsk
    ) -> None:
        message, note = said("apple", id="m"), noted("apple", id="n")
        await keep(store, message, note)
        await store.commit(Batch(closes=(Close(DANA, "n", minute(1)),)))
        [closed] = await store.notes(Query(DANA, closed=True))
        await store.commit(Batch(terms=(Terms(DANA.owner, 2, remade(message, closed)),)))
        assert ids(await ask(matching("fruit"))) == ["m"]
        await store.commit(Batch(drops=(Drop(closed, anew(closed)),)))
        assert ids(await ask(matching("fruit"))) == ["m"]

    async def test_terms_the_version_is_kept_by_owner(self, store: AsyncStore) -> None:
        message, theirs = said("apple"), said("apple", ERIK)
        await keep(store, message, theirs)
        await store.commit(Batch(terms=(Terms(DANA.owner, 7, remade(message)),)))
        await store.commit(Batch(terms=(Terms(ERIK.owner, 8, remade(theirs)),)))
        assert await store.outdated(7) == [ERIK.owner]
        assert await store.outdated(8) == [DANA.owner]
        assert set(await store.outdated(9)) == {DANA.owner, ERIK.owner}
        await store.erase(DANA.owner)
        assert await store.outdated(9) == [ERIK.owner]

    async def test_terms_stale_when_a_record_came(self, store: AsyncStore, ask: AsyncAsk) -> None:
        message = said("apple", id="m")
        await keep(store, message)
        await store.commit(Batch(terms=(Terms(DANA.owner, 1, remade(message)),)))
        await keep(store, said("apple", id="new"))
        await self.refused(store, Terms(DANA.owner, 2, remade(message)))
        assert ids(await ask(matching("fruit"))) == ["m"]
        assert ids(await ask(matching("apple"))) == ["new"]

    async def test_terms_stale_when_records_went(self, store: AsyncStore, ask: AsyncAsk) -> None:
        message, *gone = (said("apple", id=id) for id in ("m", "gone", "went"))
        await keep(store, message, *gone)
        await store.commit(Batch(drops=tuple(map(drop, gone))))
        await self.refused(store, Terms(DANA.owner, 2, remade(message, *gone)))
        assert ids(await ask(matching("apple"))) == ["m"]

    async def test_terms_stale_when_one_came_and_one_went(self, store: AsyncStore) -> None:
        message, gone = said("apple", id="m"), said("apple", id="gone")
        await keep(store, message, gone)
        await store.commit(Batch(drops=(drop(gone),), puts=(put(said("apple", id="new")),)))
        await self.refused(store, Terms(DANA.owner, 2, remade(message, gone)))

    async def refused(self, store: AsyncStore, terms: Terms) -> None:
        """Stale, and nothing else of the batch is done."""
        before, outdated = await everything(store), await store.outdated(terms.version)
        with pytest.raises(Stale):
            await store.commit(Batch(terms=(terms,), puts=(put(said("more", ERIK)),)))
        assert await everything(store) == before
        assert await everything(store, ERIK) == []
        assert await store.outdated(terms.version) == outdated
