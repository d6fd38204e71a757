"""The SDK and its own command, against a scripted model: a session goes on from the store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, ResultMessage, query

from recollect import AsyncMemory
from recollect.hosts.claude_agent import RecollectSessionStore, recall

from ..providers import Server, serving
from ..providers.server import KEY

NOWHERE = "http://127.0.0.1:9"
"""Nothing leaves this machine, whatever the command would like to send."""


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


async def ask(server: Server, memory: AsyncMemory, home: Path, text: str, **options: Any) -> str:
    """Say something to an agent on a machine of its own; the session's id."""
    env = {
        "ANTHROPIC_BASE_URL": server.anthropic,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CONFIG_DIR": str(home / "config"),
        "HOME": str(home),
        "HTTP_PROXY": NOWHERE,
        "HTTPS_PROXY": NOWHERE,
        "NO_PROXY": "127.0.0.1",
    }
    store: Any = RecollectSessionStore(memory, user_id="dana")
    hooks: Any = {"UserPromptSubmit": [HookMatcher(hooks=[recall(memory, user_id="dana")])]}
    made = ClaudeAgentOptions(
        session_store=store,
        hooks=hooks,
        cwd=home.parent,
        env=env,
        tools=[],
        setting_sources=[],
        **options,
    )
    async with asyncio.timeout(120):
        said = [one async for one in query(prompt=text, options=made)]
    (result,) = [one for one in said if isinstance(one, ResultMessage)]
    assert not result.is_error
    return str(result.session_id)


def sent(server: Server) -> str:
    return json.dumps(server.requests[-1].body["messages"])


async def test_sessions_go_on_and_know_of_each_other(server: Server, tmp_path: Path):
    path = tmp_path / "agent.db"
    async with AsyncMemory(path, embedder=None) as memory:
        id = await ask(server, memory, tmp_path / "one", "I play the cello.")
        assert "<memory>" not in sent(server)
    async with AsyncMemory(path, embedder=None) as memory:
        again = await ask(server, memory, tmp_path / "two", "And the piano.", resume=id)
        assert again == id
        assert "I play the cello." in sent(server), "the first turn was not resumed"
        said = [one for one in await memory.messages(user_id="dana") if one.content != "…"]
        assert [(one.role, one.content) for one in said] == [
            ("user", "I play the cello."),
            ("assistant", "You said: I play the cello."),
            ("user", "And the piano."),
            ("assistant", "You said: And the piano."),
        ]
    async with AsyncMemory(path, embedder=None) as memory:
        other = await ask(server, memory, tmp_path / "three", "Do I play the cello?")
        assert other != id
        assert "<memory>" in sent(server)
        assert "user: I play the cello." in sent(server)
        found = await memory.search("cello", user_id="dana")
        assert not [hit for hit in found if "<memory>" in hit.text]
