"""Many clients at once, good and bad: who is served and who is refused."""

import asyncio
import json
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from recollect.server import guard
from recollect.server.rules import Rules
from recollect.server.run import Patient, _Lines
from tests.server.conftest import Running

ROOT = Path(__file__).parent.parent.parent


def test_answers_are_sent_at_once(monkeypatch):
    """Head and body are two packets: without TCP_NODELAY the second waits for the client, 40 ms."""
    made = []
    before = Patient.connection_made

    def noted(self, transport):
        line = transport.get_extra_info("socket")
        before(self, transport)
        made.append(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(Patient, "connection_made", noted)
    with Running(rules=Rules(open=True)) as running, running.client() as http:
        assert http.get("/healthz").status_code == 200
    assert made
    assert all(made)


def test_the_log_is_a_line_of_json_each():
    """Errors and their tracebacks, too."""
    try:
        raise ValueError("one\ntwo")
    except ValueError:
        record = logging.LogRecord("recollect", 40, "", 0, "a %s", ("bug",), sys.exc_info())
    line = _Lines().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["log"], told["message"]) == ("error", "recollect", "a bug")
    assert "ValueError: one" in told["error"]


@pytest.mark.faults
def test_a_tiny_run_of_the_bench(tmp_path):
    if shutil.which("wrk") is None:
        pytest.skip("wrk is not here: apt-get install wrk")
    file = tmp_path / "results.json"
    asked = ["--tiny", "--store", "SQLite", "--json", str(file)]
    done = bench(*asked)
    assert done.returncode in (0, 1), done.stderr
    figures = json.loads(file.read_text("utf-8"))["figures"]
    assert [one["name"].split(",")[0] for one in figures] == [
        "search over HTTP beyond the call in process",
        "add over HTTP beyond the call in process",
        "a search whose answer is known",
        "search",
        "add",
        "a good client's p99 beside a flood",
        "first byte through the proxy beyond the provider's",
    ]
    assert all(one["value"] > 0 or "beyond" in one["name"] for one in figures)


def test_the_bench_says_what_to_install():
    done = bench("--tiny", env={**os.environ, "PATH": ""})
    assert done.returncode == 1
    assert "apt-get install wrk" in done.stderr


def bench(*asked, **more):
    command = [sys.executable, "-m", "bench.server", *asked]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)


HASTE = 0.5
"""Seconds that a server waits for a head, and for a body."""


def sent(port, first):
    """The status that comes back for some bytes, empty if the line is cut; None if it was this
    machine that kept the server waiting."""
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=300) as line:
        with suppress(OSError):
            line.sendall(first)
        late, status = time.monotonic() - begun > HASTE / 2, b""
        with suppress(OSError):
            status = line.recv(65536)[9:12]
    return None if late else status


def bad_client(running, answers, stop, request):
    while not stop.is_set():
        status = sent(running.port, request)
        if status is not None:
            answers.append(status)


def lines(*head, body=b""):
    return "\r\n".join(["POST /v1/search HTTP/1.1", *head, "", ""]).encode() + body


def test_bad_clients_are_refused_and_a_good_one_is_served_meanwhile(monkeypatch):
    """A flood, a wrong name, bodies too large, slow heads and slow bodies, all at once."""
    monkeypatch.setattr("recollect.server.run.HEADERS", HASTE)
    rules = Rules(rate=1, burst=40, hold=0.05, body=10_000, patience=HASTE)
    question = b'{"query": "Who am I?", "user_id": "dana"}'
    with Running(rules=rules) as running, ExitStack() as stack:
        flood, good = (f"Authorization: Bearer {running.key(name)}" for name in ("bad", "good"))
        here, kind = "Host: localhost", "Content-Type: application/json"
        length = f"Content-Length: {len(question)}"
        requests = {
            "flood": lines(here, kind, flood, length, body=question),
            "name": lines("Host: evil.example", flood, length, body=question),
            "large": lines(here, kind, flood, "Content-Length: 20000", body=b"x" * 5000),
            "head": b"POST /v1/search HTTP/1.1\r\nHost: loc",
            "body": lines(here, kind, f"X-API-Key: {running.key('slow')}", "Content-Length: 99"),
        }
        stop, answers = threading.Event(), {name: [] for name in requests}
        for name, request in requests.items():
            asked = (running, answers[name], stop, request)
            bad = threading.Thread(target=bad_client, args=asked)
            bad.start()
            stack.callback(bad.join)
        stack.callback(stop.set)
        served = []
        while len(served) < 15:  # as often as its own rate allows
            status = sent(running.port, lines(here, kind, good, length, body=question))
            served += [] if status is None else [status]
            time.sleep(0.1)
        assert set(served) == {b"200"}
        end = time.monotonic() + 300
        while min(map(len, answers.values())) < 2 or b"429" not in answers["flood"]:
            assert time.monotonic() < end, answers
            time.sleep(0.05)
    told = {name: set(each) for name, each in answers.items()}
    assert told["flood"] == {b"200", b"429"}
    assert told["name"] <= {b"421", b"429"}
    assert told["large"] <= {b"413", b"429"}
    assert told["head"] == {b""}
    assert told["body"] == {b"408"}
    assert min(map(len, answers.values())) > 1


def test_too_many_requests_are_told_so_later(monkeypatch):
    """A refused caller waits for the answer; others do not wait for it."""
    held, told = asyncio.Event(), []

    async def sleep(seconds):
        told.append(seconds)
        await held.wait()

    monkeypatch.setattr(guard, "asyncio", SimpleNamespace(sleep=sleep, timeout=asyncio.timeout))
    with Running(rules=Rules(rate=1e-3, burst=1, hold=2)) as running, ExitStack() as stack:
        flood, calm = (stack.enter_context(running.client(running.key(n))) for n in "ab")
        assert flood.get("/v1/stats").status_code == 200
        late = []
        waiting = threading.Thread(target=lambda: late.append(flood.get("/v1/stats")))
        waiting.start()
        assert calm.get("/v1/stats").status_code == 200
        assert late == []
        running.loop.call_soon_threadsafe(held.set)
        waiting.join()
        assert late[0].status_code == 429
        assert told == [2]


def test_what_needs_no_key_has_a_rate_too():
    rules = Rules(open=True, rate=1e-3, burst=5, hold=0.01)
    with Running(rules=rules) as running, running.client() as http:
        assert {http.get("/healthz").status_code for _ in range(20)} == {200, 429}
        assert http.get("/v1/stats").status_code == 200
