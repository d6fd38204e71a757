"""Ctrl-C, at any step, in a program that catches it and goes on with the memory it has open."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

import recollect
from recollect import Memory
from tests.parts import part

from .kit import WHO

# What is interrupted between opening a file and keeping it is closed by Python alone.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
PACKAGE = str(Path(recollect.__file__).parent)
STEPS = 23
"""So many calls lie between two that are interrupted."""
NAMES = ["memory.json", "memory.yaml", "agent/", "memory.db"]


def interrupted(call: int, work: Callable[[], object]) -> bool:
    """Do some work with Ctrl-C at one of its calls; whether it came so far."""
    left = call

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal left
        left -= event == "call" and frame.f_code.co_filename.startswith(PACKAGE)
        if not left:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(count)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


WORK: dict[str, Callable[[Memory], object]] = {
    "add": lambda memory: memory.add("I moved to Rome.", user_id=WHO),
    "update": lambda memory: memory.update(noted(memory), value="new"),
    "delete": lambda memory: memory.delete("told", user_id=WHO),
    "erase": lambda memory: memory.erase(user_id=WHO),
}


def noted(memory: Memory) -> str:
    [note] = memory.notes(user_id=WHO, key="fact")
    return note.id


def everything(memory: Memory) -> tuple[set[str], set[tuple[str, bool]], set[str]]:
    """What is kept, and what is found."""
    notes = {(note.text, note.open) for note in memory.notes(user_id=WHO, closed=True)}
    hits = memory.search("live Lisbon Rome fact", user_id=WHO, min_relevance=0)
    return held(memory), notes, {hit.text for hit in hits}


@part
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("work", WORK)
def test_an_interrupted_call_did_all_or_nothing(tmp_path: Path, name: str, work: str) -> None:
    outcomes = []
    for call in (100_000, *range(1, 100_000, 5 * STEPS)):
        folder = tmp_path / str(call)
        folder.mkdir()
        with Memory(f"{folder}/{name}", embedder=None) as memory:
            memory.add({"id": "told", "content": "I live in Lisbon."}, user_id=WHO)
            memory.set("fact", "old", user_id=WHO)
            before = everything(memory)
            came = interrupted(call, partial(WORK[work], memory))
            outcomes = outcomes or [before, everything(memory)]
            assert everything(memory) in outcomes, call
            with Memory(f"{folder}/{name}", embedder=None) as other:
                assert everything(other) == everything(memory), call
            assert memory.verify().ok, call
        if call < 100_000 and not came:
            return


def held(memory: Memory) -> set[str]:
    return {message.content for message in memory.messages(user_id=WHO)}


@part
@pytest.mark.parametrize("name", NAMES)
def test_an_interrupted_add_costs_nothing_that_was_acknowledged(tmp_path: Path, name: str) -> None:
    for call in range(1, 100_000, STEPS):
        folder = tmp_path / str(call)
        folder.mkdir()
        with Memory(f"{folder}/{name}", embedder=None) as memory:
            memory.add("One.", user_id=WHO)
            with Memory(f"{folder}/{name}", embedder=None) as other:
                other.add(["Two.", "Three."], user_id=WHO)
                other.add("Four.", user_id=WHO)
            came = interrupted(call, partial(memory.add, "Five.", user_id=WHO))
            assert held(memory) - {"Five."} == {"One.", "Two.", "Three.", "Four."}, call
            memory.add("Six.", user_id=WHO)
            assert memory.verify().ok, call
        with Memory(f"{folder}/{name}", embedder=None) as memory:
            assert held(memory) - {"Five."} == {"One.", "Two.", "Three.", "Four.", "Six."}, call
        if not came:
            assert call > STEPS
            return
