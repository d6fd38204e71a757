"""What every topic of the suite needs: the fixtures, and a few ways to ask a store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

import pytest

from ...drivers.inprocess import InProcessIndex
from ...errors import StoreClosed
from ...orders import Batch, Change, Committed, Found, Match, Nearest, Neighbours, Query
from ...ports.aio import AsyncStore
from ...types import Record, Scope
from ..offers import giver, offer
from ..samples import DANA, put

Test = TypeVar("Test", bound=Callable[..., Any])


def needs(*names: str) -> Callable[[Test], Test]:
    """For a test of what need not be there: of the index, or else the store, that declares it."""

    def decorate(test: Test) -> Test:
        @wraps(test)
        async def asked(self: object, **given: Any) -> None:
            features = given.get("index", given["store"]).features
            if all(getattr(features, name) for name in names):
                await test(self, **given)

        return cast(Test, asked)

    return decorate


class AsyncAsk(Protocol):
    """Search, wherever that happens."""

    async def __call__(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Best first."""
        ...


class AsyncReopen(Protocol):
    """Close a store and open its data again."""

    async def __call__(self) -> AsyncStore:
        """The new store."""
        ...


class AsyncSuite:
    """The fixtures. A driver's tests replace `store`, and give `reopen` and `rivals` if they apply.

    Tests that need one of these two are offered to the classes that give it. That a class gives
    those which its store's promises call for is a test of its own.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if giver(cls, "store") is not AsyncSuite:  # a driver's tests, and not a topic of ours
            offer(cls)

    @pytest.fixture
    def store(self) -> AsyncStore:
        """A new, empty store."""
        raise NotImplementedError("give your test class a fixture `store`")

    @pytest.fixture
    def ask(self, store: AsyncStore) -> AsyncAsk:
        """Search the store itself, or the index that follows it."""

        async def ask(request: Nearest | Match | Neighbours) -> list[Found]:
            return await search(store, request)

        return ask

    @pytest.fixture(autouse=True)
    async def healthy(self, store: AsyncStore) -> AsyncIterator[None]:
        """Whatever a test did, the store still agrees with itself."""
        yield
        try:
            report = await store.check()
        except StoreClosed:
            return
        assert report.ok, report.problems


async def search(store: AsyncStore, request: Nearest | Match | Neighbours) -> list[Found]:
    """Ask the store if it declares this search, else an index fed from its changes."""
    if isinstance(request, Nearest) and store.features.nearest:
        return await store.nearest(request)
    if isinstance(request, Match) and store.features.match:
        return await store.match(request)
    if isinstance(request, Neighbours) and store.features.neighbours:
        return [Found(note.id, 1.0) for note in await store.neighbours(request)]
    index = InProcessIndex()
    index.apply(await feed(store))
    return index.search(request)


async def feed(store: AsyncStore, after: int = 0, page: int = 1000) -> list[Change]:
    """All changes behind a position, read page by page."""
    changes: list[Change] = []
    while True:
        more = await store.changes(changes[-1].seq if changes else after, page)
        if not more:
            return changes
        changes += more


async def keep(store: AsyncStore, *records: Record) -> Committed:
    """Commit records, with their words as terms and without vectors."""
    return await store.commit(Batch(puts=tuple(put(record) for record in records)))


async def everything(store: AsyncStore, scope: Scope = DANA) -> list[Record]:
    """All messages and notes of a scope, closed ones too."""
    query = Query(scope, closed=True)
    return [*await store.messages(query), *await store.notes(query)]


def ids(records: Sequence[Record] | Sequence[Found]) -> list[str]:
    """Just the ids, in order."""
    return [record.id for record in records]
