"""A server in this process, and clients of the official SDK."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from recollect import AsyncMemory
from recollect.server.mcp.build import build
from recollect.server.mcp.place import Place, fixed

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
async def memory() -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory("memory://", embedder=None) as opened:
        yield opened


@pytest.fixture
def connect(memory: AsyncMemory) -> Connect:
    """A client of a server on the memory, without a process."""

    @asynccontextmanager
    async def connected(
        kit: str = "recollect", *, user: str = "dana", choose: bool = False, writes: bool = True
    ) -> AsyncIterator[Client]:
        async def get() -> AsyncMemory:
            return memory

        async def reader(_: str | None) -> Place:
            return Place(memory, user, writes=False)

        seat = fixed(get, user) if writes else reader
        async with Client(build(seat, kit, choose=choose)) as client:
            yield client

    return connected


@asynccontextmanager
async def process(*arguments: str, folder: Path, mode: str = "auto") -> AsyncIterator[Client]:
    """A client of `recollect mcp` in a process of its own."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "recollect", "mcp", *arguments],
        env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        cwd=folder,
    )
    async with Client(stdio_client(server), mode=mode) as client:
        yield client


def data(result: Any) -> Any:
    """The structured part of an answer that is no error."""
    assert not result.is_error, result.content
    return result.structured_content


def text(result: Any) -> str:
    """The words of an answer."""
    return "\n".join(part.text for part in result.content)


def page(result: Any) -> Any:
    """A resource that is JSON."""
    return json.loads(result.contents[0].text)
