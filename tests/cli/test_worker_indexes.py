"""Workers bring the indexes beside a store up to it, each change once."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recollect import Memory
from recollect.conformance.plain import Plain
from recollect.memory.sync import following
from recollect.memory.sync.following import Follower
from recollect.memory.sync.worker import LEASE, NOBODY, Worker
from recollect.orders import Change

from .conftest import Cli
from .test_worker import Lengths, told


class Counting:
    """An index that takes its time, and counts what it is given."""

    def __init__(self) -> None:
        self._index, self.given, self._lock = Plain.index(), 0, threading.Lock()
        self.features, self.url = self._index.features, self._index.url
        self.fails = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._index, name)

    def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take them, and note how many they are."""
        if self.fails:
            raise ConnectionError("it is down")
        time.sleep(0.02)
        with self._lock:
            self.given += len(changes)
            self._index.apply(changes, after)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(following, "PAGE", 50)
    made = str(tmp_path / "m.db")
    told(made)
    return made


def beside(memory: Memory, index: Counting, name: str = "vectors") -> Follower:
    made = Follower(name, index, memory._store)  # type: ignore[arg-type]
    setattr(memory, f"_{name}", made)
    return made


def changes(memory: Memory) -> int:
    return len(memory._store.changes(0, 100_000))


def test_two_workers_give_an_index_each_change_once(path: str) -> None:
    index = Counting()
    with Memory(path, embedder=Lengths()) as one, Memory(path, embedder=Lengths()) as two:
        for memory in (one, two):
            beside(memory, index)
            Worker(memory).round()  # learn and embed first: what is counted is the following
        index.clear()  # type: ignore[operator]
        index.given = 0
        with ThreadPoolExecutor(2) as pool:
            rounds = list(pool.map(lambda memory: Worker(memory).round(), (one, two)))
        assert index.given == sum(done.indexed for done in rounds) == changes(one)
        assert index.position() == one._store.changes(0, 100_000)[-1].seq  # type: ignore[operator]
        assert Worker(two).round().indexed == 0


def test_what_a_killed_worker_held_is_taken_over(path: str) -> None:
    index = Counting()
    with Memory(path, embedder=None) as memory:
        beside(memory, index, "graph")
        assert Worker(memory)._claim(NOBODY, "index/graph") is not None
        assert Worker(memory).round().indexed == 0
        now = memory._now
        memory._now = lambda: now() + LEASE  # type: ignore[method-assign]
        assert Worker(memory).round().indexed == changes(memory) == index.given


def test_what_is_erased_goes_from_the_index_though_nobody_is_left(path: str) -> None:
    index = Counting()
    with Memory(path, embedder=None) as memory, Memory(path, embedder=None) as other:
        beside(memory, index)
        Worker(memory).round()
        for info in other.owners():
            other.erase(user_id=info.owner.id)
        assert other.owners() == []
        done = Worker(memory).round()
        assert (done.owners, done.away) == (0, "")
        assert done.indexed
        assert memory._vectors is not None
        assert memory._vectors.behind() == 0
        assert memory.verify().ok


def test_an_index_that_is_down_is_told_and_the_rest_is_done(path: str) -> None:
    index = Counting()
    index.fails = True
    with Memory(path, embedder=None) as memory:
        beside(memory, index)
        done = Worker(memory).round()
        assert (done.indexed, done.away) == (0, "vectors: it is down")
        assert done.notes
        index.fails = False
        assert Worker(memory).round().indexed == changes(memory)


def test_the_command_feeds_the_index_that_it_is_told_of(cli: Cli) -> None:
    pytest.importorskip("faiss")
    told("m.db")
    words = ("worker", "--once", "--db", "m.db", "--words-only", "--json")
    first = cli(*words, "--vectors", "faiss:///beside").json
    assert first["indexed"] > 480
    assert cli(*words, "--vectors", "faiss:///beside").json["indexed"] == 0
    with Memory("m.db", embedder=None, vectors="faiss:///beside") as memory:
        assert memory.stats().indexes == {"vectors": 0}
