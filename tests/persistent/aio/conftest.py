"""A memory on each embedded store and one that a server keeps, and the agents in it."""

from collections.abc import AsyncIterator, Callable

import pytest

from recollect import AsyncMemory
from recollect.agents import AsyncAgents
from tests.serving import placed, serving


@pytest.fixture(scope="package")
def served():
    with serving(embedder=None) as running:
        yield running


@pytest.fixture(params=["sqlite", "http", "json", "memory"])
def url(request, tmp_path, monkeypatch):
    return placed(request, tmp_path, monkeypatch)


@pytest.fixture
def reopened(url) -> Callable[[], AsyncMemory]:
    """The same memory once more, as another process would open it."""
    options = {} if url.startswith("http") else {"embedder": None}
    return lambda: AsyncMemory(url, **options)


@pytest.fixture
async def memory(reopened) -> AsyncIterator[AsyncMemory]:
    async with reopened() as opened:
        yield opened


@pytest.fixture
async def agents(memory) -> AsyncAgents:
    return AsyncAgents(memory, llm=None)
