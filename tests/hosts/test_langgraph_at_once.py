"""Many at once on one store: nothing is lost, the last wins, and the event loop goes on."""

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from langgraph.store.base import PutOp
from langgraph.store.base.batch import AsyncBatchedBaseStore

from recollect import Memory
from recollect.hosts.langgraph import RecollectStore

DOCS = ("docs",)
WRITER = """
import sys
from recollect import Memory
from recollect.hosts.langgraph import RecollectStore

who = sys.argv[2]
with Memory(sys.argv[1], embedder=None) as memory:
    store = RecollectStore(memory)
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(10):
        store.put(("docs",), f"{who}-{n}", {"n": n})
        store.put(("docs",), "same", {"who": who, "n": n})
        if n % 5 == 4:
            store.delete(("docs",), f"{who}-{n}")
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "agent.db"


def test_threads(path):
    with Memory(path, embedder=None) as memory, ThreadPoolExecutor(8) as pool:
        store = RecollectStore(memory)

        def work(who):
            for n in range(10):
                store.put(DOCS, f"{who}-{n}", {"n": n})
                store.put(DOCS, "same", {"who": who, "n": n})

        list(pool.map(work, range(8)))
        found = store.search(DOCS, limit=1000)
        assert len({one.key for one in found}) == len(found) == 81
        assert store.get(DOCS, "same").value["n"] == 9
        (note,) = memory.notes(agent_id="langgraph", key="langgraph:docs..same")
        assert len(memory.history(note.id, agent_id="langgraph")) == 80
        assert memory.verify().ok


def test_processes(path):
    command = [sys.executable, "-c", WRITER, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    writers = [subprocess.Popen([*command, who], **pipes) for who in "abc"]
    for one in writers:
        assert one.stdout.readline() == "ready\n"
    for one in writers:
        one.communicate("go\n", timeout=120)
        assert one.returncode == 0
    with Memory(path, embedder=None) as memory:
        store = RecollectStore(memory)
        wanted = {f"{who}-{n}" for who in "abc" for n in range(10) if n % 5 != 4} | {"same"}
        found = store.search(DOCS, limit=1000)
        assert len(found) == len(wanted)
        assert {one.key for one in found} == wanted
        assert store.get(DOCS, "same").value["n"] == 9
        assert memory.verify().ok


def test_puts_and_deletes_of_one_item_at_once(path):
    with Memory(path, embedder=None) as memory, ThreadPoolExecutor(6) as pool:
        store = RecollectStore(memory)

        def work(who):
            for n in range(12):
                store.put(DOCS, "same", {"who": who}) if (n + who) % 3 else store.delete(
                    DOCS, "same"
                )

        list(pool.map(work, range(6)))
        assert len(memory.notes(agent_id="langgraph")) <= 1
        store.put(DOCS, "same", {"last": True})
        assert [one.value for one in store.search(DOCS)] == [{"last": True}]
        store.delete(DOCS, "same")
        assert store.search(DOCS) == memory.notes(agent_id="langgraph") == []


async def test_tasks(path):
    with Memory(path, embedder=None) as memory:
        store = RecollectStore(memory)
        await asyncio.gather(*(store.aput(DOCS, str(n), {"n": n}) for n in range(40)))
        got = await asyncio.gather(*(store.aget(DOCS, str(n)) for n in range(40)))
        assert [one.value["n"] for one in got] == list(range(40))


class Slow(RecollectStore):
    """A store whose puts wait for a sign."""

    def __init__(self, memory):
        super().__init__(memory)
        self.begun, self.go = threading.Event(), threading.Event()

    def _put(self, made):
        self.begun.set()
        assert self.go.wait(30)
        super()._put(made)


async def test_the_event_loop_goes_on():
    with Memory("memory://", embedder=None) as memory:
        store = Slow(memory)
        putting = asyncio.create_task(store.aput(DOCS, "a", {"n": 1}))
        assert await asyncio.to_thread(store.begun.wait, 30)
        assert await store.aget(DOCS, "a") is None
        store.go.set()
        await putting
        assert (await store.aget(DOCS, "a")).value == {"n": 1}


async def test_a_cancelled_batch_is_whole_before_the_cancellation_goes_through():
    with Memory("memory://", embedder=None) as memory:
        store = Slow(memory)
        work = asyncio.create_task(store.abatch([PutOp(DOCS, str(n), {"n": n}) for n in range(5)]))
        assert await asyncio.to_thread(store.begun.wait, 30)
        for _ in range(3):
            work.cancel()
            await asyncio.sleep(0.01)
            assert not work.done()
        store.go.set()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert len(store.search(DOCS)) == 5


async def test_an_error_of_a_cancelled_batch_is_nobodys():
    with Memory("memory://", embedder=None) as memory:
        store = Slow(memory)
        work = asyncio.create_task(store.aput(DOCS, "a", {"n": 1}))
        assert await asyncio.to_thread(store.begun.wait, 30)
        memory.close()
        work.cancel()
        await asyncio.sleep(0)
        store.go.set()
        with pytest.raises(asyncio.CancelledError):
            await work


async def test_ops_of_one_tick_can_be_batched():
    """LangGraph's own way to gather operations, over the store."""

    class Gathered(AsyncBatchedBaseStore):
        def __init__(self, store):
            super().__init__()
            self.store = store

        async def abatch(self, ops):
            return await self.store.abatch(ops)

    with Memory("memory://", embedder=None) as memory:
        store = Gathered(RecollectStore(memory))
        puts = [store.aput(DOCS, "same", {"n": n}) for n in range(5)]
        await asyncio.gather(*puts, store.aput(DOCS, "other", {"n": 7}))
        one, again, other, found = await asyncio.gather(
            store.aget(DOCS, "same"),
            store.aget(DOCS, "same"),
            store.aget(DOCS, "other"),
            store.asearch(DOCS, filter={"n": {"$gt": 3}}),
        )
        assert (one.value, again.value, other.value) == ({"n": 4}, {"n": 4}, {"n": 7})
        assert [item.key for item in found] == ["same", "other"]
        store._task.cancel()
