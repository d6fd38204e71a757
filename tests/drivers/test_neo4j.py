"""The graph index passes the index suite on servers that speak Bolt, in both colours.

A plain run takes the whole suite on ArcadeDB, and what is about relations on Neo4j and in async;
`make test-engines` takes all of it everywhere.
"""

from __future__ import annotations

import pytest

from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.neo4j import Neo4jIndex

from .opened import Indexes, ThreadedIndexes

RELATIONS = ("neighbours", "walks", "index", "erasing")


class Served:
    """The index of a graph on a server."""

    kind = Neo4jIndex

    @pytest.fixture
    def place(self, graph: str) -> str:
        return graph


class Sync(Served, Indexes, IndexSuite):
    pass


class Async(Served, ThreadedIndexes, AsyncIndexSuite):
    pass


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
