"""A memory, and each talker around it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory
from tests.wrapping.aio.talkers import TALKERS, AsyncTalker
from tests.wrapping.kinds import INTERACTS

collect_ignore = [] if INTERACTS else ["test_interactions.py"]


@pytest.fixture
async def memory(folder: Path) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(str(folder / "memory.db"), embedder=None) as memory:
        yield memory


@pytest.fixture(params=TALKERS, ids=lambda kind: kind.wire)
async def talker(request: Any, scripted: Any, memory: AsyncMemory) -> AsyncIterator[AsyncTalker]:
    made = request.param(memory)
    yield made
    await made.close()
