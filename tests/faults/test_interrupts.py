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
