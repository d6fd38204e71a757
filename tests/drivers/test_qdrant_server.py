"""Qdrant's own engine, through its client and over HTTP, passes the index suite; see `engines`.

With RECOLLECT_TEST_QDRANT=qdrant+http://host:6333 the same suite runs on a server of one's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

import pytest

from recollect import Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import leaning, near, put, said
from recollect.conformance.sync.index import FollowingTests, IndexSuite
from recollect.conformance.sync.nearest import NearestTests
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex, engine
from recollect.orders import Batch
from recollect.types import Where

from ..engines.qdrant import Collections, server
from ..faults.kit import HashEmbedder
from .opened import Indexes, ThreadedIndexes

NUMBERS = count()


@pytest.fixture(scope="module")
def own() -> Iterator[tuple[str, Collections]]:
    """Its own engine, served here."""
    with server() as made:
        yield made


@pytest.fixture
def place(request: pytest.FixtureRequest) -> str:
    """A new name on it, or on the server that the environment names."""
    named = os.environ.get("RECOLLECT_TEST_QDRANT")
    url = named or request.getfixturevalue("own")[0]
    return f"{url}/test{os.getpid()}x{next(NUMBERS)}"


class TestServer(Indexes, FollowingTests, NearestTests):
    """What the engine itself does."""

    kind, served = QdrantIndex, True

    store, ask = IndexSuite.store, IndexSuite.ask


@pytest.mark.engines
class TestWhole(Indexes, IndexSuite):
    """The whole suite."""

    kind, served = QdrantIndex, True


@pytest.mark.engines
class TestWholeAsync(ThreadedIndexes, AsyncIndexSuite):
    """The same in async."""

    kind, served = QdrantIndex, True


def filled(place: str, number: int) -> QdrantIndex:
    """Messages in three sessions, each pointing a little further away."""
    store, index = InMemoryStore(), QdrantIndex(place)
    puts = [put(said("m", id=f"m{n}", session_id=f"s{n % 3}"), leaning(n)) for n in range(number)]
    store.commit(Batch(puts=tuple(puts)))
    index.apply(store.changes(0, number))
    store.close()
    return index


@pytest.mark.parametrize("few", [0, 1_000])
def test_a_filter_gets_as_many_as_it_asks_for(
    place: str, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """By comparing all, and as the engine chooses."""
    monkeypatch.setattr(engine, "FEW", few)
    index = filled(place, 80)
    found = index.search(near(limit=5, where=Where(session_id="s1")))
    assert [one.id for one in found] == ["m1", "m4", "m7", "m10", "m13"]
    index.clear()
    index.close()


def test_what_is_filtered_by_is_indexed(own: tuple[str, Collections]) -> None:
    url, held = own
    index = filled(f"{url}/indexed", 3)
    schemas = held.schemas("indexed.")
    assert len(schemas) == 2, "one for the vectors, one for how far it has come"
    for schema in schemas:
        assert schema.keys() == {"owner", *engine.INDEXED}
        assert schema["owner"].params.is_tenant
    index.clear()
    index.close()


def test_a_memory_searches_there(place: str) -> None:
    with Memory("memory://", vectors=place, embedder=HashEmbedder()) as memory:
        memory.add("I prefer dark mode.", user_id="dana")
        memory.add("Erik's own", user_id="erik")
        hits = memory.search("I prefer dark mode.", user_id="dana", min_relevance=0)
        assert hits.degraded == ()
        assert [hit.text for hit in hits if "cosine" in hit.parts] == ["I prefer dark mode."]
        memory.reindex(index="vectors")
        assert memory.erase(user_id="dana").ok
        assert memory.search("dark", user_id="dana", min_relevance=0) == []
