"""`learn --llm`, its preview, and `spend`, against a server that speaks OpenAI's protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from recollect import Memory

from .conftest import Cli

FACT = {"text": "The user's balcony faces south.", "kind": "semantic", "messages": ["m1"],
        "does": "new"}  # fmt: skip


class Answers(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": json.dumps({"facts": [FACT]})}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
        made = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}
        data = json.dumps({**made, "choices": [choice], "usage": usage}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def name(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"openai:m@http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def waiting() -> None:
    with Memory("recollect.db", embedder=None, learn="later") as memory:
        memory.add("The sun is on my balcony.", user_id="me")


def test_a_model_learns_what_waits_and_is_counted(cli: Cli, name: str) -> None:
    waiting()
    assert cli("spend").code == 1
    told = cli("learn", "--llm", name, "--preview").out
    assert "1 message waits: about 1 call," in told
    assert cli("learn", "--llm", name, "--preview", "--json").json["calls"] == 1
    assert cli("spend").code == 1, "a preview costs nothing"
    assert "Took 1 note." in cli("learn", "--words-only", "--llm", name).out
    (note,) = cli("notes", "--json").json["notes"]
    assert "openai:m" in cli("why", note["id"]).out
    assert cli("why", note["id"], "--json").json["model"] == "openai:m"
    spent = cli("spend", "--json").json
    assert (spent["calls"], spent["input"], spent["output"]) == (1, 100, 20)
    assert spent["lines"][0]["model"] == "openai:m"
    table = cli("spend", "--user", "me")
    assert table.code == 0
    assert "openai:m" in table.out
    assert "Nothing waits" in cli("learn", "--llm", name, "--preview").out


def test_at_the_cap_it_says_so(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting()
    ran = cli("learn", "--words-only", "--llm", name, "--budget", "10")
    assert "Took 0 notes." in ran.out
    assert "1 message waits for the language model: the budget per_day allows 10" in ran.err
    more = cli("learn", "--words-only", "--llm", name, "--budget", "10", "--json").json
    assert (more["new"], more["waiting"]) == (0, 1)
    monkeypatch.setenv("RECOLLECT_LLM", name)
    monkeypatch.setenv("RECOLLECT_BUDGET", "10")
    added = cli("add", "I live in Lisbon.", "--words-only", "--json").json
    assert "per_day" in added["unlearned"]
    assert cli("search", "Lisbon", "--words-only").code == 0
    monkeypatch.setenv("RECOLLECT_BUDGET", "100000")
    assert "Took 1 note." in cli("learn", "--words-only").out
