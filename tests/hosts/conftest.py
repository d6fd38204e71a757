"""Memories on a few stores, without vectors: what hosts keep does not depend on meaning."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recollect import AsyncMemory

STORES = {"sqlite": "agent.db", "json": "agent.json", "memory": "memory://"}


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a memory is; opened twice it is the same, but for `memory://`."""
    name = STORES[request.param]
    return name if "://" in name else str(tmp_path / name)


@pytest.fixture
async def memory(url: str) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(url, embedder=None) as made:
        yield made


@pytest.fixture
async def plain() -> AsyncIterator[AsyncMemory]:
    """One store is enough where it makes no difference."""
    async with AsyncMemory("memory://", embedder=None) as made:
        yield made
