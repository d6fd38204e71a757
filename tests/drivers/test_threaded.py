"""A sync back-end in a thread: what was started is finished, what was not is not done."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from recollect.conformance.samples import DANA, near, put, said
from recollect.drivers.inprocess import InProcessIndex
from recollect.drivers.memory import InMemoryStore
from recollect.drivers.threaded import ThreadedEmbedder, ThreadedIndex, ThreadedStore, Worker
from recollect.errors import IdConflict, StoreClosed
from recollect.orders import Batch, Change, Committed, Query
from recollect.ports.callers import whose
from recollect.types import Message, Owner


class Slow(InMemoryStore):
    """Waits inside each call until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.entered = threading.Event()
        self.go = threading.Event()
        self.threads: set[int] = set()

    def wait(self) -> None:
        self.threads.add(threading.get_ident())
        self.entered.set()
        assert self.go.wait(120)

    def commit(self, batch: Batch) -> Committed:
        self.wait()
        return super().commit(batch)

    def erase(self, owner: Owner) -> dict[str, int]:
        self.wait()
        return super().erase(owner)

    def messages(self, query: Query) -> list[Message]:
        self.wait()
        return super().messages(query)

    def close(self) -> None:
        self.wait()
        super().close()


async def entered(slow: Slow) -> None:
    """Wait until the worker is inside a call."""
    assert await asyncio.to_thread(slow.entered.wait, 120)
    slow.entered.clear()


def batch(text: str = "hello") -> Batch:
    return Batch(puts=(put(said(text)),))


async def test_a_started_write_is_finished_before_the_cancellation() -> None:
    slow = Slow()
    store = ThreadedStore(slow)
    task = asyncio.create_task(store.commit(batch()))
    await entered(slow)
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0.005)
        assert not task.done()
    slow.go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert len(await store.messages(Query(DANA))) == 1
    await store.close()


async def test_a_started_erase_is_finished_too() -> None:
    slow = Slow()
    InMemoryStore.commit(slow, batch())
    store = ThreadedStore(slow)
    task = asyncio.create_task(store.erase(DANA.owner))
    await entered(slow)
    task.cancel()
    await asyncio.sleep(0.005)
    assert not task.done()
    slow.go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.messages(Query(DANA)) == []
    await store.close()


async def test_a_write_that_waits_for_its_turn_is_not_done() -> None:
    slow = Slow()
    store = ThreadedStore(slow)
    first = asyncio.create_task(store.commit(batch("first")))
    await entered(slow)
    second = asyncio.create_task(store.commit(batch("second")))
    await asyncio.sleep(0.005)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    slow.go.set()
    await first
    assert [message.content for message in await store.messages(Query(DANA))] == ["first"]
    await store.close()


async def test_a_write_that_fails_after_the_cancellation_is_quiet() -> None:
    slow = Slow()
    InMemoryStore.commit(slow, Batch(puts=(put(said("taken", id="m")),)))
    store = ThreadedStore(slow)
    task = asyncio.create_task(store.commit(Batch(puts=(put(said("other", id="m")),))))
    await entered(slow)
    task.cancel()
    slow.go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.close()


async def test_a_read_is_abandoned_at_once() -> None:
    slow = Slow()
    store = ThreadedStore(slow)
    task = asyncio.create_task(store.messages(Query(DANA)))
    await entered(slow)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 60)
    assert not slow.go.is_set()
    slow.go.set()
    await store.commit(batch())
    await store.close()


async def test_a_timeout_waits_for_the_write() -> None:
    slow = Slow()
    store = ThreadedStore(slow)

    async def impatient() -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as limit:
            begun = asyncio.create_task(entered(slow))
            begun.add_done_callback(lambda _: limit.reschedule(loop.time()))
            begun.add_done_callback(lambda _: loop.call_later(0.05, slow.go.set))
            await store.commit(batch())

    with pytest.raises(TimeoutError):
        await impatient()
    assert len(await store.messages(Query(DANA))) == 1
    await store.close()


async def test_the_loop_runs_on_meanwhile_and_one_thread_does_the_work() -> None:
    slow = Slow()
    store = ThreadedStore(slow)
    tasks = [asyncio.create_task(store.commit(batch(f"m{number}"))) for number in range(5)]
    await entered(slow)
    assert not any(task.done() for task in tasks)
    slow.go.set()
    await asyncio.gather(*tasks)
    assert len(slow.threads) == 1
    assert slow.threads != {threading.get_ident()}
    await store.close()


