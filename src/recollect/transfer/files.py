"""Files that appear whole or not at all, for their owner's eyes only."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ..errors import InputError
from .places import require_apart


@contextmanager
def written(path: Path, force: bool) -> Iterator[IO[bytes]]:
    """A file to write to, which gets its name when all of it is on the disk.

    What is no file, such as a pipe or a terminal, is written to as it is.
    """
    require_free(path, force)
    with named(path):
        yield from _written(path, force)


@contextmanager
def named(path: Path, always: bool = False) -> Iterator[None]:
    """Let what fails say where: the system names a file when it is opened, and never again. With
    `always`, what is made on the way to a path is not told of."""
    try:
        yield
    except OSError as error:
        error.filename = str(path) if always else error.filename or str(path)
        raise


def _written(path: Path, force: bool) -> Iterator[IO[bytes]]:
    if is_stream(path):
        with path.open("wb") as stream:
            yield stream
        return
    real = Path(os.path.realpath(path))
    # A name that nobody can have guessed, so that no link is followed and no file written over.
    with named(path, always=True):
        number, name = tempfile.mkstemp(prefix=".recollect-", suffix=".part", dir=real.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _name(part, real, force)
    finally:
        part.unlink(missing_ok=True)
    _keep_name(real.parent)


@contextmanager
def lines(path: Path, force: bool) -> Iterator[IO[str]]:
    """The same for text."""
    with written(path, force) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        try:
            yield text
        finally:
            text.detach()


def require_free(target: Path, force: bool) -> None:
    """Refuse a name that is taken or cannot be, before any work is done."""
    if target.is_dir():
        raise InputError(f"{target} is a folder; name a file")
    if is_stream(target):
        return
    require_apart(target)
    if target.exists() and not force:
        raise taken(target)
    folder = Path(os.path.realpath(target)).parent
    if not folder.is_dir():
        raise InputError(f"the folder {folder} does not exist; create it first")


def is_stream(path: Path) -> bool:
    """Whether a path leads to something that is there and no file: a pipe, a device."""
    return path.exists() and not path.is_file()


def taken(target: Path) -> InputError:
    """The error of a name that is in use."""
    return InputError(f"{target} is there already; name another file, or pass --force")


def _name(part: Path, target: Path, force: bool) -> None:
    """Give a file its name; one that came meanwhile is not written over."""
    if force:
        os.replace(part, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise taken(target) from None
    except OSError:  # a file system without links
        if target.exists():
            raise taken(target) from None
        os.replace(part, target)


def _keep_name(folder: Path) -> None:
    """Let a new name survive a power cut, where folders can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
