"""The graph index passes the index suite on every engine that speaks Bolt, in both colours."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.neo4j import Neo4jIndex
from recollect.drivers.threaded import ThreadedIndex


class TestSync(IndexSuite):
    @pytest.fixture
    def index(self, graph: str) -> Iterator[Neo4jIndex]:
        index = Neo4jIndex(graph)
        yield index
        index.close()


class TestAsync(AsyncIndexSuite):
    engines = ("arcadedb",)

    @pytest.fixture
    async def index(self, graph: str) -> AsyncIterator[ThreadedIndex]:
        index = ThreadedIndex(Neo4jIndex(graph))
        yield index
        await index.close()
