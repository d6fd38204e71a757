"""What the proxy does while a caller waits: one search before the provider is asked."""

import asyncio
import threading

import httpx
import pytest

from recollect.memory.aio.door import AsyncMemory
from tests.providers.server import KEY
from tests.server.test_proxy import ASK, MODE, SAID, WHO, log, proxy

__all__ = ["proxy"]  # the fixture


@pytest.fixture
def path(monkeypatch):
    """What memory is asked for, in order; adds wait until they are let through."""
    calls, through = [], threading.Event()
    search, keep = AsyncMemory._hits, AsyncMemory._jot

    async def searched(self, *asked, **more):
        calls.append("search")
        return await search(self, *asked, **more)

    async def kept(self, messages):
        assert await asyncio.to_thread(through.wait, 60)
        await keep(self, messages)
        calls.append(f"add {messages[0].role}")

    monkeypatch.setattr(AsyncMemory, "_hits", searched)
    monkeypatch.setattr(AsyncMemory, "_jot", kept)
    yield calls, through
    through.set()


def test_the_first_byte_waits_for_one_search_and_for_no_add(scripted, proxy, path):
    calls, through = path
    scripted.script.append(MODE)
    asked = {"model": "m", "messages": ASK, "stream": True}
    url, headers = f"{proxy.url}/openai/v1/chat/completions", {"Authorization": f"Bearer {KEY}"}
    with httpx.stream("POST", url, json=asked, headers={**WHO, **headers}, timeout=30) as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("data: ")
        assert calls == ["search"]  # nothing is kept yet, and need not be
        assert "data: [DONE]" in lines  # up to the last byte
        assert calls == ["search"]
        through.set()
        list(lines)
    assert calls == ["search", "add user", "add assistant"]
    assert len(scripted.requests) == 1
    assert log(proxy) == SAID
