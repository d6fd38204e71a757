"""The graph index passes the index suite on servers that speak Bolt, in both colours.

A plain run takes the whole suite on ArcadeDB, and what is about relations on Neo4j and in async;
`make test-engines` takes all of it everywhere.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.neo4j import Neo4jIndex
from recollect.drivers.threaded import ThreadedIndex

RELATIONS = ("neighbours", "walks", "index", "erasing")


class Sync(IndexSuite):
    @pytest.fixture
    def index(self, graph: str) -> Iterator[Neo4jIndex]:
        index = Neo4jIndex(graph)
        yield index
        index.close()


class Async(AsyncIndexSuite):
    @pytest.fixture
    async def index(self, graph: str) -> AsyncIterator[ThreadedIndex]:
        index = ThreadedIndex(Neo4jIndex(graph))
        yield index
        await index.close()


class TestSync(Sync):
    engines = ("arcadedb",)


class TestAsync(Async):
    engines, only = ("arcadedb",), RELATIONS


class TestRelationsSync(Sync):
    engines, only = ("neo4j",), RELATIONS


@pytest.mark.engines
class TestWholeSync(Sync):
    engines = ("neo4j",)


@pytest.mark.engines
class TestWholeAsync(Async):
    pass
