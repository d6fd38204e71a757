"""Fixtures of the suites: a store or an index of some kind, opened at a `place`; and what is done
to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from recollect.conformance.samples import near
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.threaded import ThreadedIndex, ThreadedStore
from recollect.errors import ConfigError, StoreClosed


class Stores:
    """For a suite of stores."""

    kind: type[Any]

    @pytest.fixture
    def store(self, place: Any) -> Iterator[Any]:
        store = self.kind(place)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: Any, place: Any) -> Callable[[], Any]:
        def reopen() -> Any:
            store.close()
            return self.kind(place)

        return reopen

    @pytest.fixture
    def rivals(self, store: Any, place: Any) -> Iterator[list[Any]]:
        others = [self.kind(place) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class AsyncStores:
    """The same in async."""

    kind: type[Any]

    def opened(self, place: Any) -> Any:
        return self.kind(place)

    @pytest.fixture
    async def store(self, place: Any) -> AsyncIterator[Any]:
        store = self.opened(place)
        yield store
        await store.close()

    @pytest.fixture
    def reopen(self, store: Any, place: Any) -> Callable[[], Awaitable[Any]]:
        async def reopen() -> Any:
            await store.close()
            return self.opened(place)

        return reopen

    @pytest.fixture
    async def rivals(self, store: Any, place: Any) -> AsyncIterator[list[Any]]:
        others = [self.opened(place) for _ in range(2)]
        yield others
        for other in others:
            await other.close()


class ThreadedStores(AsyncStores):
    """The same of what is written in sync alone."""

    def opened(self, place: Any) -> ThreadedStore:
        return ThreadedStore(self.kind(place))


class Indexes:
    """For a suite of indexes; on a server they are emptied afterwards."""

    kind: type[Any]
    served = False

    @pytest.fixture
    def index(self, place: str) -> Iterator[Any]:
        index = self.kind(place)
        yield index
        if self.served and index._engine is not None:
            index.clear()
        index.close()


class ThreadedIndexes:
    """The same in async."""

    kind: type[Any]
    served = False

    @pytest.fixture
    async def index(self, place: str) -> AsyncIterator[ThreadedIndex]:
        inner = self.kind(place)
        index = ThreadedIndex(inner)
        yield index
        if self.served and inner._engine is not None:
            await index.clear()
        await index.close()


class InFolder:
    """Where an index is in a folder."""

    @pytest.fixture
    def place(self, folder: Path) -> str:
        return str(folder / "index")


class FolderTests:
    """What every index does with its folder."""

    kind: type[Any]

    def test_is_there_after_closing(self, folder: Path, store: InMemoryStore) -> None:
        index = self.kind(str(folder))
        index.apply(store.changes(0))
        found, position, tail = index.search(near()), index.position(), index.tail()
        index.close()
        again = self.kind(str(folder))
        assert (again.search(near()), again.position(), again.tail()) == (found, position, tail)
        again.close()

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        with pytest.raises(ConfigError, match="folder of its own"):
            self.kind(str(tmp_path / "file"))
        assert (tmp_path / "file").read_text() == "mine"

    def test_closed_says_so(self, folder: Path) -> None:
        index = self.kind(str(folder))
        index.close()
        with pytest.raises(StoreClosed):
            index.search(near())


def lengths(texts: Sequence[str]) -> list[list[float]]:
    """Vectors good enough for a search."""
    return [[1.0, float(len(text))] for text in texts]


class Restless:
    """Forgets what it has in memory before every call: only what is on the disk counts."""

    def _alive(self) -> None:
        if not self._inside:
            self._loaded = False
            self._log._wrote = None
        super()._alive()


def edit(path: Path, old: str, new: str) -> None:
    """What a person does in an editor."""
    before = path.read_text("utf-8")
    assert old in before
    path.write_text(before.replace(old, new), "utf-8")
