"""The PostgreSQL store passes the suite, in both colours; then what only a server can get wrong."""

from __future__ import annotations

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.postgres import AsyncPostgresStore, PostgresStore

from .opened import AsyncStores, Stores


@pytest.fixture
def place(postgres: str) -> str:
    return postgres


class TestSync(Stores, StoreSuite):
    kind, part = PostgresStore, True


class TestAsync(AsyncStores, AsyncStoreSuite):
    kind = AsyncPostgresStore
