"""The PostgreSQL store passes the suite, in both colours; then what only a server can get wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.postgres import AsyncPostgresStore, PostgresStore


class TestSync(StoreSuite):
    part = True

    @pytest.fixture
    def store(self, postgres: str) -> Iterator[PostgresStore]:
        store = PostgresStore(postgres)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: PostgresStore, postgres: str) -> Callable[[], PostgresStore]:
        def reopen() -> PostgresStore:
            store.close()
            return PostgresStore(postgres)

        return reopen

    @pytest.fixture
    def rivals(self, store: PostgresStore, postgres: str) -> Iterator[list[PostgresStore]]:
        others = [PostgresStore(postgres) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class TestAsync(AsyncStoreSuite):
    @pytest.fixture
    async def store(self, postgres: str) -> AsyncIterator[AsyncPostgresStore]:
        store = AsyncPostgresStore(postgres)
        yield store
        await store.close()

    @pytest.fixture
    def reopen(
        self, store: AsyncPostgresStore, postgres: str
    ) -> Callable[[], Awaitable[AsyncPostgresStore]]:
        async def reopen() -> AsyncPostgresStore:
            await store.close()
            return AsyncPostgresStore(postgres)

        return reopen

    @pytest.fixture
    async def rivals(
        self, store: AsyncPostgresStore, postgres: str
    ) -> AsyncIterator[list[AsyncPostgresStore]]:
        others = [AsyncPostgresStore(postgres) for _ in range(2)]
        yield others
        for other in others:
            await other.close()
