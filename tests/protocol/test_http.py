"""MCP under /mcp of the server: the key decides, every request is whole in itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from recollect import AsyncMemory
from recollect.server.app import build
from recollect.server.audit import Audit
from recollect.server.keys import Keys
from recollect.server.rules import Rules

from .conftest import data, page, text

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
TAKES = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}


@asynccontextmanager
async def served(
    memory: AsyncMemory, audit: Audit | None = None, **rules: Any
) -> AsyncIterator[str]:
    """The server on a port of this machine: its address."""
    app = build(memory, Rules(**rules), audit=audit)
    # A client may be slow to come back on a busy machine: its connection is kept for it.
    config = uvicorn.Config(app, port=0, log_level="warning", timeout_keep_alive=300)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it has no event for that
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def connected(url: str, key: str | None = None, mode: str = "auto") -> AsyncIterator[Client]:
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def key(memory: AsyncMemory, tenant: str, right: str, **more: Any) -> str:
    _, token = await Keys(memory).create(tenant, right=right, **more)
    return token


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_on_this_machine_it_serves_without_a_key(memory, mode):
    async with served(memory, open=True) as url:
        async with connected(f"{url}/mcp", mode=mode) as client:
            await client.call_tool("remember", {"text": "My dog is called Rex."})
            hits = data(await client.call_tool("recall", {"query": "What is my dog called?"}))
            assert hits["hits"][0]["text"] == "My dog is called Rex."
            assert page(await client.read_resource("recollect://notes"))["total"] == 1
            assert "Rex" in str(await client.get_prompt("start"))
        async with connected(f"{url}/mcp?user_id=eve", mode=mode) as client:
            assert data(await client.call_tool("recall", {"query": "dog"}))["hits"] == []
    assert len(await memory.messages(user_id="me")) == 1


async def test_the_key_decides_tenant_and_user(memory):
    ours, theirs = await key(memory, "a", "write"), await key(memory, "b", "write")
    danas = await key(memory, "a", "write", user_id="dana")
    async with served(memory) as url:
        async with connected(f"{url}/mcp?user_id=dana", ours) as client:
            kept = data(await client.call_tool("remember", {"text": "My dog is called Rex."}))
        async with connected(f"{url}/mcp", danas) as client:
            assert data(await client.call_tool("recall", {"query": "dog"}))["hits"]
        async with connected(f"{url}/mcp?user_id=dana", theirs) as client:
            assert data(await client.call_tool("recall", {"query": "dog"}))["hits"] == []
            gone = data(await client.call_tool("forget", {"id": kept["ids"][0]}))
            assert gone["removed"] == {}
        async with connected(f"{url}/mcp", ours) as client:
            answer = await client.call_tool("recall", {"query": "dog"})
            assert answer.is_error
            assert "?user_id=" in text(answer)
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {danas}"}) as http:
            answer = await http.post(f"{url}/mcp?user_id=eve", json=LIST, headers=TAKES)
            assert answer.status_code == 403
            answer = await http.post(f"{url}/mcp?user_id=%20", json=LIST, headers=TAKES)
            assert answer.status_code == 400
    assert len(await memory.tenant("a").messages(user_id="dana")) == 1
    assert await memory.tenant("b").messages(user_id="dana") == []


async def test_a_reading_key_reads(memory):
    reading = await key(memory, "a", "read", user_id="dana")
    await memory.tenant("a").add("My dog is called Rex.", user_id="dana")
    async with served(memory) as url, connected(f"{url}/mcp", reading) as client:
        assert data(await client.call_tool("recall", {"query": "dog"}))["hits"]
        answer = await client.call_tool("remember", {"text": "Something."})
        assert answer.is_error
        assert "may only read" in text(answer)


async def test_strangers_and_rebinding_are_refused(memory):
    good = await key(memory, "a", "write", user_id="dana")
    async with served(memory) as url, httpx2.AsyncClient() as http:

        async def status(**headers: str) -> int:
            sent = {**TAKES, **{name.replace("_", "-"): one for name, one in headers.items()}}
            return (await http.post(f"{url}/mcp", json=LIST, headers=sent)).status_code

        signed = f"Bearer {good}"
        assert await status(authorization=signed) == 200
        assert await status() == 401
        assert await status(authorization="Bearer nonsense") == 401
        assert await status(authorization=signed, host="evil.example.com") == 421
        assert await status(authorization=signed, origin="http://evil.example.com") == 403
        assert await status(authorization=signed, origin=url) == 200


async def test_a_request_needs_no_session(memory):
    async with served(memory, open=True) as url, httpx2.AsyncClient() as http:
        call = {"name": "remember", "arguments": {"text": "Kept."}}
        sent = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": call}
        answer = await http.post(f"{url}/mcp", json=sent, headers=TAKES)
        assert answer.status_code == 200
        assert "mcp-session-id" not in answer.headers
        assert answer.json()["result"]["structuredContent"]["new"]
        torn = await http.post(f"{url}/mcp", content=b"{", headers=TAKES | {
            "content-type": "application/json"})  # fmt: skip
        assert torn.status_code == 400


async def test_the_nine_have_an_address_of_their_own(memory):
    async with served(memory, open=True) as url:
        async with connected(f"{url}/mcp/official") as client:
            assert len((await client.list_tools()).tools) == 9
            entity = {"name": "Alice", "entityType": "person", "observations": ["likes tea"]}
            await client.call_tool("create_entities", {"entities": [entity]})
        async with connected(f"{url}/mcp/both") as client:
            assert len((await client.list_tools()).tools) == 16
            assert data(await client.call_tool("read_graph", {}))["entities"] == [entity]


async def test_a_hundred_calls_at_once_over_http(memory):
    async with served(memory, open=True) as url, connected(f"{url}/mcp") as client:
        calls = (
            client.call_tool("remember", {"text": f"Thing number {number}."})
            for number in range(100)
        )
        answers = await asyncio.gather(*calls)
    assert not any(answer.is_error for answer in answers)
    assert len(await memory.messages(user_id="me")) == 100


async def test_the_audit_log_names_the_tool_and_the_user(memory, folder):
    danas = await key(memory, "a", "write", user_id="dana")
    audit = Audit(str(folder / "audit.jsonl"))
    async with served(memory, audit) as url, connected(f"{url}/mcp", danas) as client:
        await client.call_tool("remember", {"text": "A secret about Rex."})
    audit.close()
    text = (folder / "audit.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    (call,) = [line for line in lines if line.get("tool") == "remember"]
    assert (call["action"], call["user_id"], call["tenant"]) == ("mcp tools/call", "dana", "a")
    assert "Rex" not in text


async def test_the_audit_log_says_which_records_a_tool_was_about(memory, folder):
    ours = await key(memory, "a", "write")
    audit = Audit(str(folder / "audit.jsonl"))
    async with (
        served(memory, audit) as url,
        connected(f"{url}/mcp?user_id=dana&agent_id=sam", ours) as client,
    ):
        told = {"text": "My dog is called Rex.", "session_id": "s1"}
        kept = data(await client.call_tool("remember", told))
        found = data(await client.call_tool("recall", {"query": "What is my dog called?"}))
        shown = data(await client.call_tool("context", {"query": "What is my dog called?"}))
        await client.call_tool("facts", {"key": "a poem about Rex, " + "rex " * 99})
        await client.read_resource("recollect://sessions/s1")
        await client.call_tool("forget", {"id": kept["ids"][0]})
        assert (await client.call_tool("forget", {})).is_error
    audit.close()
    text = (folder / "audit.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    about = {line.get("tool", line["action"]): line for line in lines}
    assert kept["notes"]
    for name, ids in (
        ("remember", [*kept["ids"], *kept["notes"]]), ("mcp resources/read", kept["ids"]),
        ("recall", [hit["id"] for hit in found["hits"]]),
        ("context", [one["id"] for one in shown["citations"]]),
    ):  # fmt: skip
        assert (sorted(about[name]["ids"]), about[name]["count"]) == (sorted(ids), len(ids)), name
        assert (about[name]["user_id"], about[name]["agent_id"]) == ("dana", "sam")
    assert about["remember"]["session_id"] == "s1"
    done, failed = [line for line in lines if line.get("tool") == "forget"]
    assert (done["id"], "failed" in done) == (kept["ids"][0], False)
    assert ("id" in failed, failed["failed"]) == (False, True)
    assert "rex" not in text.lower()
