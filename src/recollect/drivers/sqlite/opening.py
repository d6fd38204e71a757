"""Opening a file: nothing is written before it is known to be ours and whole."""

from __future__ import annotations

import errno
import os
import re
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import apsw

from ...errors import ConfigError, StoreError
from . import logs, schema
from .failures import BUSY_SECONDS, damaged, read_only
from .pages import MAGIC

CACHE_KIB = 16_384
HEADER = 100
JOURNAL = bytes.fromhex("d9d505f920a163d7")
PAUSES = (0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.025, 0.025, 0.025, 0.05, 0.05, 0.1)
"""How long SQLite itself waits from one try to the next, and on from the last."""
one_at_a_time = threading.Lock()
"""Held while a file is made: closing it again would end the locks that another thread has on it."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the first bytes of a file say, and how long it is."""

    size: int
    page_size: int = 0
    pages: int = 0
    version: int = 0
    application: int = 0


def whole(path: Path) -> Path:
    """Where a file itself lies. The process may change its folder; its log is not beside a link."""
    if re.search("[\0\ud800-\udfff]", str(path)):
        raise ConfigError("a path cannot hold a NUL character or half of a surrogate pair")
    return Path(os.path.realpath(path))


def prepare(path: Path) -> bool:
    """Check the file, or make an empty one; tells whether it may be written."""
    if not path.parent.is_dir():
        raise ConfigError(f"the folder {path.parent} does not exist; create it first")
    logged = logs.exists(path)  # before the file: who makes one fills it first, and then the log
    head = _head(path) if path.exists() else Head(0)
    if head.size:
        schema.require_ours(str(path), head.application, head.version)
    elif logged:
        raise damaged(path, f"it is empty or gone, but {path.name}-wal holds what was written")
    elif not path.exists():
        with suppress(FileExistsError):  # another process was faster, which is as well
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    if not head.size and not writable:
        raise read_only(path)
    return writable


def connect(path: Path, writable: bool) -> apsw.Connection:
    """A connection to a checked file."""
    if writable:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    elif logs.exists(path) or Path(f"{path}-shm").exists():
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    else:
        # Nobody writes it, and SQLite could not make the files that it reads a log with.
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        db = apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags=flags)
    try:
        wait_for_others(db, BUSY_SECONDS)
        # Nothing spills into temporary files, where nobody could find it to erase it.
        db.execute(
            f"PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-{CACHE_KIB}"
        )
        if writable:
            db.execute(
                "PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA secure_delete=ON; "
                "PRAGMA journal_size_limit=16777216"
            )
        elif 0 < schema.version(db) < len(schema.MIGRATIONS):
            schema.stand_in(db)
    except BaseException:
        discard(path, db)
        raise
    return db


def wait_for_others(db: apsw.Connection, seconds: float) -> None:
    """Wait so long for who else has a lock. SQLite's own waiting is deaf to Ctrl-C."""
    until = 0.0

    def again(tried: int) -> bool:
        nonlocal until
        now = time.monotonic()
        until = until if tried else now + seconds
        time.sleep(max(0.0, min(PAUSES[min(tried, len(PAUSES) - 1)], until - now)))
        return now < until

    db.set_busy_handler(again)


def check(path: Path, db: apsw.Connection) -> None:
    """Refuse what is not ours, a file whose end is missing, and one whose log is broken."""
    with db:
        schema.version(db)
        head = _head(path)
        missing = range(head.size // max(head.page_size, 1) + 1, head.pages + 1)
        if missing and not set(missing) <= logs.pages(path, head.page_size):
            raise damaged(path, "it is cut off")
    if logs.broken(path, db, head.page_size):
        raise damaged(path, f"{path.name}-wal is broken in its middle")


def release(db: apsw.Connection) -> None:
    """Close a connection. If the log cannot be folded in now, it is kept, and nothing is lost."""
    with suppress(apsw.Error):
        db.close()


def discard(path: Path, db: apsw.Connection) -> None:
    """Close a connection to a file that must stay as it is: its log is not folded in."""
    db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(logs.exists(path)))
    release(db)


def _head(path: Path) -> Head:
    """Read by SQLite's own means: closing the file otherwise would end this process's locks."""
    if not path.is_file():
        raise OSError(errno.EISDIR, "it is not a file")
    if not os.access(path, os.R_OK):
        raise StoreError(f"{path} may not be read; check the permissions of the file")
    flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
    file = apsw.VFSFile("", str(path), flags)
    try:
        size = file.xFileSize()
        first = file.xRead(min(size, HEADER), 0) if size else b""
    finally:
        file.xClose()
    if not first:
        return Head(0)
    if len(first) < HEADER or not first.startswith(MAGIC):
        if _just_begun(path):
            return Head(0)
        raise damaged(path, "it is not a database, or its beginning is lost")
    page, pages, version, application = struct.unpack(">16xH10xI28xI4xI", first[:72])
    return Head(size, 65_536 if page == 1 else page, pages, version, application)


def _just_begun(path: Path) -> bool:
    """Whether the power was cut while the file was filled first: its journal will empty it."""
    with suppress(FileNotFoundError), Path(f"{path}-journal").open("rb") as journal:
        head = journal.read(20)
        return head[:8] == JOURNAL and head[16:] == bytes(4)  # the pages that there were before
    return False
