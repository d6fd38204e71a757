"""`recollect mcp` as a client starts it: a process that speaks on stdin and stdout."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from recollect import Memory

from .conftest import data, process, text

COMMAND = [sys.executable, "-m", "recollect", "mcp"]
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def started(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def asked(number: int, method: str, **params: object) -> bytes:
    return line({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.rest)])
async def test_a_client_remembers_and_a_later_one_recalls(folder, mode):
    async with process("--db", "m.db", "-u", "dana", folder=folder, mode=mode) as client:
        await client.call_tool("remember", {"text": "My dog is called Rex."})
    async with process("--db", "m.db", "-u", "dana", folder=folder, mode=mode) as client:
        hits = data(await client.call_tool("recall", {"query": "What is my dog called?"}))["hits"]
        assert hits[0]["text"] == "My dog is called Rex."
    async with process("--db", "m.db", "-u", "eve", folder=folder, mode=mode) as client:
        assert data(await client.call_tool("recall", {"query": "dog"}))["hits"] == []


def test_stdout_is_the_protocol_and_it_ends_with_stdin(folder):
    server = started(folder, "--db", "m.db", "--words-only")
    sent = line(HELLO) + line({"jsonrpc": "2.0", "method": "notifications/initialized"})
    sent += asked(2, "tools/list") + b"this is no JSON\n\n"
    sent += asked(3, "tools/call", name="remember", arguments={"text": "Kept."})
    assert server.stdin
    server.stdin.write(sent)
    server.stdin.flush()
    seen = []
    while not any(one.get("id") == 3 for one in seen):
        seen.append(json.loads(server.stdout.readline()))  # type: ignore[union-attr]
    rest, errors = server.communicate()
    assert server.returncode == 0, errors
    assert rest == b""
    assert all(one["jsonrpc"] == "2.0" for one in seen)
    assert [one["error"]["code"] for one in seen if one.get("id") is None] == [-32700]
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        assert [one.content for one in memory.messages(user_id="me")] == ["Kept."]


def test_what_cannot_be_read_is_answered(folder):
    """A request without an answer keeps its client waiting."""
    server = started(folder, "--db", "m.db", "--words-only")
    half = json.dumps({"name": "remember", "arguments": {"text": "A cat \ud83d"}})
    sent = line(HELLO) + line({"jsonrpc": "2.0", "method": "notifications/initialized"})
    sent += b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": ' + half.encode()
    sent += b"}\n[1]\noops\n" + line({"jsonrpc": "2.0", "id": "x", "method": 5})
    sent += line({"jsonrpc": "2.0", "id": 7}) + line({"jsonrpc": "2.0", "method": []})
    server.stdin.write(sent + b'{"cut of')
    server.stdin.flush()
    told = [json.loads(server.stdout.readline()) for _ in range(5)]
    server.stdin.close()
    rest = server.stdout.read().splitlines()
    server.stdout.close()
    server.stderr.close()
    assert server.wait(300) == 0
    errors = [(one["id"], one["error"]["code"]) for one in told if "error" in one]
    assert errors == [(None, -32600), (None, -32700), ("x", -32600)]
    assert [json.loads(one)["error"]["code"] for one in rest] in ([], [-32700])
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        assert [one.content for one in memory.messages(user_id="me")] == ["A cat \ufffd"]


def test_a_client_that_goes_away_before_it_is_answered_is_no_bug(folder):
    server = started(folder, "--db", "m.db", "--words-only")
    server.stdout.close()
    server.stdin.write(line(HELLO))
    server.stdin.close()
    told = server.stderr.read().decode()
    server.stderr.close()
    assert (server.wait(300), "bug" in told) == (0, False), told


def test_it_answers_before_it_has_opened_the_memory(folder):
    """The store hangs: a pipe that nobody writes to. The handshake does not wait for it."""
    os.mkfifo(folder / "m.json")
    server = started(folder, "--db", "m.json", "--words-only")
    try:
        assert server.stdin
        server.stdin.write(line(HELLO))
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())  # type: ignore[union-attr]
        assert answer["result"]["serverInfo"]["name"] == "recollect"
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--db", "nothing://x"], "nothing"),
        (["--tools", "all"], "--tools is one of"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_wrong_command_is_told_on_stderr(folder, arguments, told):
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""


async def test_a_memory_that_cannot_be_opened_is_told_by_the_tool(folder):
    (folder / "m.db").write_bytes(b"this is no database, and long enough to be read as one" * 99)
    async with process("--db", "m.db", folder=folder) as client:
        for _ in range(2):
            answer = await client.call_tool("recall", {"query": "dog"})
            assert answer.is_error
            assert "StoreCorrupt" in text(answer)
        (folder / "m.db").unlink()
        assert data(await client.call_tool("recall", {"query": "dog"}))["hits"] == []


async def test_two_processes_with_a_hundred_calls_each_keep_two_hundred(folder):
    async def one(name: str) -> None:
        options = ("--db", "m.db", "--tools", "both", "--words-only")
        async with process(*options, folder=folder) as client:
            calls = [
                client.call_tool("remember", {"text": f"{name} keeps thing number {number}."})
                for number in range(50)
            ]
            calls += [
                client.call_tool(
                    "create_entities",
                    {"entities": [{"name": f"{name} {number}", "entityType": "x",
                                   "observations": []}]},
                )
                for number in range(50)
            ]  # fmt: skip
            for answer in await asyncio.gather(*calls):
                assert not answer.is_error, answer.content

    await asyncio.gather(one("First"), one("Second"))
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        names = {note.metadata.get("mcp.entity") for note in memory.notes(user_id="me")}
        assert len(memory.messages(user_id="me")) == 100
        assert len(names - {None}) == 100


async def test_what_was_answered_is_there_after_a_kill(folder):
    server = started(folder, "--db", "m.db", "--words-only")
    assert server.stdin
    assert server.stdout
    server.stdin.write(line(HELLO))
    for number in range(100):
        text = f"Thing {number}."
        server.stdin.write(asked(number, "tools/call", name="remember", arguments={"text": text}))
    server.stdin.flush()
    answered = 0
    while answered < 20:
        answered += "structuredContent" in json.loads(server.stdout.readline()).get("result", {})
    server.send_signal(signal.SIGKILL)
    rest = server.stdout.read()  # `communicate` would lose what was read ahead
    server.communicate()
    whole = [json.loads(one) for one in rest[: rest.rfind(b"\n") + 1].splitlines()]
    answered += sum("structuredContent" in one.get("result", {}) for one in whole)
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        assert len(memory.messages(user_id="me")) >= answered
        assert memory.verify().ok
