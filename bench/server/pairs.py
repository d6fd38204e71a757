"""One request after another, each the same four ways by turns: to the server, to the bare endpoint,
and to the same memory in this process, in both colours.

python -m bench.server.pairs URL FOLDER TOKEN    then lines of JSON on stdin, answered on stdout
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from recollect import AsyncMemory, Memory

from .inside import bodies

SETTLE = 0.005
"""Seconds before each: what the one before left to do is not this one's."""


class Line:
    """A connection that is kept open, with as little around it as there can be."""

    def __init__(self, url: str, token: str) -> None:
        where = urlsplit(url)
        self._line = socket.create_connection((str(where.hostname), int(where.port or 80)), 60)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"POST {where.path or '/'} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
        )

    def took(self, body: bytes) -> float:
        """Milliseconds of one request, which must succeed."""
        sent = f"{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        start = time.perf_counter()
        self._line.sendall(sent)
        got, whole = b"", 0
        while not whole or len(got) < whole:
            more = self._line.recv(1 << 20)
            if not more:
                raise RuntimeError(f"the line was cut: {got[:200]!r}")
            got += more
            whole = whole or _length(got)
        took = time.perf_counter() - start
        if not got.startswith(b"HTTP/1.1 200 "):
            raise RuntimeError(f"no success: {got[:500]!r}")
        return took * 1e3


def _length(got: bytes) -> int:
    """How long an answer is, head and all; 0 while that is not known."""
    head, end, _ = got.lower().partition(b"\r\n\r\n")
    if not end:
        return 0
    length = head.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
    return len(head) + len(end) + int(length)


def main() -> None:
    """Answer until stdin ends."""
    url, folder, token = sys.argv[1:]
    asyncio.run(answering(url, Path(folder), token))


async def answering(url: str, folder: Path, token: str) -> None:
    """In both colours, each with its own connection to the store."""
    async with AsyncMemory(url) as memory:
        with Memory(url) as plain:
            doors = {"async": memory.tenant(""), "sync": plain}
            while line := await asyncio.to_thread(sys.stdin.readline):
                asked = json.loads(line)
                lines = {name: Line(asked[name], token) for name in ("server", "bare")}
                print(json.dumps(await _taken(asked, bodies(folder, asked["verb"]), doors, lines)),
                      flush=True)  # fmt: skip


async def _taken(
    asked: dict[str, Any], every: list[dict[str, Any]], doors: dict[str, Any], lines: Any
) -> dict[str, list[float]]:
    """Milliseconds of each, by who was asked."""
    ways = ["server", "async", "bare", "sync"]
    taken: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(asked["count"]):
        body = every[number % len(every)]
        packed = json.dumps(body).encode()
        for way in ways[number % 4 :] + ways[: number % 4]:
            for door in doors.values():
                waited = door._background.wait()
                await waited if asyncio.iscoroutine(waited) else None
            await asyncio.sleep(SETTLE)
            if way in lines:
                taken[way].append(lines[way].took(packed))
                continue
            start = time.perf_counter()
            made = getattr(doors[way], asked["verb"])(**body)
            if way == "async":
                await made
            taken[way].append((time.perf_counter() - start) * 1e3)
    return {way: each[asked["warm"] :] for way, each in taken.items()}


if __name__ == "__main__":
    main()
