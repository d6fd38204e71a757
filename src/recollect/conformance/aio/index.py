"""The suite for an index: fed from a plain store, it must find what a store would."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from ...errors import Stale
from ...orders import Batch, Close, Found, Late, Match, Nearest, Neighbours
from ...ports.aio import AsyncIndex, AsyncStore
from ...ports.features import Features
from ...types import Scope
from ..plain import AsyncPlain
from ..samples import DANA, drop, leaning, matching, minute, near, noted, put, said
from .base import AsyncAsk, feed, ids
from .closing import AsyncClosingTests
from .commits import AsyncAtomicTests
from .deleting import AsyncDroppingTests, AsyncErasingTests
from .filters import AsyncFiltersTests
from .isolation import AsyncIsolationTests, AsyncNarrowingTests
from .large import AsyncLargeTests
from .matching import AsyncMatchTests
from .nearest import AsyncNearestTests
from .past import AsyncPastTests
from .relations import AsyncNeighboursTests
from .terms import AsyncTermsTests
from .walks import AsyncWalksTests

ERIK = Scope("erik")


def declared(features: Features, request: Nearest | Match | Neighbours) -> bool:
    """Whether an index with these features answers such a request."""
    if request.as_of is not None and not features.as_of:
        return False
    if isinstance(request, Nearest):
        return features.nearest
    return features.match if isinstance(request, Match) else features.neighbours


async def catch_up(store: AsyncStore, index: AsyncIndex) -> None:
    """Give the index what it has not seen, as a memory does before it asks."""
    changes = await feed(store, await index.position())
    if changes:
        await index.apply(changes)


class AsyncFollowingTests:
    """What only an index does."""

    async def test_index_starts_at_nothing(self, index: AsyncIndex) -> None:
        assert await index.position() == 0

    async def test_index_keeps_its_position(self, store: AsyncStore, index: AsyncIndex) -> None:
        done = await store.commit(Batch(puts=(put(said("apple"), leaning(0)),)))
        await catch_up(store, index)
        assert await index.position() == done.position
        await index.apply([])
        assert await index.position() == done.position

    async def test_index_takes_changes_twice_without_harm(
        self, store: AsyncStore, index: AsyncIndex, ask: AsyncAsk
    ) -> None:
        message, gone = said("apple", id="m"), said("apple", id="gone")
        note = noted("apple", id="n", subject="Alice", object="Bob")
        await store.commit(Batch(puts=tuple(put(r, leaning(9)) for r in (message, gone, note))))
        early = await feed(store)
        await store.commit(Batch(drops=(drop(gone),), closes=(Close(DANA, "n", minute(1)),)))
        await catch_up(store, index)
        before = [await answer(index, request) for request in EACH]
        await index.apply(early)
        await index.apply(await feed(store))
        assert [await answer(index, request) for request in EACH] == before

    async def test_index_that_was_emptied_takes_nothing_from_the_middle(
        self, store: AsyncStore, index: AsyncIndex
    ) -> None:
        note = noted("apple", id="n", subject="Alice")
        first = await store.commit(Batch(puts=(put(note, leaning(0)),)))
        await catch_up(store, index)
        await store.commit(Batch(puts=(put(noted("apple", subject="Bob"), leaning(9)),)))
        later = await feed(store, first.position)
        await index.clear()
        with pytest.raises(Stale):
            await index.apply(later, first.position)
        assert await index.position() == 0
        await catch_up(store, index)
        await index.apply(later, first.position)
        if declared(index.features, near()):
            assert len(await index.search(near())) == 2

    async def test_index_started_over_finds_the_same(
        self, store: AsyncStore, index: AsyncIndex
    ) -> None:
        await store.commit(Batch(puts=(put(said("apple", id="m")), put(said("apple", ERIK)))))
        await catch_up(store, index)
        await store.commit(Batch(vectors=(Late(DANA, "m", leaning(20)),)))
        note = noted("apple pie", id="n", subject="Alice", object="Bob")
        await store.commit(Batch(puts=(put(note, leaning(0)),)))
        await store.erase(ERIK.owner)
        await catch_up(store, index)
        plain = AsyncPlain.index()
        await catch_up(store, plain)
        for request in EACH:
            if declared(index.features, request):
                assert ids(await index.search(request)) == ids(await plain.search(request))
        await plain.close()

    async def test_index_forgets_an_owner_when_told_directly(
        self, store: AsyncStore, index: AsyncIndex
    ) -> None:
        for scope in (DANA, ERIK):
            note = noted("apple", scope, id="n", subject="Alice")
            await store.commit(Batch(puts=(put(note, leaning(0)),)))
        await catch_up(store, index)
        await index.erase(DANA.owner)
        await index.erase(Scope("nobody").owner)
        for request in EACH:
            assert await answer(index, request) == []
        if index.features.nearest:
            assert ids(await index.search(near(ERIK))) == ["n"]
        if index.features.match:
            assert ids(await index.search(matching("apple", ERIK))) == ["n"]
        if index.features.neighbours:
            assert ids(await index.search(Neighbours(ERIK, ("Alice",)))) == ["n"]

    async def test_index_closes_twice(self, index: AsyncIndex) -> None:
        assert index.url
        await index.close()
        await index.close()


EACH = (near(), matching("apple"), Neighbours(DANA, ("Alice",)))


async def answer(index: AsyncIndex, request: Nearest | Match | Neighbours) -> list[Found]:
    """What the index finds; nothing where it has not declared the search."""
    return await index.search(request) if declared(index.features, request) else []


class AsyncIndexSuite(
    AsyncFollowingTests,
    AsyncNearestTests,
    AsyncMatchTests,
    AsyncNeighboursTests,
    AsyncWalksTests,
    AsyncPastTests,
    AsyncFiltersTests,
    AsyncIsolationTests,
    AsyncNarrowingTests,
    AsyncClosingTests,
    AsyncAtomicTests,
    AsyncDroppingTests,
    AsyncErasingTests,
    AsyncTermsTests,
    AsyncLargeTests,
):
    """Subclass this, give a fixture `index`, and run pytest."""

    @pytest.fixture
    def index(self) -> AsyncIndex:
        """A new, empty index."""
        raise NotImplementedError("give your test class a fixture `index`")

    @pytest.fixture
    async def store(self) -> AsyncIterator[AsyncStore]:
        """The store that the index follows."""
        store = AsyncPlain.store()
        yield store
        await store.close()

    @pytest.fixture
    def ask(self, store: AsyncStore, index: AsyncIndex) -> AsyncAsk:
        """Let the index catch up, then ask it."""

        async def ask(request: Nearest | Match | Neighbours) -> list[Found]:
            await catch_up(store, index)
            if declared(index.features, request):
                return await index.search(request)
            return await plain_answer(store, request)

        return ask


async def plain_answer(store: AsyncStore, request: Nearest | Match | Neighbours) -> list[Found]:
    """What the plain index finds, for searches that the tested one leaves to others."""
    plain = AsyncPlain.index()
    await catch_up(store, plain)
    found = await plain.search(request)
    await plain.close()
    return found
