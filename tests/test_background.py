"""Work beside the caller's: one piece at a time, and none of it is forgotten."""

import asyncio
import threading

import numpy as np

from recollect import AsyncMemory
from recollect.concurrency import AsyncBackground, Background


def test_what_is_asked_for_meanwhile_is_done_next_and_once():
    background, done, go_on = Background(), list[str](), threading.Event()

    def second():
        done.append("second")

    def first():
        go_on.wait(10)
        done.append("first")

    background.start(first)
    for _ in range(3):
        background.start(second)
    go_on.set()
    background.wait()
    assert done == ["first", "second"]
    background.start(second)
    background.wait()
    assert done == ["first", "second", "second"]


def test_what_waits_is_not_begun_once_it_is_to_stop():
    background, done, go_on = Background(), list[str](), threading.Event()
    background.start(lambda: go_on.wait(10))
    background.start(lambda: done.append("too late"))
    background.stopping = True
    go_on.set()
    background.stop()
    background.start(lambda: done.append("later still"))
    assert done == []


class View:
    def __init__(self, done):
        self.done = done

    def work(self):
        self.done.append("worked")


def test_the_same_work_for_many_views_is_done_once():
    background, done, go_on = Background(), list[str](), threading.Event()
    background.start(lambda: go_on.wait(10))
    for _ in range(5):
        background.start(View(done).work)
    go_on.set()
    background.wait()
    assert done == ["worked"]


async def test_what_is_asked_for_meanwhile_is_done_next_and_once_in_a_task():
    background, done = AsyncBackground(), list[str]()

    async def second():
        done.append("second")

    async def first():
        await asyncio.sleep(0)
        for _ in range(3):
            background.start(second)
        done.append("first")

    background.start(first)
    await background.wait()
    assert done == ["first", "second"]
    background.start(first)
    await background.stop()
    assert done == ["first", "second", "first"]


async def test_an_exchange_that_ends_while_vectors_are_made_is_learned_from():
    begun, go_on = threading.Event(), threading.Event()

    def embed(texts):
        begun.set()
        go_on.wait(10)
        return np.ones((len(texts), 3), dtype=np.float32)

    memory = AsyncMemory("memory://", embedder=embed)
    try:
        for user, text in (("dana", "I like jazz."), ("erin", "I live in Berlin.")):
            said = [{"role": "user", "content": text}]
            scope = memory._conversation(user, None, "s1")
            await memory._jot(memory._as_said(said, scope))
            memory._talked()
            await asyncio.to_thread(begun.wait, 10)
        go_on.set()
        await memory._background.wait()
        assert await memory.value("user.home.place", user_id="erin") == "Berlin"
    finally:
        go_on.set()
        await memory.close()
