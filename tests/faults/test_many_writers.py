"""Many threads and processes on one file: nothing is lost, nothing is seen half."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

from recollect import Memory

from .kit import WHO, HashEmbedder, together, workers


def contents(path: Path) -> list[str]:
    with Memory(str(path), embedder=None) as memory:
        report = memory.verify()
        assert report.ok, report.problems
        return sorted(message.content for message in memory.messages(user_id=WHO))


def in_threads(count: int, work: Callable[[int], object]) -> None:
    """Run it in so many threads that begin together; the first error is raised."""
    start = threading.Barrier(count)

    def run(number: int) -> None:
        start.wait()
        work(number)

    with ThreadPoolExecutor(count) as pool:
        for future in [pool.submit(run, number) for number in range(count)]:
            future.result()


def write_in_processes(path: Path, processes: int, each: int) -> None:
    assert together(processes, "write", path, each) == [each] * processes
    wanted = [f"worker {who} says {step}" for who in range(processes) for step in range(each)]
    assert contents(path) == sorted(wanted)


def test_processes(folder: Path) -> None:
    write_in_processes(folder / "memory.db", 4, 100)


@pytest.mark.faults
def test_eight_processes_write_four_thousand(folder: Path) -> None:
    write_in_processes(folder / "memory.db", 8, 500)


@pytest.mark.parametrize(
    ("threads", "each"), [(16, 20), pytest.param(16, 250, marks=pytest.mark.faults)]
)
def test_threads_share_one_memory(folder: Path, threads: int, each: int) -> None:
    path = folder / "memory.db"
    with Memory(str(path), embedder=HashEmbedder()) as memory:

        def write(number: int) -> None:
            for step in range(each):
                memory.add(f"thread {number} says {step}", user_id=WHO)
                if step % 10 == 0:
                    memory.search(f"says {step}", user_id=WHO, where={"role": "user"})

        in_threads(threads, write)
        assert memory.stats().pending == 0
    wanted = [f"thread {who} says {step}" for who in range(threads) for step in range(each)]
    assert contents(path) == sorted(wanted)


@pytest.mark.parametrize("rounds", [1, pytest.param(3, marks=pytest.mark.faults)])
def test_all_open_a_new_file_at_once(folder: Path, rounds: int) -> None:
    for round in range(rounds):
        path = folder / f"new{round}.db"
        counts = together(8, "first", path)
        assert max(counts) == 8
        assert contents(path) == [f"worker {number} was here" for number in range(8)]


def test_threads_open_a_new_file_at_once(folder: Path) -> None:
    path = folder / "memory.db"

    def open_and_add(number: int) -> None:
        with Memory(str(path), embedder=None) as memory:
            memory.add(f"thread {number}", user_id=WHO)

    in_threads(8, open_and_add)
    assert contents(path) == [f"thread {number}" for number in range(8)]


def test_readers_see_whole_states(folder: Path) -> None:
    """Pairs are added, so nobody ever sees an odd number or a gap, whatever they ask."""
    path, stop = folder / "memory.db", folder / "stop"
    memory = Memory(str(path), embedder=HashEmbedder())
    memory.add(["a 0", "b 0"], user_id=WHO)
    ended = threading.Event()
    looks: list[int] = []

    def watch() -> None:
        while not ended.is_set():
            said = [message.content for message in memory.messages(user_id=WHO)]
            assert said == [f"{side} {step}" for step in range(len(said) // 2) for side in "ab"]
            found = memory.search("a 1", user_id=WHO, limit=50, where={"role": "user"})
            assert len({hit.id for hit in found}) == len(found)
            looks.append(len(said))

    with workers(2, "watch", path, stop) as others, ThreadPoolExecutor(3) as pool:
        for worker in others:
            worker.go()
        watching = [pool.submit(watch) for _ in range(3)]
        try:
            for step in range(1, 60):
                memory.add([f"a {step}", f"b {step}"], user_id=WHO)
                memory.set("step", step, user_id=WHO)
        finally:
            ended.set()
            stop.touch()
        for future in watching:
            future.result()
        assert all(worker.report() > 0 for worker in others)
    assert len(set(looks)) > 1
    memory.close()


def assert_each_value_once(path: Path, key: str, values: list[str]) -> None:
    with Memory(str(path), embedder=None) as memory:
        (note,) = memory.notes(user_id=WHO)
        assert memory.value(key, user_id=WHO) == note.value
        history = memory.history(note.id, user_id=WHO)
        assert sorted(one.value for one in history) == sorted(values)
        assert [one.id for one in history if one.open] == [note.id]
        assert memory.verify().ok


def test_threads_set_one_key(folder: Path) -> None:
    path = folder / "memory.db"
    with Memory(str(path), embedder=None) as memory:

        def contend(number: int) -> None:
            for step in range(15):
                memory.set("mood", f"{number}.{step}", user_id=WHO)

        in_threads(8, contend)
    values = [f"{number}.{step}" for number in range(8) for step in range(15)]
    assert_each_value_once(path, "mood", values)


def test_processes_set_one_key(folder: Path) -> None:
    path = folder / "memory.db"
    values = together(4, "contend", path, "mood", 15)
    assert_each_value_once(path, "mood", list(chain(*values)))


def test_setting_a_new_key_at_once(folder: Path) -> None:
    """The first value has nothing to close, so only the store can tell that two are too many."""
    path = folder / "memory.db"
    for round in range(10):
        key = f"key.{round}"
        with Memory(str(path), embedder=None) as memory:
            in_threads(8, lambda number, key=key, m=memory: m.set(key, number, user_id=WHO))
            open_notes = [note for note in memory.notes(user_id=WHO) if note.key == key]
            assert len(open_notes) == 1
            history = memory.history(open_notes[0].id, user_id=WHO)
            assert sorted(note.value for note in history) == list(range(8))


def test_deleting_one_message_at_once(folder: Path) -> None:
    from recollect import NotFound

    with Memory(str(folder / "memory.db"), embedder=None) as memory:
        (id,) = memory.add("once", user_id=WHO).ids
        outcomes: list[str] = []

        def delete(number: int) -> None:
            try:
                memory.delete(id, user_id=WHO)
                outcomes.append("deleted")
            except NotFound:
                outcomes.append("missing")

        in_threads(8, delete)
        assert sorted(outcomes) == ["deleted"] + ["missing"] * 7
        assert memory.verify().ok


def test_opening_it_twice_keeps_the_locks(folder: Path) -> None:
    """Closing a file ends all locks a process has on it, so nothing here may open it on the side.

    If it did, another process could think itself alone, and take the log away when it leaves.
    """
    path = folder / "memory.db"
    with Memory(str(path), embedder=None) as memory:
        memory.add("first", user_id=WHO)
        assert together(1, "locked", path) == [True]
        Memory(str(path), embedder=None).close()
        assert together(1, "locked", path) == [True]
        memory.add("second", user_id=WHO)
        assert together(1, "first", path) == [3]
    assert together(1, "locked", path) == [False]
    assert contents(path) == ["first", "second", "worker 0 was here"]
