"""Qdrant passes the index suite in a folder, in both colours, and survives what happens there.

In async the same index works in a thread, of which a plain run takes a few tests; `make
test-engines` takes all of them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from recollect import Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import leaning, near, put, said
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex
from recollect.drivers.registry import shown
from recollect.drivers.threaded import ThreadedIndex
from recollect.errors import ConfigError, StoreClosed, UnknownScheme
from recollect.orders import Batch

from ..engines.postgres import free_port


def lengths(texts: Sequence[str]) -> list[list[float]]:
    """Vectors good enough for a search."""
    return [[1.0, float(len(text))] for text in texts]


class TestSync(IndexSuite):
    @pytest.fixture
    def index(self, folder: Path) -> Iterator[QdrantIndex]:
        index = QdrantIndex(str(folder / "index"))
        yield index
        index.close()


class Async(AsyncIndexSuite):
    @pytest.fixture
    async def index(self, folder: Path) -> AsyncIterator[ThreadedIndex]:
        index = ThreadedIndex(QdrantIndex(str(folder / "index")))
        yield index
        await index.close()


class TestAsync(Async):
    only = ("index", "nearest")


@pytest.mark.engines
class TestWholeAsync(Async):
    pass


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    store = InMemoryStore()
    for number in range(5):
        store.commit(Batch(puts=(put(said("m", id=f"m{number}"), leaning(9 * number)),)))
    yield store
    store.close()


@pytest.fixture
def index(folder: Path) -> Iterator[QdrantIndex]:
    index = QdrantIndex(str(folder / "index"))
    yield index
    index.close()


class TestFolder:
    def test_is_there_after_closing(self, folder: Path, store: InMemoryStore) -> None:
        index = QdrantIndex(str(folder))
        index.apply(store.changes(0))
        found, position, tail = index.search(near()), index.position(), index.tail()
        index.close()
        again = QdrantIndex(str(folder))
        assert (again.search(near()), again.position(), again.tail()) == (found, position, tail)
        again.close()

    def test_a_second_process_is_refused_and_the_memory_goes_on(self, folder: Path) -> None:
        url = f"qdrant:///{folder}/index"
        with Memory("memory://", vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            assert not memory.search("dark mode", user_id="dana").degraded
            with Memory("memory://", vectors=url, embedder=lengths) as other:
                other.add("I prefer light mode.", user_id="dana")
                assert other.search("light mode", user_id="dana").degraded == ("vectors",)

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        with pytest.raises(ConfigError, match="folder of its own"):
            QdrantIndex(str(tmp_path / "file"))
        assert (tmp_path / "file").read_text() == "mine"

    def test_closed_says_so(self, index: QdrantIndex) -> None:
        index.close()
        with pytest.raises(StoreClosed):
            index.search(near())


class TestServer:
    def test_one_that_is_down_fails_no_write(self) -> None:
        url = f"qdrant+http://127.0.0.1:{free_port()}/team"
        with Memory("memory://", vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            hits = memory.search("dark mode", user_id="dana")
            assert hits.degraded == ("vectors",)
            assert hits[0].text == "I prefer dark mode."

    @pytest.mark.parametrize("user", ["Qzkey", "dana:Qzkey"])
    def test_the_key_is_not_shown(self, user: str) -> None:
        index = QdrantIndex(f"qdrant+https://{user}@qdrant.example/team")
        assert index.url == "qdrant+https://qdrant.example:6333/team"
        assert shown(f"qdrant+https://{user}@h:1/team") == "qdrant+https://h:1/team"
        with pytest.raises(UnknownScheme) as refused:
            Memory("memory://", vectors=f"{user}@qdrant.example")
        assert "Qzkey" not in str(refused.value)

    @pytest.mark.parametrize("rest", ["", ":1", "h:port", "h:1?x=Qzkey", "h:1/a b", "h:1/a/b"])
    def test_an_unclear_url_is_refused(self, rest: str) -> None:
        with pytest.raises(ConfigError) as refused:
            QdrantIndex(f"qdrant+http://{rest}")
        assert "Qzkey" not in str(refused.value)
