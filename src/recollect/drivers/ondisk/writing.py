"""Files that appear whole or not at all, and go without leaving anything."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

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
        sync_folder(path.parent)
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


def remove(path: Path, within: Path | None = None) -> None:
    """Overwrite a file with zeros and delete it, and folders within one that are empty then."""
    old = _opened(path)
    if old is None:
        return
    try:
        _zero(old)
    finally:
        os.close(old)
    path.unlink(missing_ok=True)
    folder = path.parent
    while within is not None and within in folder.parents:
        try:
            folder.rmdir()
        except OSError:
            break
        folder = folder.parent
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system lets one."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(path: Path, pieces: Iterable[bytes], mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        if os.name == "posix":
            os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


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
    os.fsync(file)
