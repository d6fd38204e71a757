"""The power is cut, or the process killed, at any call to the disk: what was acknowledged stays."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from recollect import Memory, RecollectError
from recollect.drivers.ondisk import store as ondisk
from recollect.drivers.sqlite import opening
from tests.parts import part

from .kit import WHO, HashEmbedder, made_older
from .power import Disk, Image, place, watched

OTHER, CANARY = "kim", "zyzzyva"
FEW_PAGES, FEW_BYTES, FEW_CHANGES = 24, 4096, 2
"""After which a log is copied to the file or written anew, and the files for people are."""
NOTHING: dict[str, Any] = {"messages": [], "others": [], "notes": {}}


@pytest.fixture(autouse=True)
def short_logs(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    usual = opening.connect

    def connect(path: Path, writable: bool) -> apsw.Connection:
        db = usual(path, writable)
        db.pragma("wal_autocheckpoint", FEW_PAGES)
        return db

    monkeypatch.setattr(opening, "connect", connect)
    monkeypatch.setattr(ondisk, "LEAST", FEW_BYTES)
    monkeypatch.setattr(ondisk, "OFTEN", FEW_CHANGES)
    caplog.set_level(logging.ERROR, "recollect")  # that a log was damaged is as it should be


def opened(url: str) -> Memory:
    return Memory(url, embedder=HashEmbedder())


def told(memory: Memory) -> dict[str, Any]:
    """All that somebody would miss."""
    notes = memory.notes(user_id=WHO)
    return {
        "messages": [message.content for message in memory.messages(user_id=WHO)],
        "others": [message.content for message in memory.messages(user_id=OTHER)],
        "notes": {
            note.key: [one.value for one in memory.history(note.id, user_id=WHO)] for note in notes
        },
    }


def live(url: str) -> Iterator[dict[str, Any]]:
    """A few verbs, some of which take files away; what stands when each was acknowledged."""
    with opened(url) as memory:
        memory.add("I live in Lisbon.", user_id=WHO, at="2026-03-01")
        yield told(memory)
        (long,) = memory.add("A long one: " + "word " * 900, user_id=WHO, at="2026-03-02").ids
        yield told(memory)
        note = memory.set("city", "Lisbon", user_id=WHO)
        yield told(memory)
        memory.add(f"The {CANARY} is mine.", user_id=OTHER, at="2026-03-02")
        yield told(memory)
        memory.update(note.id, value="Porto", user_id=WHO)
        yield told(memory)
    with opened(url) as memory:
        memory.delete(long, user_id=WHO)
        yield told(memory)
        memory.add("Said on another day.", user_id=WHO, at="2026-03-03")
        yield told(memory)
        assert memory.erase(user_id=OTHER).ok
        yield told(memory)
        memory.add("The last one.", user_id=WHO, at="2026-03-03")
        yield told(memory)


@dataclass(frozen=True)
class Left:
    """What is on the disk after a cut, and how many verbs had been acknowledged by then."""

    acknowledged: int
    image: Image


def cut_everywhere(
    root: Path, life: Iterator[dict[str, Any]], mixtures: int, before: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[Left]]:
    """What stood after each verb, and what each call to the disk would have left, cut there."""
    states, left = [before], list[Left]()

    def cut(disk: Disk) -> None:
        images = [disk.after_a_kill(), disk.after_a_cut()]
        images += (disk.after_a_cut(Random(f"{len(left)} {n}")) for n in range(mixtures))
        for image in images:
            one = Left(len(states) - 1, image)
            if one not in left[-len(images) :]:
                left.append(one)

    with watched(root, cut) as disk:
        for state in life:
            states.append(state)
        disk.step()
    return states, left


def survive(folder: Path, name: str, mixtures: int, every: int = 1) -> int:
    """Look at what is left, wherever it was cut; counts how often."""
    root = folder / "disk"
    root.mkdir()
    states, left = cut_everywhere(root, live(f"{root}/{name}"), mixtures, NOTHING)
    erased = 1 + max(number for number, state in enumerate(states) if state["others"])
    for one in left:
        if one.acknowledged >= erased:
            assert not any(CANARY.encode() in (data or b"") for data in one.image.values())
    for one in left[::every]:
        look_at(one, folder / "after", name, states)
    return len(left[::every])


def look_at(left: Left, folder: Path, name: str, states: list[dict[str, Any]]) -> None:
    """All that was acknowledged is there, and at most the next; and on it goes."""
    folder.mkdir()
    place(left.image, folder)
    with opened(f"{folder}/{name}") as memory:
        assert told(memory) in states[left.acknowledged : left.acknowledged + 2]
        report = memory.verify()
        assert report.ok, report.problems
        memory.add("And on it goes.", user_id=WHO, at="2026-03-09")
        assert told(memory)["messages"][-1] == "And on it goes."
        assert memory.erase(user_id=OTHER).ok
    assert CANARY.encode() not in b"".join(
        file.read_bytes() for file in folder.rglob("*") if file.is_file()
    )
    shutil.rmtree(folder)


STORES = ["memory.db", "memory.json", "memory.yaml", "agent/"]


@part
@pytest.mark.parametrize("name", STORES)
def test_some_cuts(folder: Path, name: str) -> None:
    every = 7 if name == "memory.db" else 1
    assert survive(folder, name, mixtures=2, every=every) > 30


@pytest.mark.faults
@pytest.mark.parametrize("name", STORES)
def test_every_cut(folder: Path, name: str) -> None:
    cuts = survive(folder, name, mixtures=10)
    print(f"\n{name}: {cuts} states after a kill or a power cut, lost 0")
    assert cuts > 60


def test_while_an_older_file_is_brought_up_to_date(folder: Path) -> None:
    root = folder / "disk"
    root.mkdir()
    path = root / "memory.db"
    with opened(str(path)) as memory:
        memory.add("I live in Lisbon.", user_id=WHO, at="2026-03-01")
        memory.set("city", "Lisbon", user_id=WHO)
        before = told(memory)
    made_older(path)

    def life() -> Iterator[dict[str, Any]]:
        with opened(str(path)) as memory:
            yield told(memory)

    states, left = cut_everywhere(root, life(), 2, before)
    assert states == [before, before]
    assert len(left) > 20
    for one in left:
        look_at(one, folder / "after", path.name, states)


@part
@pytest.mark.parametrize("name", STORES)
def test_a_store_that_does_not_wait_for_the_disk_is_found_out(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The yardstick itself: as if nothing had been synced."""
    monkeypatch.setattr(Disk, "synced", lambda disk, what: None)
    with pytest.raises((AssertionError, RecollectError)):
        survive(folder, name, mixtures=0)
