"""Opening a file: nothing is written before it is known to be ours and whole."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from urllib.parse import quote

import apsw

from ...errors import ConfigError
from . import schema
from .failures import BUSY_SECONDS, damaged, read_only

CACHE_KIB = 16_384
MAGIC = b"SQLite format 3\x00"
HEADER = 100


def prepare(path: Path) -> bool:
    """Check the file, or make an empty one; tells whether it may be written."""
    if "\0" in str(path):
        raise ConfigError("a file name cannot hold a NUL character")
    if not path.parent.is_dir():
        raise ConfigError(f"the folder {path.parent} does not exist; create it first")
    header = _header(path)
    if not header:
        if _logged(path):
            raise damaged(path, f"it is empty or gone, but {path.name}-wal holds what was written")
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif len(header) < HEADER or not header.startswith(MAGIC):
        raise damaged(path, "it is not a database, or its beginning is lost")
    else:
        version, application = struct.unpack(">60xI4xI", header[:72])
        schema.require_ours(str(path), application, version)
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    if not header and not writable:
        raise read_only(path)
    return writable


def connect(path: Path, writable: bool) -> apsw.Connection:
    """A connection to a checked file."""
    if writable:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    elif _logged(path) or Path(f"{path}-shm").exists():
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    else:
        # Nobody writes it, and SQLite could not make the files that it reads a log with.
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        db = apsw.Connection(f"file:{quote(str(path))}?immutable=1", flags=flags)
    try:
        db.set_busy_timeout(int(BUSY_SECONDS * 1000))
        db.execute(f"PRAGMA cell_size_check=ON; PRAGMA cache_size=-{CACHE_KIB}")
        if writable:
            db.execute(
                "PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; "
                "PRAGMA journal_size_limit=16777216"
            )
    except BaseException:
        discard(path, db)
        raise
    return db


def discard(path: Path, db: apsw.Connection) -> None:
    """Close a connection to a file that must stay as it is: its log is not folded in."""
    db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(_logged(path)))
    db.close()


def _header(path: Path) -> bytes:
    """The first bytes; none for a file that is empty or not there."""
    try:
        with path.open("rb") as file:
            return file.read(HEADER)
    except FileNotFoundError:
        return b""


def _logged(path: Path) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > 0
    except FileNotFoundError:
        return False
