"""The stores of files under kills, many writers at once, and ids that look like paths."""

from __future__ import annotations

import json
import random
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
import yaml

from recollect import Memory
from tests.parts import part

from .canaries import OWNER, answers, everything, fill, forms, vectors
from .kit import WHO, HashEmbedder, Nursery, together
from .test_injection import SPELLINGS
from .test_kills import Ledger
from .test_permissions import READABLE, place

__all__ = ["place"]

NAMES = ["memory.json", "memory.yaml", "agent/"]
PATHS = ["../outside", "../outside.md", "..", ".", "/etc/passwd", "a/b", "a\\b", "CON", "nul",
         "x" * 256, "é" * 256, "Dana", "dana", "DANA", "é", "e\u0301", ".recollect", "MEMORY.md",
         "memory", "%2e%2e%2fx", "~", "~root", "a:b", "a b", "-rf", "users", "a."]  # fmt: skip


def readable(folder: Path, name: str) -> list[str]:
    """What was said, from the files that people read and nothing else."""
    copy = folder / "copy"
    copy.mkdir()
    if not name.endswith("/"):
        shutil.copy(folder / name, copy)
        url = f"{copy}/{name}"
    else:
        hidden = shutil.ignore_patterns(".recollect")
        shutil.copytree(folder / name, copy / name, ignore=hidden)
        url = f"markdown:///{copy}/{name}?user_id={WHO}"
    with Memory(url, embedder=None) as memory:
        return sorted(message.content for message in memory.messages(user_id=WHO))


class Onlooker:
    """Somebody who opens the files that people read, in whatever state a kill left them."""

    def __init__(self, url: str) -> None:
        self._path, self._read = Path(url), dict[Path, int]()
        self.looks = 0

    def look(self) -> None:
        """Read all that is new; fails on what cannot be read."""
        files = self._path.rglob("*.md") if self._path.is_dir() else [self._path]
        for file in [one for one in files if ".recollect" not in one.parts and one.exists()]:
            now = file.stat().st_mtime_ns
            if self._read.get(file) == now:
                continue
            self._read[file] = now
            self.looks += 1
            words = file.read_text("utf-8")
            if file.suffix == ".json":
                assert json.loads(words)["recollect"] == 1
            elif file.suffix == ".yaml":
                assert yaml.load(words, yaml.CSafeLoader)["recollect"] == 1
            else:
                assert words.endswith("\n")


def kill(url: str, log: Path, held: bool, lives: int) -> Ledger:
    """Many lives in one memory, each ended in the middle of something."""
    log.touch()
    nursery = Nursery("nursery", url, log, 0)
    try:
        nursery.ready().go()
        return killed(nursery, url, log, held, lives)
    finally:
        nursery.end()


def killed(nursery: Nursery, url: str, log: Path, held: bool, lives: int) -> Ledger:
    chance, onlooker, ledger = random.Random(lives), Onlooker(url), Ledger(log)
    here = Memory(url, embedder=HashEmbedder())
    for life in range(lives):
        nursery.begin(life)
        ledger.wait(chance.randint(1, 12))
        time.sleep(chance.uniform(0, 0.02))
        nursery.kill_one()
        onlooker.look()
        ledger.follow()
        if not held:
            here.close()
            here = Memory(url, embedder=HashEmbedder())
        ledger.settle(here)
    here.close()
    onlooker.look()
    assert onlooker.looks > lives // 2 or held
    return ledger


@part
@pytest.mark.parametrize("lives", [5, pytest.param(200, marks=pytest.mark.faults)])
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_kills(folder: Path, name: str, held: bool, lives: int) -> None:
    """With and without another handle that stays open."""
    ledger = kill(f"{folder}/{name}", folder / "log", held, lives)
    print(f"\n{name}: {ledger.kills} kills, {ledger.done} operations acknowledged, lost 0")
    assert ledger.kills == lives
    assert ledger.done >= lives
    assert readable(folder, name) == sorted(ledger.said.values())


@part
@pytest.mark.parametrize("name", NAMES)
def test_four_processes_append_at_once(folder: Path, name: str) -> None:
    each = 50
    assert together(4, "write", f"{folder}/{name}", each) == [each] * 4
    wanted = sorted(f"worker {who} says {step}" for who in range(4) for step in range(each))
    assert readable(folder, name) == wanted
    with Memory(f"{folder}/{name}", embedder=None) as memory:
        assert memory.verify().ok
        assert sorted(message.content for message in memory.messages(user_id=WHO)) == wanted


@part
@pytest.mark.parametrize("name", NAMES)
def test_all_open_a_new_one_at_once(folder: Path, name: str) -> None:
    counts = together(4, "first", f"{folder}/{name}")
    assert max(counts) == 4


@pytest.mark.parametrize("name", NAMES)
def test_many_open_new_ones_at_once(folder: Path, name: str) -> None:
    """Each finds the hidden folder half made by the others."""
    for number in range(40):
        inner = folder / str(number)
        inner.mkdir()
        start = Barrier(4)

        def opened(where: Path = inner, start: Barrier = start) -> None:
            start.wait()
            Memory(f"{where}/{name}", embedder=None).close()

        with ThreadPoolExecutor(4) as pool:
            for one in [pool.submit(opened) for _ in range(4)]:
                one.result()
        ignored = [path.read_text() for path in inner.rglob(".gitignore")]
        assert ignored == ["*\n"]


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


@pytest.mark.parametrize(("name", "alone"), [(name, False) for name in NAMES] + [(NAMES[0], True)])
def test_what_may_not_be_written_can_be_read(place: Path, name: str, alone: bool) -> None:
    url = f"{place}/{name}"
    with Memory(url, embedder=HashEmbedder()) as memory:
        memory.add("I prefer dark mode.", user_id=WHO)
    scratch = place / "scratch"
    scratch.mkdir()
    for path in place.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    scratch.chmod(0o777)
    if alone:  # the folders may be written, but not what people read
        for path in [place, *place.rglob("*")]:
            path.chmod(0o777 if path.is_dir() or ".recollect" in str(path) else 0o444)
    before = {path: path.stat().st_mtime_ns for path in place.rglob("*") if path.is_file()}
    (outcome,) = together(1, "unprivileged", url, f"{scratch}/{name}")
    assert outcome == READABLE
    assert before == {path: path.stat().st_mtime_ns for path in before}


@pytest.mark.parametrize("name", NAMES)
def test_where_nothing_may_be_made_no_memory_is_begun(place: Path, folder: Path, name: str) -> None:
    """Opened empty, it would look as if everything was forgotten."""
    place.chmod(0o555)
    (folder / "scratch").mkdir()
    (outcome,) = together(1, "unprivileged", f"{place}/{name}", f"{folder}/scratch/{name}")
    assert outcome == {"open": "StoreReadOnly"}
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("name", NAMES)
def test_erasing_leaves_no_byte(folder: Path, name: str) -> None:
    with Memory(f"{folder}/{name}", embedder=HashEmbedder()) as memory:
        fill(memory, 60)
        before = answers(memory)
        gone = everything(memory, OWNER)
        needles = [*forms(), *vectors(gone)]
        receipt = memory.erase(user_id=OWNER)
        assert receipt.ok, str(receipt)
        assert answers(memory) == before
    files = [path for path in folder.rglob("*") if path.is_file()]
    found = [(path, needle) for path in files for needle in needles if needle in path.read_bytes()]
    assert found == []
    assert not any(OWNER.lower() in str(path).lower() for path in folder.rglob("*"))
