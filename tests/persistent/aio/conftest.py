"""A memory on each embedded store and one that a server keeps, and the agents in it."""

from collections.abc import AsyncIterator, Callable

import pytest

from recollect import AsyncMemory
from recollect.agents import AsyncAgents
from recollect.types import new_id
from tests.serving import serving


@pytest.fixture(scope="package")
def served():
    with serving(embedder=None) as running:
        yield running


@pytest.fixture(params=["sqlite", "http", "json", "memory"])
def url(request, tmp_path, monkeypatch):
    if request.param == "http":
        running = request.getfixturevalue("served")
        monkeypatch.setenv("RECOLLECT_API_KEY", running.key(new_id(), right="admin"))
        return running.url
    places = {
        "sqlite": f"sqlite:///{tmp_path / 'm.db'}",
        "json": f"json:///{tmp_path / 'm.json'}",
        "memory": "memory://",
    }
    return places[request.param]


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
