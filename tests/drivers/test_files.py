"""The JSON and YAML stores pass the suite, in both colours; then what only they can get wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.files import JSONStore, YAMLStore
from recollect.drivers.files.store import FileStore
from recollect.drivers.threaded import ThreadedStore

KINDS = {"json": JSONStore, "yaml": YAMLStore}


class Sync(StoreSuite):
    kind: type[FileStore]

    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / f"memory.{self.kind.scheme}"

    @pytest.fixture
    def store(self, path: Path) -> Iterator[FileStore]:
        store = self.kind(path)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: FileStore, path: Path) -> Callable[[], FileStore]:
        def reopen() -> FileStore:
            store.close()
            return self.kind(path)

        return reopen

    @pytest.fixture
    def rivals(self, store: FileStore, path: Path) -> Iterator[list[FileStore]]:
        others = [self.kind(path) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class Async(AsyncStoreSuite):
    kind: type[FileStore]

    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / f"memory.{self.kind.scheme}"

    @pytest.fixture
    async def store(self, path: Path) -> AsyncIterator[ThreadedStore]:
        store = ThreadedStore(self.kind(path))
        yield store
        await store.close()

    @pytest.fixture
    def reopen(self, store: ThreadedStore, path: Path) -> Callable[[], Awaitable[ThreadedStore]]:
        async def reopen() -> ThreadedStore:
            await store.close()
            return ThreadedStore(self.kind(path))

        return reopen

    @pytest.fixture
    async def rivals(self, store: ThreadedStore, path: Path) -> AsyncIterator[list[ThreadedStore]]:
        others = [ThreadedStore(self.kind(path)) for _ in range(2)]
        yield others
        for other in others:
            await other.close()


class TestJSON(Sync):
    kind = JSONStore


class TestJSONAsync(Async):
    kind = JSONStore


class TestYAML(Sync):
    kind = YAMLStore


class TestYAMLAsync(Async):
    kind = YAMLStore
