"""The Markdown folder passes the suite, in both colours; then what only it can get wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from recollect.conformance.aio.suite import AsyncStoreSuite
from recollect.conformance.sync.suite import StoreSuite
from recollect.drivers.markdown import MarkdownStore
from recollect.drivers.threaded import ThreadedStore


class TestSync(StoreSuite):
    kind: type[MarkdownStore] = MarkdownStore

    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / "agent"

    @pytest.fixture
    def store(self, path: Path) -> Iterator[MarkdownStore]:
        store = self.kind(path)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store: MarkdownStore, path: Path) -> Callable[[], MarkdownStore]:
        def reopen() -> MarkdownStore:
            store.close()
            return self.kind(path)

        return reopen

    @pytest.fixture
    def rivals(self, store: MarkdownStore, path: Path) -> Iterator[list[MarkdownStore]]:
        others = [self.kind(path) for _ in range(2)]
        yield others
        for other in others:
            other.close()


class TestAsync(AsyncStoreSuite):
    kind: type[MarkdownStore] = MarkdownStore

    @pytest.fixture
    def path(self, folder: Path) -> Path:
        return folder / "agent"

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
