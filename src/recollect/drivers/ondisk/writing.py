"""Files that appear whole or not at all, and go without leaving anything."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ..flushing import flush, sync

PART = ".part"
PRIVATE = 0o600
BLOCK = 1 << 20


def put(path: Path, pieces: Iterable[bytes], *, wipe: bool = False) -> None:
    """Write a file beside the old one and put it in its place, both on the disk before this ends.

    `wipe` overwrites what was there with zeros.
    """
    if path.exists() and not os.access(path, os.W_OK):  # replacing it would need no permission
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    unfinished = part(path)
    old = _opened(path) if wipe else None
    try:
        _write(unfinished, pieces, _mode(path))
        os.replace(unfinished, path)
        flush(path.parent)
        if old is not None:
            _zero(old)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    finally:
        if old is not None:
            os.close(old)


def part(path: Path) -> Path:
    """Where a file is written before it is put in its place."""
    return path.with_name(f".{path.name}{PART}")


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
    old = _opened(path)
    if old is None:
        return
    try:
        path.unlink(missing_ok=True)
        folder = path.parent
        while within is not None and within in folder.parents:
            try:
                folder.rmdir()
            except OSError:
                break
            folder = folder.parent
        flush(folder)
        _zero(old)
    finally:
        os.close(old)


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


def _opened(path: Path) -> int | None:
    with suppress(FileNotFoundError):
        return os.open(path, os.O_WRONLY)
    return None


def _zero(file: int) -> None:
    left = os.fstat(file).st_size
    os.lseek(file, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(file, bytes(min(left, BLOCK)))
    sync(file)
