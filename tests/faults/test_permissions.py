"""What may not be written can still be read; what may not be read says so."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from recollect import ConfigError, Memory
from recollect.errors import StoreReadOnly

from .kit import WHO, HashEmbedder, together

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")

READABLE = {
    "messages": json.dumps(["I prefer dark mode."]),
    "search": json.dumps(["I prefer dark mode."]),
    "verify": "true",
    "add": "StoreReadOnly",
    "set": "StoreReadOnly",
}


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that others can reach, unlike pytest's own."""
    made = Path(mkdtemp(prefix="recollect-"))
    made.chmod(0o755)
    yield made
    for path in [made, *made.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(made)


def filled(path: Path) -> Path:
    with Memory(str(path), embedder=HashEmbedder()) as memory:
        memory.add("I prefer dark mode.", user_id=WHO)
    return path


def as_nobody(path: Path, folder: Path) -> dict[str, str]:
    (outcome,) = together(1, "unprivileged", path, folder / "scratch.db")
    return outcome


def listing(path: Path) -> dict[str, str]:
    files = sorted(path.parent.iterdir())
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.mark.parametrize(
    ("file_mode", "folder_mode"),
    [(0o444, 0o755), (0o666, 0o555), (0o444, 0o555), (0o444, 0o777)],
)
def test_read_only(place: Path, folder: Path, file_mode: int, folder_mode: int) -> None:
    path = filled(place / "memory.db")
    path.chmod(file_mode)
    place.chmod(folder_mode)
    before = listing(path)
    assert as_nobody(path, folder) == READABLE
    assert listing(path) == before


def test_read_only_while_somebody_writes(place: Path, folder: Path) -> None:
    """The reader sees what the writer has in its log."""
    path = place / "memory.db"
    with Memory(str(path), embedder=HashEmbedder()) as memory:
        memory.add("I prefer dark mode.", user_id=WHO)
        for ending in ("", "-wal", "-shm"):
            Path(f"{path}{ending}").chmod(0o644)
        assert as_nobody(path, folder) == READABLE
        memory.add("The writer goes on.", user_id=WHO)
        assert len(memory.messages(user_id=WHO)) == 2


def test_a_read_only_disk(folder: Path) -> None:
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        path = filled(disk / "memory.db")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with Memory(str(path), embedder=HashEmbedder()) as memory:
            assert [hit.text for hit in memory.search("dark mode", user_id=WHO, min_relevance=0)]
            assert memory.verify().ok
            with pytest.raises(StoreReadOnly, match="permissions"):
                memory.add("more", user_id=WHO)
        with pytest.raises(StoreReadOnly):
            Memory(str(disk / "new.db"), embedder=None)
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_a_new_file_in_a_read_only_folder(place: Path, folder: Path) -> None:
    place.chmod(0o555)
    assert as_nobody(place / "new.db", folder) == {"open": "StoreReadOnly"}
    assert os.listdir(place) == []


def test_an_empty_read_only_file(place: Path, folder: Path) -> None:
    path = place / "empty.db"
    path.touch()
    path.chmod(0o444)
    assert as_nobody(path, folder) == {"open": "StoreReadOnly"}
    assert path.read_bytes() == b""


def test_a_file_that_may_not_be_read(place: Path, folder: Path) -> None:
    path = filled(place / "memory.db")
    path.chmod(0o000)
    assert as_nobody(path, folder) == {"open": "StoreError"}


def test_a_folder_that_may_not_be_entered(place: Path, folder: Path) -> None:
    (place / "private").mkdir()
    path = filled(place / "private" / "memory.db")
    (place / "private").chmod(0o000)
    assert as_nobody(path, folder)["open"] in ("StoreError", "StoreReadOnly")


def test_a_new_file_is_private(folder: Path) -> None:
    path = filled(folder / "memory.db")
    assert path.stat().st_mode & 0o777 == 0o600
    with Memory(str(path), embedder=None) as memory:
        memory.add("more", user_id=WHO)
        for ending in ("-wal", "-shm"):
            assert Path(f"{path}{ending}").stat().st_mode & 0o777 == 0o600


def test_paths_that_cannot_be(folder: Path) -> None:
    (folder / "a folder.db").mkdir()
    (folder / "file.db").write_bytes(b"")
    for path in (
        folder / "missing" / "memory.db",
        folder / "a folder.db",
        folder / "file.db" / "memory.db",
        folder / "nul\0.db",
        folder / "half\ud800.db",
        folder / "raw\udcff.db",
        folder / ("long" * 100 + ".db"),
    ):
        with pytest.raises(ConfigError):
            Memory(str(path), embedder=None)
    assert sorted(os.listdir(folder)) == ["a folder.db", "file.db"]


def test_odd_but_possible_paths(place: Path, folder: Path) -> None:
    for name in ("a b.db", "per%20cent.db", "quest?ion.db", "ha#sh.db", "ü🙂.db", ":memory:.db"):
        path = place / name
        with Memory(str(path), embedder=None) as memory:
            memory.add("here", user_id=WHO)
        path.chmod(0o444)
        assert as_nobody(path, folder).get("messages") == json.dumps(["here"])
        assert path.stat().st_size > 0
