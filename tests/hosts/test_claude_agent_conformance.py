"""The SDK's own suite for session stores, whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from claude_agent_sdk.testing import run_session_store_conformance

from recollect import AsyncMemory
from recollect.hosts.claude_agent import RecollectSessionStore

from .conftest import STORES


@pytest.mark.parametrize("store", [*STORES, "yaml", "markdown"])
async def test_every_contract_of_the_sdk(store: str, tmp_path: Path):
    opened: list[AsyncMemory] = []

    def fresh() -> RecollectSessionStore:
        folder = tmp_path / str(len(opened))
        folder.mkdir()
        names = {**STORES, "yaml": "agent.yaml", "markdown": "notes/"}
        name = names[store]
        opened.append(AsyncMemory(name if "://" in name else f"{folder}/{name}", embedder=None))
        return RecollectSessionStore(opened[-1], user_id="dana")

    await run_session_store_conformance(fresh)
    assert len(opened) == 15  # a probe, and one for each contract
    for memory in opened:
        await memory.close()
