"""The stores of files under kills, many writers at once, and ids that look like paths."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from recollect import Memory

from .kit import WHO, together
from .test_injection import SPELLINGS
from .test_kills import kill_many

NAMES = ["memory.json", "memory.yaml"]
PATHS = ["../outside", "../outside.md", "..", ".", "/etc/passwd", "a/b", "a\\b", "CON", "nul",
         "x" * 256, "é" * 256, "Dana", "dana", "DANA", "é", "e\u0301", ".recollect", "MEMORY.md",
         "memory", "%2e%2e%2fx", "~", "~root", "a:b", "a b", "-rf", "users", "a."]  # fmt: skip


def readable(folder: Path, name: str) -> str:
    """All that a person can read of a memory, which must be readable."""
    path = folder / name
    if name.endswith(".json"):
        json.loads(path.read_text("utf-8"))
    return path.read_text("utf-8")


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_few_kills(folder: Path, name: str, held: bool) -> None:
    ledger = kill_many(folder, 6, held, seed=11, name=name)
    assert ledger.kills == 6
    assert ledger.done > 0, "the workers were killed before they did anything"
    shown = readable(folder, name)
    assert all(json.dumps(words)[1:-1] in shown or words in shown for words in ledger.said.values())


@pytest.mark.faults
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_two_hundred_kills(folder: Path, name: str, held: bool) -> None:
    ledger = kill_many(folder, 100, held, seed=int(time.time()), name=name)
    print(f"\n{name}: {ledger.kills} kills, {ledger.done} operations acknowledged, lost 0")
    assert ledger.done > 100
    readable(folder, name)


@pytest.mark.parametrize("name", NAMES)
def test_four_processes_append_at_once(folder: Path, name: str) -> None:
    each = 50
    assert together(4, "write", f"{folder}/{name}", each) == [each] * 4
    wanted = sorted(f"worker {who} says {step}" for who in range(4) for step in range(each))
    shown = readable(folder, name)
    assert all(words in shown for words in wanted)
    with Memory(f"{folder}/{name}", embedder=None) as memory:
        assert memory.verify().ok
        assert sorted(message.content for message in memory.messages(user_id=WHO)) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_all_open_a_new_one_at_once(folder: Path, name: str) -> None:
    counts = together(4, "first", f"{folder}/{name}")
    assert max(counts) == 4


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_data(folder: Path, name: str) -> None:
    """No spelling of an id reaches outside of the memory, and none is taken for another."""
    (folder / "inner").mkdir()
    outside = folder / "outside.md"
    outside.write_text("untouched")
    names = [*dict.fromkeys([*SPELLINGS, *PATHS])]
    with Memory(f"{folder}/inner/{name}", embedder=None) as memory:
        for number, who in enumerate(names):
            memory.add(f"words {number}", user_id=who, session_id=who)
            memory.set("number", number, user_id=who)
    with Memory(f"{folder}/inner/{name}", embedder=None) as memory:
        for number, who in enumerate(names):
            assert [m.content for m in memory.messages(user_id=who)] == [f"words {number}"]
            assert memory.value("number", user_id=who) == number
        assert len(memory.owners()) == len(names)
    assert sorted(path.name for path in folder.iterdir()) == ["inner", "outside.md"]
    assert outside.read_text() == "untouched"
