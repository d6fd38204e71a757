"""The Redis store passes the suite, in both colours; then what only a server can get wrong."""

from __future__ import annotations

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.redis import AsyncRedisStore, RedisStore

from .opened import AsyncStores, Stores


@pytest.fixture
def place(redis: str) -> str:
    return redis


class TestSync(Stores, StoreSuite):
    kind, part = RedisStore, True


class TestAsync(AsyncStores, AsyncStoreSuite):
    kind = AsyncRedisStore
