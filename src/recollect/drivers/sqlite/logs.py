"""The write-ahead log, looked at beside SQLite: what it holds, and whether its middle is broken.

SQLite takes a log up to its first bad frame and forgets the rest, because the end of a log may be
half written. A bad frame with whole commits behind it is something else: words that were
acknowledged would be lost without a sound.
"""

from __future__ import annotations

import os
import struct
import time
from io import FileIO
from pathlib import Path

import apsw

from ..flushing import flush
from .failures import BUSY_SECONDS
from .pages import checksum

HEADER, FRAME = 32, 24
COMMITS = 2
"""Whole commits behind a bad frame that prove damage: a crash can leave one, never two in a row."""
PAUSE = 0.001


def checkpoint(db: apsw.Connection, mode: int, patience: float = BUSY_SECONDS) -> tuple[int, int]:
    """How many frames the log has, and how many of them are in the file after this.

    SQLite itself does not wait for who runs a checkpoint or is just changing the log's index.
    """
    until = time.monotonic() + patience
    while True:
        try:
            return db.wal_checkpoint(mode=mode)
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)


def exists(path: Path) -> bool:
    """Whether a file has a log with something in it."""
    try:
        return _log(path).stat().st_size > 0
    except FileNotFoundError:
        return False


def emptied(path: Path) -> None:
    """Have it on the disk that a log was emptied, or deleted and begun anew: SQLite does not, and
    a power cut would bring the old one back."""
    flush(_log(path))
    flush(path.parent)


def pages(path: Path, page_size: int) -> set[int]:
    """The numbers of the pages that the log holds in the file's stead."""
    if not exists(path):
        return set()
    with _log(path).open("rb") as log:
        salts, found = log.read(HEADER)[16:24], set()
        while len(frame := log.read(FRAME)) == FRAME and frame[8:16] == salts:
            found.add(int.from_bytes(frame[:4], "big"))
            log.seek(page_size, os.SEEK_CUR)
        return found


def broken(path: Path, db: apsw.Connection, page_size: int) -> bool:
    """Whether there are whole commits behind the place where SQLite stopped reading the log."""
    if not exists(path) or db.readonly("main"):  # who only reads cannot ask, and does no harm
        return False
    with FileIO(_log(path)) as log:  # not buffered: others may be writing it
        while True:
            here = _place(log, db)
            if _commits_behind(log, here[0], page_size) < COMMITS:
                return False
            # If somebody wrote meanwhile, it was read half before and half after that.
            if here == _place(log, db):
                return True


def _place(log: FileIO, db: apsw.Connection) -> tuple[int, bytes]:
    """How many frames SQLite reads, and the header of the log that they are in."""
    frames, _ = checkpoint(db, apsw.SQLITE_CHECKPOINT_NOOP)
    log.seek(0)
    return max(frames, 0), log.read(HEADER)


def _commits_behind(log: FileIO, frames: int, page_size: int) -> int:
    log.seek(0)
    header = log.read(HEADER).ljust(HEADER, b"\0")
    big = header[3] & 1
    whole = checksum(header[:24], (0, 0), big) == _sums(header[24:])
    before, salts = _sums(header[24:]), header[16:24] if whole else b""
    if frames:
        log.seek(HEADER + (frames - 1) * (FRAME + page_size))
        last = log.read(FRAME)
        if len(last) < FRAME:  # somebody has emptied it meanwhile, so all of it is in the file
            return 0
        before = _sums(last[16:])
        log.seek(page_size, os.SEEK_CUR)
    commits, bad = 0, False
    while commits < COMMITS and len(frame := log.read(FRAME)) == FRAME:
        salts = salts or frame[8:16]
        if frame[8:16] != salts:  # left over from before the log was begun anew, or broken
            bad = True
            log.seek(page_size, os.SEEK_CUR)
            continue
        page, sums = log.read(page_size), _sums(frame[16:])
        sound = len(page) == page_size and checksum(frame[:8] + page, before, big) == sums
        bad = bad or not sound  # until then, somebody is writing just now, or died doing so
        commits += bad and sound and frame[4:8] != bytes(4)
        before = sums
    return commits


def _log(path: Path) -> Path:
    return Path(f"{path}-wal")


def _sums(data: bytes) -> tuple[int, ...]:
    return struct.unpack(">II", data[:8])
