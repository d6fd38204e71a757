"""recollect worker"""

from __future__ import annotations

import json
import signal
import subprocess
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from recollect import Memory, Message
from recollect.cli.verbs.worker import _go_on
from recollect.errors import ModelError, StoreError
from recollect.memory.sync.worker import Round, Worker
from recollect.types import utcnow

from .conftest import COMMAND, Cli

PLACES = ("Lisbon", "Porto", "Berlin", "Rome", "Oslo")


class Lengths:
    """Vectors of no cost."""

    id = "lengths"

    def embed(self, texts: list[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0] for text in texts]


USERS = [f"u{number}" for number in range(12)]


def told(path: str) -> None:
    """Twelve users' words that wait to be learned from."""
    with Memory(path, embedder=None, learn="later") as memory:
        for user in USERS:
            memory.add(
                [
                    Message(f"I live in {PLACES[i % 5]}. I love tea {i}.", id=f"{user}-{i}")
                    for i in range(40)
                ],
                user_id=user,
            )


def learned(path: str) -> list[tuple[str, str, bool, int]]:
    with Memory(path, embedder=None) as memory:
        assert memory.verify().ok
        found = [note for user in USERS for note in memory.notes(user_id=user, closed=True)]
    return sorted((note.id, note.text, note.open, note.seen) for note in found)


def started(path: str, *more: str) -> subprocess.Popen[str]:
    words = [*COMMAND, "worker", "--db", path, "--words-only", "--json", *more]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_one_round_learns_what_waits_and_the_next_nothing(cli: Cli) -> None:
    told("a.db")
    first = cli("worker", "--once", "--db", "a.db", "--words-only", "--json").json
    assert (first["owners"], first["notes"]) == (12, len(learned("a.db")))
    again = cli("worker", "--once", "--db", "a.db", "--words-only")
    assert (again.code, again.out) == (0, "0 notes, 0 vectors\n")


def test_two_workers_take_each_note_once_and_a_signal_ends_them(cli: Cli) -> None:
    told("calm.db")
    told("both.db")
    cli("worker", "--once", "--db", "calm.db", "--words-only")
    workers = [started("both.db", "--every", "0.2") for _ in range(2)]
    notes = 0
    try:
        for worker in workers:
            assert worker.stdout is not None
            for line in worker.stdout:
                done = json.loads(line)
                notes += done["notes"]
                if not done["owners"]:
                    break
    finally:
        for worker in workers:
            worker.send_signal(signal.SIGTERM)
    for worker in workers:
        rest, _ = worker.communicate(timeout=300)
        notes += sum(json.loads(line)["notes"] for line in rest.splitlines())
    assert [worker.returncode for worker in workers] == [0, 0]
    assert learned("both.db") == learned("calm.db")
    assert notes == len(learned("calm.db"))


def test_when_one_is_killed_the_other_goes_on(cli: Cli) -> None:
    told("calm.db")
    told("rough.db")
    cli("worker", "--once", "--db", "calm.db", "--words-only")
    now = utcnow()
    with Memory("rough.db", embedder=None) as memory:  # killed while it was at it
        memory._now = lambda: now  # type: ignore[method-assign]
        gone = Worker(memory, lease=timedelta(seconds=2))
        owner = next(info.owner for info in memory.owners() if info.owner.id == "u3")
        assert gone._claim(owner, "learn") is not None
        assert gone._claim(owner, "learn") is None
    killed = started("rough.db", "--every", "0.2", "--lease", "1")
    other = started("rough.db", "--every", "0.2", "--lease", "2")
    assert other.stdout is not None
    with Memory("rough.db", embedder=None) as memory:
        while memory.stats().notes == 0:
            time.sleep(0.01)
    killed.kill()
    killed.communicate()
    try:
        for _ in other.stdout:
            if learned("rough.db") == learned("calm.db"):
                break
    finally:
        other.send_signal(signal.SIGTERM)
        other.communicate(timeout=300)
    assert other.returncode == 0
    assert learned("rough.db") == learned("calm.db")


class Times(threading.Event):
    """The end, after so many pauses; it does not wait."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.paused = most, list[float]()

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.paused.append(timeout)
        if len(self.paused) == self.most:
            self.set()
        return self.is_set()


def test_rounds_that_fail_come_less_and_less_often_and_each_reason_is_told_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [StoreError("the store is away")] * 5
    rounds = [*away, Round(notes=3), *away[:1], ModelError("no model"), Round()]

    def round(_: Worker) -> Round:
        done = rounds.pop(0)
        if isinstance(done, Round):
            return done
        raise done

    monkeypatch.setattr(Worker, "round", round)
    ended = Times(len(rounds))
    with Memory("memory://", embedder=None) as memory:
        _go_on(Worker(memory), ended, 10, False)
    assert ended.paused == [1, 2, 4, 8, 10, 10, 1, 2, 10]
    told = capsys.readouterr()
    assert told.out == "3 notes, 0 vectors\n0 notes, 0 vectors\n"
    again = "this round failed, and is tried again until it works"
    assert told.err.splitlines() == [
        f"{again}: the store is away",
        "it works again",
        f"{again}: the store is away",
        f"{again}: no model",
        "it works again",
    ]


def test_vectors_are_made_by_one_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "v.db")
    told(path)
    with Memory(path, embedder=Lengths()) as one, Memory(path, embedder=Lengths()) as two:
        first = min((info.owner for info in one.owners()), key=lambda owner: owner.id)
        mine = Worker(one)
        held = mine._claim(first, "vectors")
        assert held is not None
        assert Worker(two).round().vectors == 0
        held.free()
        assert Worker(two).round().vectors >= 480
        assert two.stats().pending == 0


def test_nothing_is_removed_unless_asked_and_only_what_a_policy_says(cli: Cli) -> None:
    with Memory("p.db", embedder=None) as memory:
        memory.policy(user_id="erik", keep={"message": "1 day"})
        memory.add(Message("It is raining.", at="2026-01-01"), user_id="erik")
        memory.add(Message("It is raining.", at="2026-01-01"), user_id="dana")
        kept = memory.stats().messages
    words = ("worker", "--once", "--db", "p.db", "--words-only", "--json")
    assert cli(*words, "--summaries", "--consolidate").json["pruned"] == 0
    with Memory("p.db", embedder=None) as memory:
        assert memory.stats().messages == kept
    assert cli(*words, "--prune").json["pruned"] >= 1
    with Memory("p.db", embedder=None) as memory:
        assert memory.stats().messages == kept - 1
        assert len(memory.messages(user_id="dana")) == 1
    assert cli(*words, "--prune").json["pruned"] == 0
