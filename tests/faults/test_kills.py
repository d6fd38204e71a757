"""`kill -9` at any moment loses nothing that was acknowledged, and leaves nothing half done."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from recollect import Memory

from .kit import PATIENCE, WHO, HashEmbedder, Worker


class Ledger:
    """What a worker's log says must be there, may be there, and must be gone."""

    def __init__(self, log: Path) -> None:
        self.log, self.read = log, 0
        self.done = self.kills = 0
        self.said: dict[str, str] = {}
        self.gone: set[str] = set()
        self.values: dict[str, list[str]] = {}
        self.open: list[object] | None = None

    def follow(self) -> None:
        """Take in what was logged since the last look; the last step may be open."""
        with self.log.open("rb") as file:
            file.seek(self.read)
            lines = file.read().splitlines(keepends=True)
        for line in lines:
            if not line.endswith(b"\n"):
                break
            self.read += len(line)
            with suppress(ValueError):  # torn, so what it announces was never begun
                self._take(json.loads(line))

    def wait(self, more: int) -> None:
        """However slow the machine is, a life does something before it ends."""
        enough, end = self.done + more, time.monotonic() + PATIENCE
        while self.done < enough and time.monotonic() < end:
            time.sleep(0.001)
            self.follow()

    def _take(self, entry: list[object]) -> None:
        if entry[0] != "done":
            self.open = entry
            return
        assert self.open is not None
        what, _, *rest = self.open
        if what == "add":
            self.said |= rest[0]
        elif what == "set":
            self.values.setdefault(rest[0], []).append(rest[1])
        elif what == "delete":
            self.gone.add(rest[0])
            self.said.pop(rest[0], None)
        self.open = None
        self.done += 1

    def settle(self, memory: Memory) -> None:
        """Hold the memory against the log, then take its word for the step that was open."""
        self.kills += 1
        found = {message.id: message.content for message in memory.messages(user_id=WHO)}
        what, _, *rest = self.open or ("nothing", 0)
        self.open = None
        if what == "add" and rest[0].keys() & found.keys():
            self.said |= rest[0]
        elif what == "delete" and rest[0] not in found:
            self.gone.add(rest[0])
            self.said.pop(rest[0], None)
        elif what == "set" and memory.value(rest[0], user_id=WHO) == rest[1]:
            self.values.setdefault(rest[0], []).append(rest[1])
        lost = self.said.keys() - found.keys()
        assert not lost, f"lost {len(lost)} of {len(self.said)}"
        assert found == self.said
        assert not self.gone & found.keys()
        for key, values in self.values.items():
            assert memory.value(key, user_id=WHO) == values[-1]
            note = memory.notes(user_id=WHO, where={"kind": "note"})
            (current,) = [one for one in note if one.key == key]
            history = memory.history(current.id, user_id=WHO)
            assert [one.value for one in history] == values
        report = memory.verify()
        assert report.ok, report.problems


def kill_many(folder: Path, kills: int, held: bool, seed: int) -> Ledger:
    """One file, many lives. `held` keeps it open here too, so that its log is never recovered."""
    path, log = folder / "memory.db", folder / "log"
    log.touch()
    ledger, chance = Ledger(log), random.Random(seed)
    here = Memory(str(path), embedder=HashEmbedder())
    for life in range(kills):
        worker = Worker("mix", path, log, f"{seed}-{life}", 0)
        if chance.random() < 0.8:
            worker.ready()
            ledger.wait(chance.randint(1, 5))
            time.sleep(chance.uniform(0, 0.15))
        else:
            time.sleep(chance.uniform(0.05, 0.4))
        worker.kill()
        ledger.follow()
        if held:
            ledger.settle(here)
        else:
            with Memory(str(path), embedder=HashEmbedder()) as memory:
                ledger.settle(memory)
        if not held:
            here.close()
    here.close()
    return ledger


@pytest.mark.parametrize("kills", [4, pytest.param(8, marks=pytest.mark.faults)])
@pytest.mark.parametrize("held", [False, True])
def test_a_few_kills(folder: Path, held: bool, kills: int) -> None:
    ledger = kill_many(folder, kills, held, seed=7)
    assert ledger.kills == kills
    assert ledger.done > kills, "the workers were killed before they did anything"


@pytest.mark.faults
@pytest.mark.parametrize("held", [False, True])
def test_two_hundred_kills(folder: Path, held: bool) -> None:
    ledger = kill_many(folder, 100, held, seed=int(time.time()))
    print(f"\n{ledger.kills} kills, {ledger.done} operations acknowledged, lost 0")
    assert ledger.done > 500
