"""Files that appear whole or not at all, and go without leaving anything."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from ..flushing import flush, sync

PART = ".part"
PRIVATE = 0o600
BLOCK = 1 << 20
BINARY: int = getattr(os, "O_BINARY", 0)
"""Without it Windows writes two bytes for the end of a line."""
NAMES_MAY_GO = os.name == "posix"
"""Whether a file can be replaced or deleted while it is open. Windows refuses."""


def put(path: Path, pieces: Iterable[bytes], *, wipe: bool = False) -> None:
    """Write a file beside the old one and put it in its place, both on the disk before this ends.

    `wipe` overwrites what was there with zeros.
    """
    if path.exists() and not os.access(path, os.W_OK):  # replacing it would need no permission
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    unfinished = part(path)
    try:
        with _wiped(path) if wipe else nullcontext():
            _write(unfinished, pieces, _mode(path))
            os.replace(unfinished, path)
            flush(path.parent)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def part(path: Path) -> Path:
    """Where a file is written before it is put in its place."""
    return path.with_name(f".{path.name}{PART}")


def left(path: Path) -> list[Path]:
    """What one who was killed left beside a file."""
    beside = [one for one in (part(path), _second(path)) if os.path.isfile(one)]
    return [one for one in beside if not (path.exists() and path.samefile(one))]


def make(folder: Path) -> None:
    """Make a folder and those that it lies in, each name on the disk before this ends."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(mode=0o700, exist_ok=True)
        flush(one.parent)


def remove(path: Path, within: Path | None = None) -> None:
    """Delete a file and overwrite it with zeros, and folders within one that are empty then.

    Its name goes first: zeros under it would look as if a person had written them.
    """
    with _wiped(path) as known:
        if not known:
            return
        path.unlink(missing_ok=True)
        flush(_emptied(path.parent, within))
    if not NAMES_MAY_GO:  # there was a second one in the folder till now
        _emptied(path.parent, within)


def _write(path: Path, pieces: Iterable[bytes], mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        if os.name == "posix":
            os.fchmod(file.fileno(), mode)
        sync(file.fileno())


def _mode(path: Path) -> int:
    with suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    return PRIVATE


def _emptied(folder: Path, within: Path | None) -> Path:
    """Delete folders within one that are empty; the first that stays."""
    while within is not None and within in folder.parents:
        try:
            folder.rmdir()
        except OSError:
            break
        folder = folder.parent
    return folder


@contextmanager
def _open_wiped(path: Path) -> Iterator[bool]:
    """Overwrite what a file holds with zeros, once its name is gone; whether there is one."""
    try:
        old = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        yield False
        return
    try:
        yield True
        _zero(old)
    finally:
        os.close(old)


@contextmanager
def _named_wiped(path: Path) -> Iterator[bool]:
    """The same where an open file keeps its name: it gets a second one to be opened under."""
    second = _second(path)
    second.unlink(missing_ok=True)
    try:
        os.link(path, second)
    except FileNotFoundError:
        yield False
        return
    try:
        yield True
        with second.open("r+b") as old:
            _zero(old.fileno())
    finally:
        second.unlink(missing_ok=True)


_wiped = _open_wiped if NAMES_MAY_GO else _named_wiped


def _second(path: Path) -> Path:
    """What a file is called, too, for as long as its name goes."""
    return path.with_name(f".{path.name}.old")


def _zero(file: int) -> None:
    left = os.fstat(file).st_size
    os.lseek(file, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(file, bytes(min(left, BLOCK)))
    sync(file)
