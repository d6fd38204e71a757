"""Notes with a model under threads, tasks and cancellation."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncMemory, Memory
from recollect.models.spend import Budget, Limit

DANA = {"user_id": "dana"}


def shown(messages: Any) -> list[str]:
    lines = [json.loads(one) for one in messages[1]["content"].splitlines() if one[0] == "{"]
    return [line["text"] for line in lines if line.get("n", "").startswith("m")]


class Reader:
    """Notes down what it was shown, and takes its time if told to."""

    id = "reader:1"

    def __init__(self) -> None:
        self.read: list[str] = []
        self.asked, self.go = threading.Event(), threading.Event()
        self.go.set()

    def complete(self, messages: Any, schema: Any) -> dict[str, Any]:
        self.asked.set()
        assert self.go.wait(30)
        self.read += shown(messages)
        return {"facts": []}


def test_threads_that_add_for_one_user_have_each_message_read_once(tmp_path: Path) -> None:
    model = Reader()
    with Memory(str(tmp_path / "agent.db"), embedder=None, llm=model) as memory:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda n: memory.add(f"Turn {n}.", **DANA), range(24)))
        memory.learn()
        assert sorted(model.read) == sorted(f"Turn {n}." for n in range(24))
        assert memory.waiting().messages == 0
        assert memory.spend().failed == 0


def test_threads_do_not_break_a_cap_together(tmp_path: Path) -> None:
    model, budget = Reader(), Budget(per_day=Limit(calls=5))
    path = str(tmp_path / "agent.db")
    with (
        Memory(path, embedder=None, llm=model, budget=budget) as one,
        Memory(path, embedder=None, llm=model, budget=budget) as other,
        ThreadPoolExecutor(8) as pool,
    ):
        doors = (one, other)
        list(pool.map(lambda n: doors[n % 2].add("One.", user_id=f"user{n}"), range(24)))
        assert one.spend().calls == len(model.read) == 5
        assert one.waiting().messages == 24 - 5


def test_an_add_that_is_cancelled_keeps_the_words_and_lets_go(tmp_path: Path) -> None:
    async def main() -> None:
        model = Reader()
        async with AsyncMemory(str(tmp_path / "agent.db"), embedder=None, llm=model) as memory:
            model.go.clear()
            task = asyncio.create_task(memory.add("One.", **DANA))
            await asyncio.to_thread(model.asked.wait, 30)
            task.cancel()
            await asyncio.wait([task])
            assert task.cancelled()
            assert [said.content for said in await memory.messages(**DANA)] == ["One."]
            model.go.set()
            assert await memory.learn() == 0
            assert (await memory.waiting()).messages == 0
            for _ in range(1_000):  # what was abandoned ends on its own, and is counted
                await memory._keep_spending()
                if (await memory.spend()).calls == 2:
                    break
                await asyncio.sleep(0.01)
            assert (await memory.spend()).calls == model.read.count("One.") == 2

    asyncio.run(main())


class Slow(Reader):
    """Notes down where a balcony faces; the second time, somebody else writes while it thinks."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        super().__init__()
        self.meanwhile = meanwhile

    def complete(self, messages: Any, schema: Any) -> dict[str, Any]:
        note = {"kind": "semantic", "messages": ["m1"]}
        if not self.read:
            self.read += shown(messages)
            return {"facts": [note | {"text": "The balcony faces south.", "does": "new"}]}
        self.meanwhile()
        north = {"text": "The balcony faces north.", "does": "replaces", "note": "n1"}
        return {"facts": [note | north]}


@pytest.mark.parametrize(
    ("write", "open"),
    [
        (lambda other, id: other.add("I sail.", **DANA), {"The balcony faces north."}),
        (
            lambda other, id: other.update(id, text="The balcony faces west.", **DANA),
            {"The balcony faces west."},
        ),
        (lambda other, id: other.delete(id, **DANA), {"The balcony faces north."}),
        (
            lambda other, id: other.set("balcony", "west", **DANA),
            {"The balcony faces north.", "balcony: west"},
        ),
    ],
    ids=["add", "update", "delete", "set"],
)
def test_what_is_written_while_the_model_thinks_stands(
    tmp_path: Path, write: Callable[[Memory, str], object], open: set[str]
) -> None:
    path = str(tmp_path / "agent.db")
    with Memory(path, embedder=None) as other:
        model = Slow(lambda: write(other, other.notes(**DANA)[0].id))
        with Memory(path, embedder=None, llm=model) as memory:
            memory.add("The sun is on my balcony all day.", **DANA)
            memory.add("My balcony gets no sun at all.", **DANA)
            assert {note.text for note in memory.notes(**DANA)} == open
            said = {message.content for message in memory.messages(**DANA)}
            assert {"My balcony gets no sun at all."} < said
            assert memory.verify().ok
