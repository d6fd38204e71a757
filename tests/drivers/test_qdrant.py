"""Qdrant passes the index suite in a folder, in both colours, and survives what happens there.

In async the same index works in a thread, of which a plain run takes a few tests; `make
test-engines` takes all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.qdrant import QdrantIndex
from recollect.drivers.registry import shown
from recollect.errors import ConfigError, UnknownScheme

from ..engines.postgres import free_port
from .opened import FolderTests, Indexes, InFolder, ThreadedIndexes, lengths


class TestSync(InFolder, Indexes, IndexSuite):
    kind = QdrantIndex


class TestAsync(InFolder, ThreadedIndexes, AsyncIndexSuite):
    kind, only = QdrantIndex, ("index", "nearest")


@pytest.mark.engines
class TestWholeAsync(InFolder, ThreadedIndexes, AsyncIndexSuite):
    kind = QdrantIndex


class TestFolder(FolderTests):
    kind = QdrantIndex

    def test_a_second_process_is_refused_and_the_memory_goes_on(self, folder: Path) -> None:
        url = f"qdrant:///{folder}/index"
        with Memory("memory://", vectors=url, embedder=lengths) as memory:
            memory.add("I prefer dark mode.", user_id="dana")
            assert not memory.search("dark mode", user_id="dana").degraded
            with Memory("memory://", vectors=url, embedder=lengths) as other:
                other.add("I prefer light mode.", user_id="dana")
                assert other.search("light mode", user_id="dana").degraded == ("vectors",)


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
