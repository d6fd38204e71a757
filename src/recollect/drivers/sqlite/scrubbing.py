"""No byte of what was deleted stays in the file, nor in its log.

`secure_delete` overwrites a row where it lies. But when SQLite moves rows from one page to another,
it leaves copies behind in the unused middle of the old page, and nothing overwrites those when the
row is deleted later. So the unused middle of every page is filled with zeros here, in place.

That is safe beside readers and writers: the write lock is held, so nobody adds to the log; all of
the log is in the file, so nobody copies from it; and only bytes that mean nothing are written, so
it does not matter at which of them a crash or a reader comes by. Then the log is emptied.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...errors import StoreError
from .connections import Connections

PATIENCE = 10.0
"""Seconds to wait for those who read an older state of the file."""
PAUSE = 0.05
CHUNK = 256
"""Pages read at once."""
LEAVES, INNER = (10, 13), (2, 5)
MOST_PAGES = 0x02000000
"""From here on, the first byte of a page no longer tells rows from the rest of a long row."""

READ = "another process is still reading an older state of the memory; erase again when it is done"


def scrub(connections: Connections) -> list[str]:
    """Clean the file and empty its log; says why if that could not be done now."""
    until = time.monotonic() + PATIENCE
    try:
        while not _cleaned(connections):
            if time.monotonic() > until:
                return [READ]
            time.sleep(PAUSE)
        connections.renew()
        return [] if connections.truncate_wal(PATIENCE) else [READ]
    except StoreError as error:  # the rows are gone; that the rest is not must not hide it
        return [str(error)]


def _cleaned(connections: Connections) -> bool:
    """Fill what is unused with zeros; False if somebody still needs what is in the log."""
    with connections.write() as db:
        if not connections.folded():
            return False
        with opened(connections.path, writing=True) as file:
            for offset, length in unused(file, int(db.pragma("page_size"))):
                file.xWrite(bytes(length), offset)
            file.xSync(apsw.SQLITE_SYNC_FULL)
        # A change that others see, or they would go on with pages they read before.
        db.pragma("user_version", db.pragma("user_version"))
    return True


@contextmanager
def opened(path: Path, writing: bool = False) -> Iterator[apsw.VFSFile]:
    """The bytes of a file by SQLite's own means, so that closing it ends nobody's locks."""
    mode = apsw.SQLITE_OPEN_READWRITE if writing else apsw.SQLITE_OPEN_READONLY
    file = apsw.VFSFile("", str(path), [apsw.SQLITE_OPEN_MAIN_DB | mode, 0])
    try:
        yield file
    finally:
        file.xClose()


def unused(file: apsw.VFSFile, size: int) -> Iterator[tuple[int, int]]:
    """Where pages have bytes between their rows and the list of them that are not zero."""
    length = file.xFileSize()
    if length // size >= MOST_PAGES:
        raise StoreError("this file is too large to be cleaned in place; run VACUUM on it")
    for start in range(0, length, CHUNK * size):
        data = file.xRead(min(CHUNK * size, length - start), start)
        for at in range(0, len(data), size):
            if start + at:  # the first page holds the schema, and a header before it
                first, end = _middle(data, at, size)
                if data.count(0, first, end) < end - first:
                    yield start + first, end - first


def _middle(data: bytes, at: int, size: int) -> tuple[int, int]:
    """The unused middle of the page that begins here; empty if it is not a page of rows."""
    if data[at] not in LEAVES and data[at] not in INNER:
        return at, at
    cells, content = struct.unpack_from(">HH", data, at + 3)
    first = (12 if data[at] in INNER else 8) + 2 * cells
    content = content or 65_536
    if not first <= content <= size:
        raise apsw.CorruptError("a page's list of rows is not what was written")
    return at + first, at + content
