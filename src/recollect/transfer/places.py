"""Which files are a memory's own, so that nothing else is put in their place."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ..errors import InputError

ROOM = ".recollect"
"""How the hidden folder of a memory's log and lock is called, or ends."""
BESIDE = ("-wal", "-shm", "-journal")
DATABASE = b"SQLite format 3\0"


def require_apart(target: Path, memory: Path | None = None) -> None:
    """Refuse to write to what a memory consists of: this one, or any that can be told."""
    if memory is not None and belongs(target, memory):
        raise InputError(f"{target} is this very memory, or a file of it; name another place")
    if _looks_owned(Path(os.path.realpath(target))):
        raise InputError(f"{target} is a database or a file of a memory; name another place")


def belongs(target: Path, memory: Path) -> bool:
    """Whether a path leads to a memory's file or folder, or to what it keeps there."""
    file, own = Path(os.path.realpath(target)), Path(os.path.realpath(memory))
    if own.is_dir():
        within = own in file.parents and file.suffix == ".md"
        return within or file == own or own / ROOM in (file, *file.parents)
    beside = [own, *(own.parent / (own.name + end) for end in BESIDE)]
    return any(_same(file, one) for one in beside) or _room(own) in (file, *file.parents)


def _looks_owned(file: Path) -> bool:
    for folder in file.parents:
        if folder.name.endswith(ROOM) and _is_room(folder):
            return True
        if file.suffix == ".md" and _is_room(folder / ROOM):
            return True
    if _is_room(_room(file)) or _is_database(file):
        return True
    mains = (file.parent / file.name.removesuffix(end) for end in BESIDE)
    return any(_is_database(main) for main in mains)


def _room(file: Path) -> Path:
    return file.parent / f".{file.name}{ROOM}"


def _is_room(folder: Path) -> bool:
    return (folder / "lock").exists() or (folder / "log").exists()


def _is_database(path: Path) -> bool:
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(len(DATABASE)) == DATABASE
    return False


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return os.path.samefile(one, other)
    return one == other
