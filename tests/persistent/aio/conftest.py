"""A memory on each embedded store, and the agents in it."""

from collections.abc import AsyncIterator

import pytest

from recollect import AsyncMemory
from recollect.agents import AsyncAgents


@pytest.fixture(params=["sqlite", "memory", "json"])
def url(request, tmp_path):
    places = {
        "sqlite": f"sqlite:///{tmp_path / 'm.db'}",
        "json": f"json:///{tmp_path / 'm.json'}",
        "memory": "memory://",
    }
    return places[request.param]


@pytest.fixture
async def memory(url) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(url, embedder=None) as opened:
        yield opened


@pytest.fixture
async def agents(memory) -> AsyncAgents:
    return AsyncAgents(memory, llm=None)
