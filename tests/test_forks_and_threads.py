"""A memory opened before a fork works on both sides of it, whatever other threads are doing."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Memory
from recollect.drivers.faiss import FaissIndex
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.qdrant import QdrantIndex
from recollect.errors import StoreBusy

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork"),
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

PATIENCE = 300.0


def embed(texts: list[str]) -> list[list[float]]:
    return [[len(text), sum(map(ord, text)) % 101, 1.0] for text in texts]


class Child:
    """A call in a forked process: it returns the result, raises the error, or is out of time."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                answer: Any = call()
            except BaseException as error:
                answer = error
            with contextlib.suppress(BaseException), os.fdopen(writing, "wb") as pipe:
                pickle.dump(answer, pipe)
            os._exit(0)
        os.close(writing)

    def result(self) -> Any:
        with os.fdopen(self._reading, "rb") as pipe:
            timer = threading.Timer(PATIENCE, os.kill, (self.pid, signal.SIGKILL))
            timer.start()
            raw = pipe.read()
            timer.cancel()
        os.waitpid(self.pid, 0)
        assert raw, "the child hung or died"
        answer = pickle.loads(raw)
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.fixture
def memory(folder: Path) -> Iterator[Memory]:
    with Memory(str(folder / "memory.db"), embedder=embed) as opened:
        opened.add("before the fork", user_id="dana")
        opened.search("fork", user_id="dana")
        yield opened


@contextmanager
def busy(memory: Memory, count: int = 2) -> Iterator[list[str]]:
    """Threads that write and read all the while."""
    ended, said = threading.Event(), []

    def work(number: int) -> None:
        step = 0
        while not ended.is_set():
            step += 1
            memory.add(f"thread {number} says {step}", user_id="dana")
            said.append(f"thread {number} says {step}")
            memory.search("says", user_id="dana", limit=3)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield said
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def words(memory: Memory) -> list[str]:
    return sorted(message.content for message in memory.messages(user_id="dana"))


def healthy(memory: Memory) -> bool:
    return memory.verify().ok


def test_both_sides_go_on(memory: Memory) -> None:
    def child() -> list[str]:
        memory.add("from the child", user_id="dana")
        assert memory.search("child", user_id="dana", min_relevance=0)
        memory.close()
        return ["ok"]

    running = Child(child)
    memory.add("from the parent", user_id="dana")
    assert running.result() == ["ok"]
    assert words(memory) == ["before the fork", "from the child", "from the parent"]
    assert "from the child" in [
        hit.text for hit in memory.search("child", user_id="dana", min_relevance=0)
    ]
    assert healthy(memory)


def test_the_parent_closing_takes_nothing_from_the_child(folder: Path) -> None:
    """SQLite removes the log when it thinks that it is alone: the child must count as there."""
    path = str(folder / "memory.db")
    memory = Memory(path, embedder=None)
    memory.add("before", user_id="dana")
    go_on, closed = os.pipe()

    def child() -> int:
        os.close(closed)
        memory.add("first", user_id="dana")
        os.read(go_on, 1)
        memory.add("second", user_id="dana")
        return len(memory.messages(user_id="dana"))

    running = Child(child)
    os.close(go_on)
    deadline = time.monotonic() + PATIENCE
    while len(memory.messages(user_id="dana")) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    memory.close()
    os.write(closed, b"!")
    os.close(closed)
    assert running.result() == 3
    with Memory(path, embedder=None) as again:
        assert words(again) == ["before", "first", "second"]


def test_a_fork_in_the_middle_of_writing(memory: Memory) -> None:
    def child() -> int:
        for step in range(5):
            memory.add(f"child {os.getpid()} says {step}", user_id="dana")
        return 5

    with busy(memory) as said:
        deadline = time.monotonic() + PATIENCE
        while not said and time.monotonic() < deadline:
            time.sleep(0.001)
        total = 0
        for _ in range(15):
            children = [Child(child) for _ in range(2)]
            total += sum(running.result() for running in children)
    found = words(memory)
    assert [text for text in found if text.startswith("thread")] == sorted(said)
    assert sum(text.startswith("child") for text in found) == total == 150
    assert healthy(memory)


def test_children_of_children(memory: Memory) -> None:
    def grandchild() -> str:
        memory.add("grandchild", user_id="dana")
        return "done"

    def child() -> str:
        answer: str = Child(grandchild).result()
        memory.add("child", user_id="dana")
        return answer

    assert Child(child).result() == "done"
    assert words(memory) == ["before the fork", "child", "grandchild"]


def test_multiprocessing(memory: Memory) -> None:
    context = multiprocessing.get_context("fork")

    def work(number: int) -> None:
        memory.add(f"process {number}", user_id="dana")
        sys.exit(0 if memory.search(f"process {number}", user_id="dana", min_relevance=0) else 1)

    with busy(memory, 1) as said:
        children = [context.Process(target=work, args=(number,)) for number in range(4)]
        for process in children:
            process.start()
        for process in children:
            process.join(PATIENCE)
        codes = [process.exitcode for process in children]
        for process in children:
            process.kill()
            process.join()
            process.close()
    assert codes == [0] * 4
    wanted = [f"process {number}" for number in range(4)]
    assert words(memory) == sorted(["before the fork", *wanted, *said])
    assert healthy(memory)


