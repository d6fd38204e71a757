"""A mem0-shaped memory on each embedded store."""

from collections.abc import AsyncIterator

import pytest

from recollect.compat.mem0 import AsyncMemory


@pytest.fixture(params=["sqlite", "memory", "json"])
def url(request, tmp_path):
    if request.param == "memory":
        return "memory://"
    return str(tmp_path / ("agent.db" if request.param == "sqlite" else "agent.json"))


@pytest.fixture
async def memory(url) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(url) as opened:
        yield opened
