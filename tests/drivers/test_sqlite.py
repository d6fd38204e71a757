"""The SQLite store passes the suite, in both colours; then what only a file can get wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.sqlite import SQLiteStore
from recollect.drivers.threaded import ThreadedStore


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "memory.db"


class TestSync(StoreSuite):
    @pytest.fixture
    def store(self, path: Path) -> Iterator[SQLiteStore]:
        store = SQLiteStore(path)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: SQLiteStore, path: Path) -> Callable[[], SQLiteStore]:
        def reopen() -> SQLiteStore:
            store.close()
            return SQLiteStore(path)

        return reopen

    @pytest.fixture
    def rivals(self, store: SQLiteStore, path: Path) -> Iterator[list[SQLiteStore]]:
        others = [SQLiteStore(path) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class TestAsync(AsyncStoreSuite):
    @pytest.fixture
    async def store(self, path: Path) -> AsyncIterator[ThreadedStore]:
        store = ThreadedStore(SQLiteStore(path))
        yield store
        await store.close()

    @pytest.fixture
    def reopen(self, store: ThreadedStore, path: Path) -> Callable[[], Awaitable[ThreadedStore]]:
        async def reopen() -> ThreadedStore:
            await store.close()
            return ThreadedStore(SQLiteStore(path))

        return reopen

    @pytest.fixture
    async def rivals(self, store: ThreadedStore, path: Path) -> AsyncIterator[list[ThreadedStore]]:
        others = [ThreadedStore(SQLiteStore(path)) for _ in range(2)]
        yield others
        for other in others:
            await other.close()
