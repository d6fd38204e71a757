"""Chroma passes the index suite in both colours, in a folder and on a server.

A plain run takes the whole suite in a folder, and on a server what the server itself does. In async
the same index works in a thread, of which a few tests are enough. `make test-engines` takes all of
it everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from recollect import Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import leaning, near, put, said
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.chroma import ChromaIndex
from recollect.drivers.memory import InMemoryStore
from recollect.memory.sync.following import Follower
from recollect.orders import Batch

from ..conftest import SHARED_MEMORY, shared_memory
from ..engines.chroma import Server
from ..engines.postgres import free_port
from .opened import FolderTests, Indexes, InFolder, ThreadedIndexes, lengths

NUMBERS = count()
THREADED = ("index", "nearest")
SERVED = (*THREADED, "erasing", "filter")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    place = SHARED_MEMORY if shared_memory() else None
    with TemporaryDirectory(prefix="recollect-chroma-", dir=place) as name:
        server = Server(Path(name))
        yield server
        server.stop()


@pytest.fixture
def place(request: pytest.FixtureRequest) -> str:
    """A new name on it, or on the server that the environment names."""
    named = os.environ.get("RECOLLECT_TEST_CHROMA")
    url = named or request.getfixturevalue("server").url
    return f"{url}/test{next(NUMBERS)}"


class TestFolderSync(InFolder, Indexes, IndexSuite):
    kind = ChromaIndex


class TestFolderAsync(InFolder, ThreadedIndexes, AsyncIndexSuite):
    kind, only = ChromaIndex, THREADED


@pytest.mark.engines
class TestFolderWholeAsync(InFolder, ThreadedIndexes, AsyncIndexSuite):
    kind = ChromaIndex


class TestServerSync(Indexes, IndexSuite):
    kind, served, only = ChromaIndex, True, SERVED


@pytest.mark.engines
class TestServerWholeSync(Indexes, IndexSuite):
    kind, served = ChromaIndex, True


class TestServerAsync(ThreadedIndexes, AsyncIndexSuite):
    kind, served, only = ChromaIndex, True, THREADED


@pytest.mark.engines
class TestServerWholeAsync(ThreadedIndexes, AsyncIndexSuite):
    kind, served = ChromaIndex, True


class TestFolder(FolderTests):
    kind = ChromaIndex


class TestServer:
    def test_a_restart_is_survived(self, server: Server, store: InMemoryStore) -> None:
        now = 0.0
        index = ChromaIndex(f"{server.url}/restarted")
        follower = Follower("vectors", index, store, clock=lambda: now)
        first = follower.ask(near())
        assert first is not None
        assert len(first) == 5
        server.stop()
        store.commit(Batch(puts=(put(said("late", id="late"), leaning(1)),)))
        assert follower.ask(near()) is None
        assert follower.trouble
        server.start()
        now += 60
        again = follower.ask(near())
        assert again is not None
        assert [one.id for one in again] == ["m0", "late", "m1", "m2", "m3", "m4"]
        assert follower.trouble is None
        index.clear()
        follower.close()

    def test_a_fork_opens_connections_of_its_own(
        self, server: Server, store: InMemoryStore
    ) -> None:
        index = ChromaIndex(f"{server.url}/fork{next(NUMBERS)}")
        index.apply(store.changes(0))
        opened = index._engine
        child = os.fork()
        if not child:
            same = len(index.search(near())) == 5 and index._engine is not opened
            os._exit(0 if same else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert len(index.search(near())) == 5
        assert index._engine is opened
        index.clear()
        index.close()

    def test_memories_of_two_names_are_apart(self, server: Server, store: InMemoryStore) -> None:
        one, two = (ChromaIndex(f"{server.url}/{name}") for name in ("one", "two"))
        one.apply(store.changes(0))
        assert (two.position(), two.search(near())) == (0, [])
        two.clear()
        assert len(one.search(near())) == 5
        for index in (one, two):
            index.clear()
            index.close()

    def test_one_that_is_down_fails_no_write(self) -> None:
        url = f"chroma+http://127.0.0.1:{free_port()}"
        with Memory("memory://", vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            hits = memory.search("dark mode", user_id="dana")
            assert hits.degraded == ("vectors",)
            assert hits[0].text == "I prefer dark mode."

    def test_a_memory_searches_there(self, server: Server) -> None:
        with Memory("memory://", vectors=f"{server.url}/whole", embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            hits = memory.search("dark mode", user_id="dana")
            assert not hits.degraded
            assert hits[0].text == "I prefer dark mode."
            assert memory.stats().indexes == {"vectors": 0}
