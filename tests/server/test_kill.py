"""Ending a server under load, in order and by force: nothing acknowledged is lost or doubled."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from recollect import Memory
from tests.engines import postgres, redis

WRITERS = 3


class Process:
    """`recollect serve` in a process of its own."""

    def __init__(self, folder, *options, url=None):
        self.file = url or folder / "agent.db"
        self.folder, self.options, self.port = folder, options, postgres.free_port()
        self.log = folder / "log"

    def start(self):
        command = [sys.executable, "-m", "recollect", "serve", "--url", str(self.file)]
        command += ["--port", str(self.port), "--words-only", "--rate", "100000", *self.options]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stderr=log, stdin=-3)
        for _ in range(3000):
            assert self.process.poll() is None, self.log.read_text()
            found = re.search(r"http://127\.0\.0\.1:(\d+)", self.log.read_text())
            if found:
                self.port = int(found[1])
                if self._answers():
                    return
            time.sleep(0.1)
        raise AssertionError("it did not start")

    def _answers(self):
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def workers(self):
        """The processes that serve for it."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        every = [int(pid) for pid in children.read_text().split()]
        return [pid for pid in every if b"spawn_main" in _command(pid)]

    def end(self, sign):
        os.kill(self.process.pid, sign)
        return self.process.wait(300)


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return b""


class Writer(threading.Thread):
    """Adds one message after another; sends again, with the same key, what was not answered."""

    def __init__(self, server, name):
        super().__init__(daemon=True)
        self.server, self.name_, self.sure, self.stop = server, name, [], threading.Event()
        self.again = 0

    def run(self):
        number = 0
        while not self.stop.is_set():
            if self._send(number):
                self.sure.append(number)
                number += 1
            else:
                self.again += 1
                time.sleep(0.05)

    def _send(self, number):
        body = {"content": f"{self.name_} says {number}.", "user_id": "dana", "learn": "never"}
        key = {"Idempotency-Key": f"{self.name_}-{number}"}
        try:
            url = f"http://127.0.0.1:{self.server.port}/v1/messages"
            return httpx.post(url, json=body, headers=key, timeout=30).status_code == 200
        except httpx.HTTPError:
            return False


def written(writers, more):
    """Wait until every writer has got so many answers more."""
    goals = [len(writer.sure) + more for writer in writers]
    until(lambda: all(len(w.sure) >= goal for w, goal in zip(writers, goals, strict=True)))


def until(true):
    """Wait for something, five minutes at most."""
    for _ in range(6000):
        found = true()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come")


def rounds(folder, count, *options):
    chance = random.Random(1)
    server = Process(folder, *options)
    server.start()
    writers = [Writer(server, f"w{number}") for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    for number in range(count):
        written(writers, 1)
        time.sleep(chance.random() / 2)
        sign = (signal.SIGKILL, signal.SIGTERM)[number % 2]
        code = server.end(sign)
        assert sign == signal.SIGKILL or code == 0, server.log.read_text()
        server.start()
    written(writers, 1)
    for writer in writers:
        writer.stop.set()
    for writer in writers:
        writer.join(300)
    server.end(signal.SIGTERM)
    with Memory(str(server.file), embedder=None) as memory:
        kept = [said.content for said in memory.messages(user_id="dana")]
        assert memory.verify().ok
    sure = {f"{writer.name_} says {number}." for writer in writers for number in writer.sure}
    assert len(sure) > count
    assert sure - set(kept) == set()
    assert len(kept) == len(set(kept))
    assert len(kept) <= len(sure) + WRITERS


def test_nothing_is_lost_or_doubled(tmp_path):
    rounds(tmp_path, 2)


@pytest.mark.faults
def test_nothing_is_lost_or_doubled_in_fifty_ends(tmp_path):
    rounds(tmp_path, 50)


def test_several_processes_serve_one_file(tmp_path):
    server = Process(tmp_path, "--workers", "2")
    server.start()
    writers = [Writer(server, f"w{number}") for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    written(writers, 20)
    for writer in writers:
        writer.stop.set()
        writer.join(300)
    assert server.end(signal.SIGTERM) == 0
    sure = {f"{writer.name_} says {number}." for writer in writers for number in writer.sure}
    with Memory(str(server.file), embedder=None) as memory:
        kept = [said.content for said in memory.messages(user_id="dana")]
    assert sure <= set(kept)
    assert len(kept) == len(set(kept))


def test_a_stream_ends_with_the_server(tmp_path):
    server = Process(tmp_path)
    server.start()
    url = f"http://127.0.0.1:{server.port}/v1/changes"
    events = {"Accept": "text/event-stream"}
    with httpx.stream("GET", url, headers=events, timeout=120) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 1000"
        os.kill(server.process.pid, signal.SIGTERM)
        assert list(lines) == [""]
    assert server.process.wait(300) == 0


@pytest.mark.parametrize("kind", ["postgres", "redis"])
def test_whether_the_store_answers_is_told_while_somebody_listens(tmp_path, kind):
    with postgres.server() if kind == "postgres" else redis.server(redis.modern()) as made:
        server = Process(tmp_path, url=made.url)
        server.start()
        try:
            asked = f"http://127.0.0.1:{server.port}/readyz"
            made.stop()
            answer = httpx.get(asked, timeout=60)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_ready")
            made.start()
            until = time.monotonic() + 300
            while httpx.get(asked, timeout=60).status_code != 200:
                assert time.monotonic() < until, "it does not find the store again"
        finally:
            assert server.end(signal.SIGTERM) == 0
