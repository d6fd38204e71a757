"""A model's learning, killed at any moment or done by several at once: no note twice, none lost."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from recollect import Memory, Message
from recollect.memory.sync import lessons

from .kit import WHO, NoteTaker, Worker, together

PAGE, COUNT = 4, 100


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "SPAN", PAGE)


def told(path: Path, number: int = COUNT) -> None:
    """Messages that wait, of which the rules have notes to take, too."""
    with Memory(str(path), embedder=None, learn="later") as memory:
        said = [Message(f"Turn {n}. I love tea number {n}.", id=f"m{n}") for n in range(number)]
        memory.add(said, user_id=WHO)


def learned(path: Path) -> list[tuple[str, str, bool, int, tuple[str, ...]]]:
    """Everything that is known, with its counts and sources."""
    with Memory(str(path), embedder=None, learn="later") as memory:
        assert memory.verify().ok
        found = memory.notes(user_id=WHO, closed=True)
        return sorted((n.id, n.text, n.open, n.seen, n.sources) for n in found)


def finished(path: Path) -> int:
    """Learn to the end; counts the notes that were new."""
    with Memory(str(path), embedder=None, llm=NoteTaker(), learn="later") as memory:
        new = memory.learn()
        assert (memory.learn(), memory.waiting().messages) == (0, 0)
        return new


@pytest.mark.parametrize("stride", [4, pytest.param(1, marks=pytest.mark.faults)])
def test_learning_killed_at_every_step_ends_as_if_it_never_was(tmp_path, stride):
    calm = tmp_path / "calm.db"
    told(calm, 6)
    finished(calm)
    whole = learned(calm)
    for last in count(1, stride):
        rough = tmp_path / f"rough{last}.db"
        told(rough, 6)
        worker = Worker("study_dying", rough, last, 0)
        try:
            worker.ready().go()
            worker.process.communicate()
        finally:
            worker.end()
        finished(rough)
        assert learned(rough) == whole, f"killed at step {last}"
        with Memory(str(rough), embedder=None) as memory:
            spend = memory.spend()
        assert spend.calls in (2, 3), "two pages, and perhaps the one that was lost"
        assert spend.failed <= 1
        if worker.process.returncode == 0:
            break
        assert worker.process.returncode == -9
    assert last > 14, "some steps for each of two pages"
    said = [text for _, text, *_ in whole if text.startswith("Somebody said: ")]
    assert len(said) == len(set(said)) == 6


def test_two_that_learn_at_once_ask_once(tmp_path):
    calm, both = tmp_path / "calm.db", tmp_path / "both.db"
    told(calm)
    told(both)
    alone = finished(calm)
    assert sum(together(2, "study", both, 60)) == alone
    assert learned(both) == learned(calm)
    with Memory(str(both), embedder=None) as memory:
        assert memory.spend().calls == COUNT // PAGE, "nobody paid for what another had read"
