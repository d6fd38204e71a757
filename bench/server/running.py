"""The processes that are measured: the server, the bare endpoint, and the calls without either."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import httpx

from recollect import AsyncMemory
from recollect.server.keys import Keys

WAIT = 120
WARM = 10
"""Requests of each kind before the first that counts."""


class Asked:
    """A process that is told a line and answers with one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process, self._first = process, 0

    def answer(self, asked: dict[str, Any]) -> Any:
        """What it says."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a measured process has ended")
        return json.loads(line)


class Pairs(Asked):
    """The process that asks each question every way."""

    def took(self, verb: str, count: int, server: str, bare: str) -> dict[str, list[float]]:
        """Milliseconds of each request, by who was asked; the first ones are left out."""
        asked = {"verb": verb, "count": count + WARM, "warm": WARM}
        made: dict[str, list[float]] = self.answer(asked | {"server": server, "bare": bare})
        return made


class Inside(Asked):
    """The process that calls without a server."""

    def took(self, verb: str, seconds: float, colour: str = "async") -> list[float]:
        """Milliseconds of each call."""
        asked = {"verb": verb, "seconds": seconds, "colour": colour, "first": self._first}
        self._first += 97
        made: list[float] = self.answer(asked)
        return made


@contextmanager
def inside(url: str, folder: Path) -> Iterator[Inside]:
    """A process of its own with the memory open."""
    command = [sys.executable, "-m", "bench.server.inside", url, str(folder)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        yield Inside(process)
        assert process.stdin is not None
        process.stdin.close()


@contextmanager
def pairs(url: str, folder: Path, token: str) -> Iterator[Pairs]:
    """A process of its own that asks each question every way."""
    command = [sys.executable, "-m", "bench.server.pairs", url, str(folder), token]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        yield Pairs(process)
        assert process.stdin is not None
        process.stdin.close()


@contextmanager
def served(url: str, folder: Path, *options: str, env: Any = None) -> Iterator[str]:
    """`recollect serve`, which asks for keys; where it is."""
    log = folder / "serve.log"
    command = [sys.executable, "-m", "recollect", "serve", "--url", url, "--port", "0", *options]
    command += ["--audit", str(folder / "audit.jsonl")]
    with log.open("w") as stderr, subprocess.Popen(command, stderr=stderr, env=env) as process:
        try:
            yield _address(log, process)
        finally:
            process.terminate()


def _address(log: Path, process: subprocess.Popen[bytes]) -> str:
    ends = time.monotonic() + WAIT
    while time.monotonic() < ends and process.poll() is None:
        found = re.search(r"(http://127\.0\.0\.1:\d+)", log.read_text("utf-8"))
        try:
            if found and httpx.get(f"{found[1]}/readyz", timeout=10).status_code == 200:
                return found[1]
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text('utf-8')}")


@contextmanager
def bare(folder: Path, workers: int, size: int) -> Iterator[str]:
    """The endpoint that does nothing; where it is."""
    port = folder / f"bare-{workers}-{size}.port"
    with _listening("bench.server.bare", port, str(port), str(workers), str(size)) as url:
        yield f"{url}/"


@contextmanager
def still(url: str, folder: Path, question: str, user: str) -> Iterator[str]:
    """The server over a memory that answers at once; where it is."""
    port, log = folder / "still.port", str(folder / "audit.jsonl")
    with _listening("bench.server.still", port, url, str(port), log, question, user) as found:
        yield found


@contextmanager
def _listening(module: str, port: Path, *arguments: str) -> Iterator[str]:
    port.unlink(missing_ok=True)
    with subprocess.Popen([sys.executable, "-m", module, *arguments]) as process:
        try:
            ends = time.monotonic() + WAIT
            while not port.exists() and time.monotonic() < ends and process.poll() is None:
                time.sleep(0.1)
            url = f"http://127.0.0.1:{port.read_text('utf-8')}"
            httpx.get(url, timeout=WAIT)  # whatever it says, it has started
            yield url
        finally:
            process.terminate()


def key(url: str, tenant: str = "") -> str:
    """A new key's token."""

    async def made() -> str:
        async with AsyncMemory(url, embedder=None) as memory:
            return (await Keys(memory).create(tenant))[1]

    return asyncio.run(made())