async def test_errors_come_through() -> None:
    store = ThreadedStore(InMemoryStore())
    await store.commit(Batch(puts=(put(said("taken", id="m")),)))
    with pytest.raises(IdConflict):
        await store.commit(Batch(puts=(put(said("other", id="m")),)))
    await store.close()


async def test_close_ends_the_thread() -> None:
    store = ThreadedStore(InMemoryStore())
    await store.commit(batch())
    [thread] = store._worker._pool._threads
    assert thread.is_alive()
    await store.close()
    await asyncio.to_thread(thread.join, 120)
    assert not thread.is_alive()
    await store.close()
    with pytest.raises(StoreClosed):
        await store.commit(batch())


async def test_close_is_done_even_if_cancelled() -> None:
    slow = Slow()
    store = ThreadedStore(slow)
    reading = asyncio.create_task(store.messages(Query(DANA)))
    await entered(slow)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.005)
    closing.cancel()
    slow.go.set()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert await reading == []
    with pytest.raises(StoreClosed):
        InMemoryStore.messages(slow, Query(DANA))


async def test_an_index_finishes_what_it_applies() -> None:
    class SlowIndex(InProcessIndex):
        started, go = threading.Event(), threading.Event()

        def apply(self, changes: Sequence[Change], after: int = 0) -> None:
            self.started.set()
            assert self.go.wait(120)
            super().apply(changes, after)

    inner = SlowIndex()
    index = ThreadedIndex(inner)
    message = said("m", id="m")
    task = asyncio.create_task(index.apply([Change(1, "put", DANA, "m", put(message))]))
    assert await asyncio.to_thread(inner.started.wait, 120)
    task.cancel()
    await asyncio.sleep(0.005)
    assert not task.done()
    inner.go.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await index.position() == 1
    assert await index.search(near()) == []
    await index.erase(DANA.owner)
    await index.close()
    with pytest.raises(StoreClosed):
        await index.position()


async def test_an_embedder() -> None:
    import numpy as np

    closed: list[str] = []

    class Lengths:
        id = "lengths"
        latin = False
        cosines = (0.05, 0.5)

        def close(self) -> None:
            closed.append(self.id)

        def embed(self, texts: Sequence[str]) -> Any:
            return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    embedder = ThreadedEmbedder(Lengths())
    assert embedder.id == "lengths"
    assert (await embedder.embed(["a", "abc"])).tolist() == [[1.0, 1.0], [3.0, 1.0]]
    await embedder.close()
    await embedder.close()
    assert closed == ["lengths"]
    with pytest.raises(StoreClosed):
        await embedder.embed(["x"])


def test_the_same_store_in_two_loops() -> None:
    store = ThreadedStore(InMemoryStore())
    asyncio.run(store.commit(batch()))
    assert len(asyncio.run(store.messages(Query(DANA)))) == 1
    asyncio.run(store.close())


async def test_callers_take_turns_and_closing_comes_last() -> None:
    """One who has asked for much is not served first because of that."""
    worker, go, done = Worker("store"), threading.Event(), list[str]()

    def ask(caller: str, name: str, call: Any = None) -> asyncio.Future[Any]:
        mark = whose.set(caller)
        try:
            return asyncio.ensure_future(
                worker.read(call or done.append, *([] if call else [name]))
            )
        finally:
            whose.reset(mark)

    first = ask("greedy", "", go.wait)
    jobs = [ask("greedy", f"greedy {number}") for number in range(4)]
    await asyncio.sleep(0)
    jobs += [ask("calm", f"calm {number}") for number in range(2)] + [ask("other", "other")]
    await asyncio.sleep(0)
    closed = asyncio.ensure_future(worker.close(lambda: done.append("closed")))
    await asyncio.sleep(0)
    jobs[1].cancel()
    for _ in range(5):  # until its job has heard
        await asyncio.sleep(0)
    go.set()
    await asyncio.gather(first, closed, *jobs, return_exceptions=True)
    assert done == [
        "calm 0", "greedy 0", "other", "calm 1", "greedy 2", "greedy 3", "closed",
    ]  # fmt: skip
    with pytest.raises(StoreClosed):
        await worker.read(go.wait)
