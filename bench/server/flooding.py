"""A good client among bad ones: over their rate, with bodies too large, dribbling."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from urllib.parse import urlsplit

import httpx

from recollect import Memory

from ..corpus import questions, texts, unit_vectors
from ..figures import Figure
from ..files import USER, Prepared
from .load import Load, Target
from .measures import Place, Sizes
from .running import key, served

BOUND = 2.0
RATE = 20
"""Requests a second of the good client."""
FLOODERS, SLOW = 16, 50
LARGE = 8 << 20


def flooding(place: Place, sizes: Sizes) -> Iterator[Figure]:
    """The good client's p99 alone and among the others, by turns, on one process as it is run
    without any option."""
    said = texts(sizes.messages)
    with Memory(place.url, embedder=Prepared(unit_vectors(len(said)))) as memory:
        memory.tenant("another").add(said, user_id=USER)  # so that a bad search costs a good one
    other, asked = key(place.url, "another"), questions(said, 300, seed=5)
    quiet, among, refused = list[float](), list[float](), list[Load]()
    with served(place.url, place.folder) as server:
        good = _Good(server, place.token, asked)
        bad = Target(f"{server}/v1/search", place.bodies("search"), other)
        good.took(1)
        for _ in range(sizes.rounds):
            quiet += good.took(2 * sizes.seconds)
            with _bad_ones(server, bad, 2 * sizes.seconds + 2, refused):
                among += good.took(2 * sizes.seconds)
    alone, beside = _p99(quiet), _p99(among)
    yield Figure(
        "a good client's p99 beside a flood",
        beside / alone,
        "x",
        BOUND,
        against="the same client alone",
        parts={
            "alone ms": alone,
            "beside ms": beside,
            "p50 alone ms": median(quiet),
            "p50 beside ms": median(among),
            "requests each": len(quiet),
            "flood a second": median(one.rate for one in refused),
            "of it refused": median(one.refused / max(1, one.requests) for one in refused),
        },
    )


class _Good:
    """Asks as often as it may, and every request must be answered."""

    def __init__(self, server: str, token: str, asked: list[str]) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.Client(base_url=server, headers=headers, timeout=30)
        self._asked, self._number = asked, 0

    def took(self, seconds: float) -> list[float]:
        """Milliseconds of each request."""
        taken, ends = list[float](), time.monotonic() + seconds
        while time.monotonic() < ends:
            self._number += 1
            body = {"query": self._asked[self._number % len(self._asked)], "user_id": USER}
            start = time.perf_counter()
            self._http.post("/v1/search", json=body).raise_for_status()
            taken.append((time.perf_counter() - start) * 1e3)
            time.sleep(max(0.0, 1 / RATE - taken[-1] / 1e3))
        return taken


def _p99(taken: list[float]) -> float:
    return quantiles(taken, n=100)[98] if len(taken) > 1 else taken[0]


@contextmanager
def _bad_ones(server: str, bad: Target, seconds: float, told: list[Load]) -> Iterator[None]:
    """A flood, oversized bodies and slow heads, all at once."""
    stop = threading.Event()
    where = urlsplit(server)
    address = (str(where.hostname), int(where.port or 80))
    threads = [
        threading.Thread(target=lambda: told.append(bad.load(FLOODERS, seconds))),
        threading.Thread(target=_oversized, args=(address, bad.token, stop)),
        threading.Thread(target=_dribbling, args=(address, stop)),
    ]
    for one in threads:
        one.start()
    time.sleep(0.2)  # until all of them have begun
    try:
        yield
    finally:
        stop.set()
        for one in threads:
            one.join()


def _oversized(address: tuple[str, int], token: str, stop: threading.Event) -> None:
    head = "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Authorization: Bearer {token}\r\nContent-Length: {LARGE}\r\n\r\n"
    while not stop.wait(0.05):
        with socket.create_connection(address, timeout=10) as line:
            try:
                line.sendall(head.encode() + b"x" * 65536)
                line.recv(1024)
            except OSError:
                continue


def _dribbling(address: tuple[str, int], stop: threading.Event) -> None:
    """Heads that come a byte at a time, and never end."""
    lines = [socket.create_connection(address, timeout=10) for _ in range(SLOW)]
    while not stop.wait(0.2):
        for line in lines:
            try:
                line.sendall(b"x")
            except OSError:
                continue
    for line in lines:
        line.close()
