"""The protocol's own conformance suite and its inspector, against recollect: `make test-mcp`.

They come from npm and need a newer Node than many machines have, so `make test` is without them.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory
from recollect.server.mcp import http

from .fixtures import add_fixtures
from .test_http import served

MODULES = Path(os.environ["RECOLLECT_TEST_NODE_MODULES"])
NODE = os.environ.get("RECOLLECT_TEST_NODE", "node")
SUITE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
INSPECTOR = MODULES / ".bin" / "mcp-inspector"
NOT_OFFERED = {
    "logging-set-level", "tools-call-with-logging",  # the protocol gave logging up
    "completion-complete", "tools-call-with-progress",
    "tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",  # the server asks nothing back
    "resources-subscribe", "resources-unsubscribe",
}  # fmt: skip


@pytest.fixture
async def url(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """recollect's server as it is, with what the scenarios name beside its own."""
    build = http.build

    def with_fixtures(*arguments: Any, **named: Any) -> Any:
        server = build(*arguments, **named)
        add_fixtures(server)
        return server

    monkeypatch.setattr(http, "build", with_fixtures)
    async with AsyncMemory("memory://", embedder=None) as memory, served(memory, open=True) as at:
        yield f"{at}/mcp"


async def ran(*words: str | Path) -> str:
    done = await asyncio.to_thread(
        subprocess.run, [NODE, *map(str, words)], capture_output=True, text=True, timeout=600
    )
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


async def test_the_conformance_suite_of_the_protocol(url):
    told = await ran(SUITE, "server", "--url", url)
    lines = re.findall(r"^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed", told, re.MULTILINE)
    failed = {name for mark, name, _, _ in lines if mark == "✗"}
    print(f"{len(lines)} scenarios, {len(lines) - len(failed)} pass; {sorted(failed)}")
    assert len(lines) >= 30, told
    assert failed <= NOT_OFFERED, told


def inspected(folder: Path, *words: str) -> Any:
    command = [sys.executable, "-m", "recollect", "mcp", "--db", "m.db", "--words-only"]
    done = subprocess.run(
        [NODE, str(INSPECTOR), "--cli", "--connect-timeout", "120000", *command, *words],
        cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_inspector_lists_and_calls(folder):
    tools = inspected(folder, "--method", "tools/list")["tools"]
    assert {tool["name"] for tool in tools} >= {"remember", "recall", "forget"}
    call = ("--method", "tools/call", "--tool-name")
    kept = inspected(folder, *call, "remember", "--tool-arg", "text=My dog is called Rex.")
    assert kept["structuredContent"]["new"]
    found = inspected(folder, *call, "recall", "--tool-arg", "query=dog")
    assert found["structuredContent"]["hits"][0]["text"] == "My dog is called Rex."
    pages = inspected(folder, "--method", "resources/list")["resources"]
    assert {page["uri"] for page in pages} == {"recollect://notes", "recollect://sessions"}
    read = inspected(folder, "--method", "resources/read", "--uri", "recollect://notes")
    assert json.loads(read["contents"][0]["text"])["total"] == 1
    assert inspected(folder, "--method", "prompts/list")["prompts"][0]["name"] == "start"
