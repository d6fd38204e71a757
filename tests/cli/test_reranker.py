"""`--reranker`, and RECOLLECT_RERANKER, where hits are ranked; nothing of it anywhere else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from .conftest import Cli

SAID = ["I prefer the dark theme.", "A dark theme saves power, they say."]
ASKED = ["Which", "dark", "theme?"]


class Likes(BaseHTTPRequestHandler):
    """A server that likes whatever speaks of power."""

    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append(body)
        rows = [
            {"index": i, "relevance_score": float("power" in text)}
            for i, text in enumerate(body["documents"])
        ]
        data = json.dumps({"results": rows}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def name(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a reranker that such a server has."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    Likes.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Likes)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"rerank:likes@http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def told(cli: Cli) -> None:
    for text in SAID:
        assert cli("add", text, "--words-only").code == 0


def first(cli: Cli, *options: str) -> str:
    hits = cli("search", *ASKED, "--words-only", "--json", *options).json["hits"]
    return hits[0]["record"]["content"]


def test_search_by_option_and_by_the_environment(
    cli: Cli, told: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first(cli) == SAID[0]
    assert first(cli, "--reranker", name) == SAID[1]
    monkeypatch.setenv("RECOLLECT_RERANKER", name)
    assert first(cli) == SAID[1]
    assert "the reranker" in cli("search", *ASKED, "--words-only", "--explain").out


def test_context_and_why_not_and_chat(cli: Cli, told: None, name: str) -> None:
    assert cli("context", *ASKED, "--words-only", "--reranker", name).code == 0
    assert len(Likes.asked) == 1
    ran = cli("search", *ASKED, "--words-only", "--json").json["hits"][0]
    id = ran["record"]["id"]
    why = cli("why-not", id, *ASKED, "-n", "1", "--words-only", "--reranker", name)
    assert "but for the reranker" in why.out
    Likes.asked.clear()
    assert cli("chat", "--words-only", "--reranker", name, typed="Which dark theme?\n").code == 0
    assert Likes.asked


def test_what_ranks_nothing_does_not_look_at_it(
    cli: Cli, told: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_RERANKER", "nobody:has-this")
    for command in (["add", "One more."], ["stats"], ["messages"], ["verify"], ["export"]):
        assert cli(*command).code == 0, command
    ran = cli("search", *ASKED, "--words-only")
    assert (ran.code, "no reranker 'nobody:has-this'" in ran.err) == (2, True)


def test_the_doctor_tries_it(
    cli: Cli, told: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> dict[str, str]:
        ran = cli("doctor", "--words-only", "--json").json
        return next((one for one in ran["findings"] if one["name"] == "reranker"), {})

    assert found() == {}
    monkeypatch.setenv("RECOLLECT_RERANKER", name)
    assert (found()["status"], found()["text"][:12]) == ("ok", "rerank:likes")
    monkeypatch.setenv("RECOLLECT_RERANKER", "nobody:has-this")
    assert found()["status"] == "fail"
    assert "RECOLLECT_RERANKER" in found()["remedy"]


def test_eval_measures_with_it(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = [{"id": str(i), "role": "user", "text": text} for i, text in enumerate(SAID)]
    asked = {"text": " ".join(ASKED), "evidence_turns": ["1"]}
    case = {"sessions": [{"id": "s1", "turns": turns}], "questions": [asked]}
    Path("mine.jsonl").write_text(json.dumps(case) + "\n", "utf-8")

    def recall(*options: str) -> tuple[float, str | None]:
        made = cli("eval", "mine.jsonl", "--words-only", "-n", "1", "--json", *options).json
        return made["systems"]["recollect"]["scores"]["turns recall@1"], made["reranker"]

    assert recall() == (0.0, None)
    assert recall("--reranker", name) == (1.0, "rerank:likes")
    monkeypatch.setenv("RECOLLECT_RERANKER", name)
    assert recall() == (1.0, "rerank:likes")
    assert cli("eval", "mine.jsonl", "--reranker", "bge").code == 2
    monkeypatch.setattr(Likes, "do_POST", lambda self: self.send_error(401))
    ran = cli("eval", "mine.jsonl", "--words-only", "--reranker", name)
    assert (ran.code, "the reranker failed, so there is nothing to measure" in ran.err) == (3, True)
    assert "the key was refused" in ran.err
