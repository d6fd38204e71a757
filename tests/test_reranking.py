"""Rerankers in threads, and what only one colour can get wrong."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from recollect import AsyncMemory, ConfigError, Memory

SAID = ["I prefer the dark theme.", "A dark theme saves power, they say.", "The dog is called Rex."]
THEME = "Which dark theme?"


def frugal(query: str, texts: Sequence[str]) -> list[float]:
    return [float("power" in text) for text in texts]


def test_threads_share_one() -> None:
    with Memory("memory://", embedder=None, reranker=frugal) as memory:
        memory.add(SAID, user_id="dana")
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: memory.search(THEME, user_id="dana"), range(40)))
    assert {hits[0].text for hits in found} == {SAID[1]}
    assert {hits.degraded for hits in found} == {()}


async def test_several_are_asked_at_a_time_and_nobody_waits_for_them() -> None:
    together = threading.Barrier(4, timeout=30)

    def slow(query: str, texts: Sequence[str]) -> list[float]:
        together.wait()  # four questions are read at once, or none ever is
        return frugal(query, texts)

    async with AsyncMemory("memory://", embedder=None, reranker=slow) as memory:
        await memory.add(SAID, user_id="dana")
        asked = (memory.search(THEME, user_id="dana") for _ in range(4))
        found = await asyncio.gather(*asked)
    assert [hits[0].text for hits in found] == [SAID[1]] * 4
    assert [hits.degraded for hits in found] == [()] * 4


async def test_an_async_function_is_refused() -> None:
    async def later(query: str, texts: Sequence[str]) -> list[float]:
        return frugal(query, texts)

    for door in (Memory, AsyncMemory):
        with pytest.raises(ConfigError, match="not an async one"):
            door("memory://", embedder=None, reranker=later)


async def test_a_search_that_is_given_up_waits_for_nobody() -> None:
    begun, go = threading.Event(), threading.Event()

    def held(query: str, texts: Sequence[str]) -> list[float]:
        begun.set()
        go.wait(30)
        return frugal(query, texts)

    async with AsyncMemory("memory://", embedder=None, reranker=held) as memory:
        await memory.add(SAID, user_id="dana")
        search = asyncio.create_task(memory.search(THEME, user_id="dana"))
        await asyncio.to_thread(begun.wait, 30)
        search.cancel()
        with pytest.raises(asyncio.CancelledError):
            await search
        go.set()
        assert (await memory.search(THEME, user_id="dana"))[0].text == SAID[1]


def test_nothing_of_it_is_loaded_unless_it_is_named() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from recollect import Memory; m = Memory('memory://', embedder=None); "
        "m.add(['a b', 'a c'], user_id='dana'); m.search('a', user_id='dana'); "
        "print([n for n in sys.modules if 'rerank' in n or n.startswith('httpx')])"
    )
    env = {name: value for name, value in os.environ.items() if not name.startswith("RECOLLECT_")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr
