"""The Redis store passes the suite, in both colours; then what only a server can get wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.redis import AsyncRedisStore, RedisStore


class TestSync(StoreSuite):
    part = True

    @pytest.fixture
    def store(self, redis: str) -> Iterator[RedisStore]:
        store = RedisStore(redis)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: RedisStore, redis: str) -> Callable[[], RedisStore]:
        def reopen() -> RedisStore:
            store.close()
            return RedisStore(redis)

        return reopen

    @pytest.fixture
    def rivals(self, store: RedisStore, redis: str) -> Iterator[list[RedisStore]]:
        others = [RedisStore(redis) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class TestAsync(AsyncStoreSuite):
    @pytest.fixture
    async def store(self, redis: str) -> AsyncIterator[AsyncRedisStore]:
        store = AsyncRedisStore(redis)
        yield store
        await store.close()

    @pytest.fixture
    def reopen(
        self, store: AsyncRedisStore, redis: str
    ) -> Callable[[], Awaitable[AsyncRedisStore]]:
        async def reopen() -> AsyncRedisStore:
            await store.close()
            return AsyncRedisStore(redis)

        return reopen

    @pytest.fixture
    async def rivals(
        self, store: AsyncRedisStore, redis: str
    ) -> AsyncIterator[list[AsyncRedisStore]]:
        others = [AsyncRedisStore(redis) for _ in range(2)]
        yield others
        for other in others:
            await other.close()
