"""FAISS passes the index suite, in both colours, and survives what happens to folders."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from recollect import Memory
from recollect.conformance.aio.index import AsyncIndexSuite
from recollect.conformance.samples import DANA, leaning, near, put, said
from recollect.conformance.sync.index import IndexSuite
from recollect.drivers.faiss import FaissIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.threaded import ThreadedIndex
from recollect.errors import ConfigError, StoreClosed, UnknownScheme
from recollect.orders import Batch


class TestSync(IndexSuite):
    @pytest.fixture
    def index(self, tmp_path: Path) -> Iterator[FaissIndex]:
        index = FaissIndex(str(tmp_path / "index"))
        yield index
        index.close()


class TestAsync(AsyncIndexSuite):
    @pytest.fixture
    async def index(self, tmp_path: Path) -> AsyncIterator[ThreadedIndex]:
        index = ThreadedIndex(FaissIndex(str(tmp_path / "index")))
        yield index
        await index.close()


@pytest.fixture
def store() -> Iterator[InMemoryStore]:
    store = InMemoryStore()
    for number in range(5):
        store.commit(Batch(puts=(put(said("m", id=f"m{number}"), leaning(9 * number)),)))
    yield store
    store.close()


class TestFolder:
    def test_is_there_after_closing(self, tmp_path: Path, store: InMemoryStore) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        found, position, tail = index.search(near()), index.position(), index.tail()
        index.close()
        again = FaissIndex(str(tmp_path))
        assert (again.search(near()), again.position(), again.tail()) == (found, position, tail)
        again.close()

    def test_without_closing_it_goes_on_from_the_last_save(
        self, tmp_path: Path, store: InMemoryStore
    ) -> None:
        first = FaissIndex(str(tmp_path / "a"))
        first.apply(store.changes(0))
        again = FaissIndex(str(tmp_path / "a"))
        assert again.position() == 0
        again.apply(store.changes(0))
        assert again.search(near()) == first.search(near())
        first.close()
        again.close()

    @pytest.mark.parametrize("file", ["CURRENT", "state.json", "0.faiss"])
    @pytest.mark.parametrize("damage", [b"", b"garbage", None])
    def test_a_broken_folder_is_filled_anew(
        self, tmp_path: Path, store: InMemoryStore, file: str, damage: bytes | None
    ) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        index.close()
        (path,) = tmp_path.rglob(file)
        if damage is None:
            path.unlink()
        else:
            path.write_bytes(damage)
        again = FaissIndex(str(tmp_path))
        assert again.position() == 0
        again.apply(store.changes(0))
        assert len(again.search(near())) == 5
        again.close()

    def test_one_process_writes_and_others_read(self, tmp_path: Path, store: InMemoryStore) -> None:
        first, second = FaissIndex(str(tmp_path)), FaissIndex(str(tmp_path))
        second.apply(store.changes(0))
        assert len(second.search(near())) == 5
        second.close()
        assert list(tmp_path.glob("state-*")) == []
        first.apply(store.changes(0))
        first.close()
        assert len(list(tmp_path.glob("state-*"))) == 1

    def test_what_is_erased_is_gone_from_the_disk_at_once(
        self, tmp_path: Path, store: InMemoryStore
    ) -> None:
        index = FaissIndex(str(tmp_path))
        index.apply(store.changes(0))
        index.close()
        index = FaissIndex(str(tmp_path))
        index.erase(DANA.owner)
        held = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert b"dana" not in held
        assert b"m3" not in held
        index.close()

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        with pytest.raises(ConfigError, match="folder of its own"):
            FaissIndex(str(tmp_path / "file"))
        assert (tmp_path / "file").read_text() == "mine"

    def test_closed_says_so(self, tmp_path: Path) -> None:
        index = FaissIndex(str(tmp_path))
        index.close()
        with pytest.raises(StoreClosed):
            index.search(near())


def test_another_scheme_is_named() -> None:
    with pytest.raises(UnknownScheme, match="faiss://"):
        Memory("memory://", vectors="fais:///x")