def test_the_backfill_goes_on_in_the_child(folder: Path) -> None:
    """The thread that makes missing vectors stays behind; the child starts its own."""
    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add([f"message {number}" for number in range(300)], user_id="dana")
    quick: list[bool] = []  # no event: its lock might be held while the process forks

    def embedder(texts: list[str]) -> list[list[float]]:
        while len(texts) > 1 and not quick:
            time.sleep(0.01)
        return embed(texts)

    memory = Memory(path, embedder=embedder)
    memory.search("message", user_id="dana")
    assert memory.stats().pending > 0

    def child() -> int:
        quick.append(True)
        deadline = time.monotonic() + PATIENCE
        while memory.stats().pending and time.monotonic() < deadline:
            memory.search("message", user_id="dana")
            time.sleep(0.01)
        memory.close()
        return memory_pending(path, embedder)

    assert Child(child).result() == 0
    quick.append(True)
    memory.close()
    with Memory(path, embedder=embedder) as again:
        assert again.stats().pending == 0
        assert healthy(again)


def memory_pending(path: str, embedder: Any) -> int:
    with Memory(path, embedder=embedder) as memory:
        return memory.stats().pending


def test_an_async_memory_in_the_child(folder: Path) -> None:
    memory = AsyncMemory(str(folder / "memory.db"), embedder=embed)

    async def talk(text: str) -> int:
        await memory.add(text, user_id="dana")
        await memory.search(text, user_id="dana")
        return len(await memory.messages(user_id="dana"))

    async def talk_and_close(text: str) -> int:
        said = await talk(text)
        await memory.close()
        return said

    assert asyncio.run(talk("before")) == 1
    assert Child(lambda: asyncio.run(talk_and_close("child"))).result() == 2
    assert asyncio.run(talk_and_close("after")) == 3


def test_an_async_memory_outlives_its_loop(folder: Path) -> None:
    """Each run cancels what was under way in it; the next must not trip over that."""

    quick = threading.Event()

    def slow(texts: list[str]) -> list[list[float]]:
        assert len(texts) == 1 or quick.wait(PATIENCE)
        return embed(texts)

    path = str(folder / "memory.db")
    with Memory(path, embedder=None) as plain:
        plain.add([f"message {number}" for number in range(100)], user_id="dana")
    memory = AsyncMemory(path, embedder=slow)

    async def once() -> int:
        await memory.search("message", user_id="dana")
        return (await memory.stats()).pending

    assert asyncio.run(once()) > 0
    quick.set()
    asyncio.run(once())
    asyncio.run(memory.close())


def test_the_folder_may_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path means the same file for as long as the memory is open."""
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder)
    with Memory("memory.db", embedder=None) as memory:
        memory.add("here", user_id="dana")
        monkeypatch.chdir(folder / "elsewhere")
        assert Child(lambda: words(memory)).result() == ["here"]
        memory.add("there", user_id="dana")
        assert words(memory) == ["here", "there"]
    assert os.listdir(folder / "elsewhere") == []


def test_using_it_while_another_thread_closes_it(folder: Path) -> None:
    from recollect.errors import StoreClosed

    for round in range(10):
        memory = Memory(str(folder / f"{round}.db"), embedder=embed)
        kept: list[str] = []

        def write(memory: Memory = memory, kept: list[str] = kept) -> None:
            with contextlib.suppress(StoreClosed):
                while True:
                    kept.extend(memory.add(f"{len(kept)}", user_id="dana").ids)

        thread = threading.Thread(target=write)
        thread.start()
        time.sleep(0.01 * round)
        memory.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()
        with Memory(str(folder / f"{round}.db"), embedder=None) as again:
            assert {message.id for message in again.messages(user_id="dana")} == set(kept)


def test_nothing_in_the_process_is_caught_half_done(folder: Path) -> None:
    """A fork waits until what other threads do there is done: their locks would stay taken."""
    index = FaissIndex(str(folder / "faiss"))
    for held, ask in (
        (store := InMemoryStore(), store.owners),
        (plain := InProcessIndex(), plain.position),
        (index, index.position),
    ):
        taken = threading.Event()

        def work(held: Any = held, taken: threading.Event = taken) -> None:
            with held._lock:
                taken.set()
                time.sleep(0.3)  # the child is made meanwhile

        thread = threading.Thread(target=work)
        thread.start()
        assert taken.wait(PATIENCE)
        assert not Child(ask).result()
        thread.join()
    index.close()


@pytest.mark.parametrize("beside", [None, "faiss"])
def test_a_child_searches_what_an_index_in_the_process_has(
    folder: Path, beside: str | None
) -> None:
    vectors = beside and f"{beside}:///{folder}/index"
    path = folder / ("memory.db" if beside else "memory.json")

    def child() -> tuple[int, tuple[str, ...]]:
        hits = memory.search("fork", user_id="dana", min_relevance=0)
        return len(hits), hits.degraded

    with Memory(str(path), embedder=embed, vectors=vectors) as memory:
        memory.add("before the fork", user_id="dana")
        with busy(memory, 3):
            assert [Child(child).result()[1] for _ in range(5)] == [()] * 5
        hits = memory.search("fork", user_id="dana", min_relevance=0)
        assert hits.degraded == ()
    if vectors:  # the folder stayed the parent's
        again = FaissIndex(str(folder / "index"))
        assert again.position()
        again.close()


def test_the_folder_of_an_engine_stays_the_parents(folder: Path) -> None:
    index = QdrantIndex(str(folder / "qdrant"))
    assert index.position() == 0

    def child() -> str:
        with pytest.raises(StoreBusy):
            index.position()
        index.close()
        return "closed"

    assert Child(child).result() == "closed"
    assert index.position() == 0
    index.close()
