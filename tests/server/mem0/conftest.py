"""A real server on a loopback port, with keys of several tenants; and mem0ai in its own place."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn

from recollect import AsyncMemory
from recollect.server.app import build
from recollect.server.keys import Keys
from recollect.server.rules import Rules

ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent


@dataclass
class Running:
    """A server that answers."""

    host: str = ""
    tokens: dict[str, str] = field(default_factory=dict)


KEYS = {
    "acme": {"tenant": "acme"},
    "boss": {"tenant": "acme", "right": "admin"},
    "other": {"tenant": "other"},
    "reader": {"tenant": "acme", "right": "read"},
    "dana": {"tenant": "acme", "user_id": "dana"},
    "revoked": {"tenant": "acme"},
}


async def _serve(
    url: str, told: Running, started: threading.Event, tell: Callable[[uvicorn.Server], None]
) -> None:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    async with AsyncMemory(url) as memory:
        keys = Keys(memory)
        for name, how in KEYS.items():
            key, told.tokens[name] = await keys.create(**how)
            if name == "revoked":
                await keys.revoke(key.id)
        rules = Rules(rate=10_000.0, burst=10_000)
        config = uvicorn.Config(build(memory, rules), log_level="warning", lifespan="on")
        server = uvicorn.Server(config)
        tell(server)
        told.host = f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.listen()
        started.set()
        await server.serve(sockets=[listening])
    listening.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server of its own, in a thread."""
    told, started, servers = Running(), threading.Event(), []
    work = _serve(str(tmp_path / "agent.db"), told, started, servers.append)
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    try:
        assert started.wait(300)
        yield told
    finally:
        for one in servers:
            one.should_exit = True
        thread.join(300)


@pytest.fixture(scope="module")
def peer(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Run a script with the real mem0ai, which sees nothing of this machine but the loopback."""
    python = ROOT / ".venv" / "mem0" / "bin" / "python"
    if not python.exists():
        pytest.fail("the real mem0ai is not there: run `make .venv/mem0/.ready`")
    home = tmp_path_factory.mktemp("home")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "MEM0_DIR": str(home / "mem0"),
        "MEM0_TELEMETRY": "false",
        "NO_PROXY": "*",
    }

    def run(script: str, *given: str) -> str:
        done = subprocess.run(
            [str(python), str(HERE / script), *given],
            env=env,
            cwd=home,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
