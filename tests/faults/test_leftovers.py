"""What is deleted is gone from the disk, not only from the answers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from recollect import Memory

from .kit import WHO, HashEmbedder

CANARY = "zyxwvcanary"


def bytes_of(path: Path) -> dict[str, bytes]:
    found = {file.name: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}
    assert found
    return found


def leftovers(path: Path) -> list[str]:
    """The files in which a word of the canary can still be read, in any of its forms."""
    forms = [form.encode() for form in (CANARY, CANARY.upper(), "canaryid", "canaryname")]
    found = bytes_of(path)
    return [name for name, data in found.items() if any(form in data for form in forms)]


def filled(path: Path, crowd: int) -> Memory:
    memory = Memory(str(path), embedder=HashEmbedder())
    for number in range(crowd):
        memory.add(f"an ordinary message, number {number}", user_id=WHO)
    return memory


def canary(length: int) -> dict[str, object]:
    return {
        "content": f"the {CANARY} sings " * length,
        "id": "canaryid",
        "name": "canaryname",
        "metadata": {CANARY: CANARY.upper()},
    }


@pytest.mark.parametrize("length", [1, 500])
@pytest.mark.parametrize("crowd", [0, 200])
def test_a_deleted_message(folder: Path, length: int, crowd: int) -> None:
    path = folder / "memory.db"
    memory = filled(path, crowd)
    memory.add(canary(length), user_id=WHO)
    memory.add("the last one", user_id=WHO)
    assert leftovers(path) != []
    memory.delete("canaryid", user_id=WHO)
    memory.close()
    # The feed of changes keeps the id, so that indexes hear of the deletion.
    data = bytes_of(path)[path.name]
    for word in (CANARY, CANARY.upper(), "canaryname"):
        assert word.encode() not in data
    assert not Path(f"{path}-wal").exists()
    assert memory_is_whole(path, crowd + 1)


def memory_is_whole(path: Path, count: int) -> bool:
    with Memory(str(path), embedder=HashEmbedder()) as memory:
        return memory.verify().ok and len(memory.messages(user_id=WHO)) == count


def test_a_deleted_fact(folder: Path) -> None:
    path = folder / "memory.db"
    memory = filled(path, 50)
    memory.set("code", f"{CANARY} one", user_id=WHO)
    note = memory.set("code", f"{CANARY} two", user_id=WHO)
    for version in memory.history(note.id, user_id=WHO):
        memory.delete(version.id, user_id=WHO)
    memory.close()
    assert leftovers(path) == []


def test_after_a_crash(folder: Path) -> None:
    """A copy made while it was open is what a crash leaves; opening and closing cleans it."""
    path, copy = folder / "memory.db", folder / "copy.db"
    memory = filled(path, 20)
    memory.add(canary(1), user_id=WHO)
    memory.delete("canaryid", user_id=WHO)
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    memory.close()
    with Memory(str(copy), embedder=None) as again:
        assert len(again.messages(user_id=WHO)) == 20
    assert CANARY.encode() not in bytes_of(copy)["copy.db"]
    assert list(bytes_of(copy)) == ["copy.db"]


@pytest.mark.parametrize("length", [1, 500])
def test_an_erased_owner(folder: Path, length: int) -> None:
    """At once, with the file still open: the log is emptied too."""
    path = folder / "memory.db"
    memory = filled(path, 50)
    memory.add(canary(length), user_id="gone", session_id=CANARY)
    memory.set(CANARY, CANARY, user_id="gone")
    assert leftovers(path) != []
    receipt = memory.erase(user_id="gone")
    assert receipt.removed["messages"] == receipt.removed["notes"] == 1
    assert leftovers(path) == []
    assert memory.verify().ok
    assert len(memory.messages(user_id=WHO)) == 50
    memory.close()
    assert leftovers(path) == []
