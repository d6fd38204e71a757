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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from ..errors import InputError
from .files import written

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


def pack(memory: Path, held: Held, target: Path, force: bool, tell: Progress) -> int:
    """Write a backup of a memory's file; how many bytes it has."""
    head = json.dumps(asdict(held)).encode() + b"\n"
    total, done = 2 * memory.stat().st_size, 0
    digest = hashlib.sha256(head)
    with memory.open("rb") as source, written(target, force) as file:
        while block := source.read(BLOCK):
            digest.update(block)
            tell(done := done + len(block), total)
        source.seek(0)
        vouched = f"{MAGIC} {VERSION} {digest.hexdigest()}\n".encode() + head
        file.write(vouched)
        while block := source.read(BLOCK):
            file.write(block)
            tell(done := done + len(block), total)
    return len(vouched) + total // 2


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
        total, done = os.fstat(file.fileno()).st_size, 0
        while block := file.read(BLOCK):
            digest.update(block)
            target.write(block)
            tell(done := done + len(block), max(done, total))  # a pipe does not say how long it is
    if digest.hexdigest() != wanted:
        raise InputError(
            f"{source} is damaged or cut off: it is not what was backed up, and nothing was "
            "restored; use another backup"
        )
    return Held(**json.loads(head))


def _vouched(line: bytes, source: Path) -> str:
    """The hash that the first line names."""
    words = line.decode("ascii", "replace").split()
    if len(words) != 3 or words[0] != MAGIC or not line.endswith(b"\n"):
        if line.removeprefix(b"\xef\xbb\xbf").startswith(b'{"recollect"'):
            raise InputError(f"{source} is an export, not a backup; run: recollect import")
        raise InputError(f"{source} is no backup of recollect, or damaged; nothing was restored")
    if words[1] != str(VERSION):
        raise InputError(f"{source} has version {words[1][:9]}, this recollect reads {VERSION}")
    return words[2]


def _opened(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")
