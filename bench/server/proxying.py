"""What the proxy adds until a provider's first byte, against one search of the same server."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import httpx

from ..corpus import questions, texts
from ..figures import Figure
from ..files import USER
from ..wrapping import _server as provider
from .measures import FREE, Place, Sizes
from .running import served

BOUND = 1.1
"""One search, and a tenth of it for the noise of a difference between two times of 150 ms."""
WARM_UP = 3


def proxying(place: Place, sizes: Sizes) -> Iterator[Figure]:
    """Streams straight from the provider and through the proxy, and searches, by turns."""
    asked = questions(texts(sizes.messages), 20 * sizes.rounds + WARM_UP, seed=3)
    taken: dict[str, list[float]] = {"provider": [], "proxy": [], "search": []}
    with provider(place.folder) as upstream:
        env = {**os.environ, "RECOLLECT_UPSTREAM_OPENAI": upstream}
        with served(place.url, place.folder, *FREE, env=env) as server, httpx.Client() as http:
            mine = {"x-recollect-key": place.token, "x-recollect-user": USER}
            steps: dict[str, Callable[[str, str], float]] = {
                "provider": lambda text, _: _first(http, f"{upstream}/v1", text, {}),
                "proxy": lambda text, session: _first(
                    http, f"{server}/openai/v1", text, {**mine, "x-recollect-session": session}
                ),
                "search": lambda text, _: _search(http, server, text, mine),
            }
            for number, text in enumerate(asked):
                for name in sorted(steps, key=lambda one: (number + len(one)) % 3):
                    time.sleep(0.05)  # what the request before left to do is not this one's
                    taken[name].append(steps[name](text, f"s{number}"))
    times = {name: median(each[WARM_UP:]) for name, each in taken.items()}
    over = times["proxy"] - times["provider"]
    yield Figure(
        "first byte through the proxy beyond the provider's, p50",
        over / times["search"],
        "x",
        BOUND,
        against="one search over HTTP",
        parts={
            "proxy adds ms": over * 1e3,
            "search ms": times["search"] * 1e3,
            "provider alone ms": times["provider"] * 1e3,
        },
    )


def _first(http: httpx.Client, base: str, text: str, headers: dict[str, str]) -> float:
    """Seconds until the first byte of a streamed answer."""
    body: dict[str, Any] = {"model": "m", "stream": True}
    body["messages"] = [{"role": "user", "content": text}]
    sent = {"Authorization": "Bearer none", **headers}
    start = time.perf_counter()
    url = f"{base}/chat/completions"
    with http.stream("POST", url, json=body, headers=sent, timeout=30) as answer:
        answer.raise_for_status()
        chunks = answer.iter_raw()
        next(chunks)
        took = time.perf_counter() - start
        for _ in chunks:
            pass
    return took


def _search(http: httpx.Client, server: str, text: str, headers: dict[str, str]) -> float:
    start = time.perf_counter()
    body = {"query": text, "user_id": USER}
    answer = http.post(f"{server}/v1/search", json=body, headers=headers, timeout=30)
    answer.raise_for_status()
    return time.perf_counter() - start
