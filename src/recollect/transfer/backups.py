"""The file of a backup: a line that vouches for the rest, what it holds in short, and the memory.

    recollect-backup 1 <SHA-256 of all that follows>
    {"at": "…", "content": "<content hash>", "messages": 2, "notes": 1}
    <a memory in one file>

A file that was cut off or changed by a single bit is not opened.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from ..errors import InputError
from ..types import new_id

MAGIC = "recollect-backup"
VERSION = 1
BLOCK = 1 << 20
LONGEST_LINE = 4096
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Held:
    """What a backup says of itself."""

    at: str
    content: str
    """The content hash of every record in it, as `copy_to` makes it."""
    messages: int
    notes: int


def pack(memory: Path, held: Held, target: Path, force: bool, tell: Progress) -> None:
    """Write a backup of a memory's file, whole or not at all, for its owner's eyes only."""
    head = json.dumps(asdict(held)).encode() + b"\n"
    total, done = 2 * memory.stat().st_size, 0
    digest = hashlib.sha256(head)
    part = target.with_name(f".{target.name}.{new_id()}.part")
    try:
        with memory.open("rb") as source, _opened(part) as file:
            while block := source.read(BLOCK):
                digest.update(block)
                tell(done := done + len(block), total)
            source.seek(0)
            file.write(f"{MAGIC} {VERSION} {digest.hexdigest()}\n".encode() + head)
            while block := source.read(BLOCK):
                file.write(block)
                tell(done := done + len(block), total)
            file.flush()
            os.fsync(file.fileno())
        _name(part, target, force)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    _keep_name(target.parent)


def unpack(source: Path, memory: Path, tell: Progress) -> Held:
    """Write the memory of a backup into a new file, if every byte of it is as it was made."""
    try:
        file = source.open("rb")
    except OSError as error:
        raise InputError(f"cannot read {source}: {error.strerror}") from None
    with file, _opened(memory) as target:
        wanted = _vouched(file.readline(LONGEST_LINE), source)
        head = file.readline(LONGEST_LINE)
        digest = hashlib.sha256(head)
        total = os.fstat(file.fileno()).st_size
        while block := file.read(BLOCK):
            digest.update(block)
            target.write(block)
            tell(file.tell(), total)
    if digest.hexdigest() != wanted:
        raise InputError(
            f"{source} is damaged or cut off: it is not what was backed up, and nothing was "
            "restored; use another backup"
        )
    return Held(**json.loads(head))


def require_free(target: Path, force: bool) -> None:
    """Refuse a name that is taken or cannot be, before any work is done."""
    if target.is_dir():
        raise InputError(f"{target} is a folder; name a file")
    if target.exists() and not force:
        raise taken(target)
    if not target.parent.is_dir():
        raise InputError(f"the folder {target.parent} does not exist; create it first")


def taken(target: Path) -> InputError:
    """The error of a name that is in use."""
    return InputError(f"{target} is there already; name another file, or pass --force")


def _vouched(line: bytes, source: Path) -> str:
    """The hash that the first line names."""
    words = line.decode("ascii", "replace").split()
    if len(words) != 3 or words[0] != MAGIC or not line.endswith(b"\n"):
        raise InputError(f"{source} is no backup of recollect, or damaged; nothing was restored")
    if words[1] != str(VERSION):
        raise InputError(f"{source} has version {words[1][:9]}, this recollect reads {VERSION}")
    return words[2]


def _opened(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")


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
