"""A disk whose power is cut: it watches a folder, and makes what a cut might leave of it.

Nothing is on a disk for sure but what was synced: the bytes of a file when the file was, and the
names in a folder when the folder was. The rest may be there or not, name by name and sector by
sector.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

SECTOR = 512
CALLS = ("write", "fsync", "ftruncate", "replace", "unlink", "mkdir", "rmdir")
Image = dict[str, bytes | None]
"""The files of a folder by their path, and its folders, which have no bytes."""


class Disk:
    """What of a folder is there for sure, and what is there unless the power fails."""

    def __init__(self, root: Path, step: Callable[[], None]) -> None:
        self._root, self._step = root, step
        self._held: dict[int, int] = {}
        self._folders: set[int] = set()
        self.look()
        files = self._held.keys() - self._folders
        self._sure = {inode: self._bytes(inode) for inode in files}
        self._names = dict(self._tree)

    def look(self) -> None:
        """See what is there now, and hold it: then no number is given to another file."""
        self._tree: dict[int, dict[str, int]] = {}
        self._walk(self._root)

    def step(self) -> None:
        """Something is about to be done."""
        self.look()
        self._step()

    def synced(self, what: os.stat_result) -> None:
        """A file or a folder was brought to the disk."""
        if what.st_dev != self._root.stat().st_dev:
            return
        self.look()
        inode = what.st_ino
        if inode in self._folders:
            self._names[inode] = self._tree.get(inode, {})
        elif inode in self._held:
            self._sure[inode] = self._bytes(inode)

    def after_a_kill(self) -> Image:
        """What there is when the system goes on and only the process ends."""
        return self._image(lambda sure, now: now, lambda sure, now: now)

    def after_a_cut(self, chance: Random | None = None) -> Image:
        """What there is after a power cut: nothing but what is sure, or some of the rest."""
        if chance is None:
            return self._image(lambda sure, now: sure, lambda sure, now: sure)
        return self._image(
            lambda sure, now: chance.choice((sure, now)),
            lambda sure, now: _torn(sure, now, chance),
        )

    def close(self) -> None:
        """Let go of everything."""
        for file in self._held.values():
            os.close(file)

    def _walk(self, folder: Path) -> None:
        inode = self._hold(folder)
        self._folders.add(inode)
        self._tree[inode] = {entry.name: self._hold(entry) for entry in os.scandir(folder)}
        for entry in os.scandir(folder):
            if entry.is_dir():
                self._walk(Path(entry))

    def _hold(self, path: os.PathLike[str]) -> int:
        inode = os.stat(path).st_ino
        if inode not in self._held:
            self._held[inode] = os.open(path, os.O_RDONLY)
        return inode

    def _bytes(self, inode: int) -> bytes:
        file = self._held[inode]
        return os.pread(file, os.fstat(file).st_size, 0)

    def _image(self, named: Callable[..., int | None], kept: Callable[..., bytes]) -> Image:
        made: Image = {}

        def build(folder: int, prefix: str) -> None:
            sure, now = self._names.get(folder, {}), self._tree.get(folder, {})
            for name in sorted({**sure, **now}):
                before, after = sure.get(name), now.get(name)
                inode = before if before == after else named(before, after)
                if inode is None:
                    continue
                if inode in self._folders:
                    made[prefix + name] = None
                    build(inode, f"{prefix}{name}/")
                else:
                    made[prefix + name] = kept(self._sure.get(inode, b""), self._bytes(inode))

        build(self._root.stat().st_ino, "")
        return made


def _torn(sure: bytes, now: bytes, chance: Random) -> bytes:
    """Each sector as it was or as it is."""
    if sure == now:
        return now
    size = len(chance.choice((sure, now)))
    sectors = (
        chance.choice((sure, now))[at : at + SECTOR].ljust(SECTOR, b"\0")
        for at in range(0, size, SECTOR)
    )
    return b"".join(sectors)[:size]


def place(image: Image, folder: Path) -> None:
    """Write an image into an empty folder."""
    for name, data in image.items():
        if data is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(data)


@contextmanager
def watched(root: Path, step: Callable[[Disk], None]) -> Iterator[Disk]:
    """Every call that changes a folder is one step; so are those that SQLite makes."""
    disk = Disk(root, lambda: step(disk))
    usual = apsw.vfs_names()[0]
    vfs = _VFS(disk, usual)
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, _stepping(disk, getattr(os, name), sync=name == "fsync"))
        try:
            yield disk
        finally:
            apsw.set_default_vfs(usual)
            vfs.unregister()
            disk.close()


def _stepping(disk: Disk, call: Callable[..., Any], sync: bool) -> Callable[..., Any]:
    def called(*args: Any, **named: Any) -> Any:
        disk.step()
        done = call(*args, **named)
        if sync:
            disk.synced(os.fstat(args[0]))
        return done

    return called


class _VFS(apsw.VFS):
    def __init__(self, disk: Disk, usual: str) -> None:
        super().__init__("watched", usual, makedefault=True)
        self._disk, self._usual = disk, usual

    def xOpen(self, name: Any, flags: Any) -> _File:
        return _File(self._disk, self._usual, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._disk.step()
        super().xDelete(filename, syncdir)
        if syncdir:
            self._disk.synced(os.stat(Path(filename).parent))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, usual: str, name: Any, flags: Any) -> None:
        asked = flags[0]
        super().__init__(usual, name, flags)
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        # SQLite syncs the folder of a new journal or log along with its first bytes.
        journal = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
        self._new = bool(asked & journal and asked & apsw.SQLITE_OPEN_CREATE)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.step()
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self._disk.step()
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.step()
        super().xSync(flags)
        self._disk.synced(os.stat(self._path))
        if self._new:
            self._new = False
            self._disk.synced(os.stat(self._path.parent))
