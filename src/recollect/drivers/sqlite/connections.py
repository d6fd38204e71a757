"""Connections to one file: a pool that threads share, that forks survive, with errors translated.

Readers never wait: WAL gives each the state at its start. Writers take turns, inside the process
by a lock and between processes by SQLite's own, so a commit either happens or says why not.
"""

from __future__ import annotations

import ctypes
import os
import struct
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...errors import (
    ConfigError,
    StoreBusy,
    StoreClosed,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)
from . import schema

BUSY_SECONDS = 60.0
CACHE_KIB = 16_384
_pools: weakref.WeakSet[Connections] = weakref.WeakSet()


class Connections:
    """Opens, checks and lends connections to a database file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[apsw.Connection] = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._closed = False
        self._read_only = False
        with translated(path):
            self._create()
        _pools.add(self)

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """A connection that sees one unchanging state."""
        with self._lent() as db:
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("COMMIT")

    @contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """A transaction: committed to the disk when the block ends, undone when it raises."""
        if self._read_only:
            raise StoreReadOnly(_read_only_message(self.path))
        with self._writing, self._lent() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def truncate_wal(self) -> None:
        """Fold the write-ahead log into the file and empty it, so that no old page lingers."""
        with self._writing, self._lent() as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close what is idle now and the rest when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()

    @contextmanager
    def _lent(self) -> Iterator[apsw.Connection]:
        with translated(self.path):
            with self._lock:
                if self._closed:
                    raise StoreClosed("this memory was closed; open a new one")
                db = self._idle.pop() if self._idle else None
            db = db or self._open()
            try:
                yield db
            finally:
                with self._lock:
                    keep = not self._closed
                    if keep:
                        self._idle.append(db)
                if not keep:
                    db.close()

    def _open(self) -> apsw.Connection:
        flags = apsw.SQLITE_OPEN_READONLY if self._read_only else apsw.SQLITE_OPEN_READWRITE
        db = apsw.Connection(str(self.path), flags=flags)
        db.set_busy_timeout(int(BUSY_SECONDS * 1000))
        if not self._read_only:
            db.execute(
                "PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; "
                f"PRAGMA cache_size=-{CACHE_KIB}; PRAGMA journal_size_limit=16777216"
            )
        return db

    def _create(self) -> None:
        """Make or check the file. Nothing is written before it is known to be ours and whole."""
        if not self.path.parent.is_dir():
            raise ConfigError(f"the folder {self.path.parent} does not exist; create it first")
        if self.path.exists():
            refuse_truncated(self.path)
        else:
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        self._read_only = not os.access(self.path, os.W_OK)
        db = self._open()
        current = schema.version(db)
        if not self._read_only and current < len(schema.MIGRATIONS):
            db.pragma("journal_mode", "wal")
            db.execute("BEGIN IMMEDIATE")
            with _undone_on_error(db):
                schema.migrate(db)
                db.execute("COMMIT")
        self._idle.append(db)

    def after_fork(self) -> None:
        """Forget the parent's connections without closing them: closing would break its locks."""
        for db in self._idle:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(db))
        self._idle = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()


def _after_fork() -> None:
    for pool in list(_pools):
        pool.after_fork()


os.register_at_fork(after_in_child=_after_fork)


@contextmanager
def _undone_on_error(db: apsw.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """The one border where SQLite's errors become ours."""
    try:
        yield
    except apsw.Error as error:
        raise _translate(error, path) from error
    except OSError as error:
        raise StoreError(f"cannot open {path}: {error.strerror}") from error


def _translate(error: apsw.Error, path: Path) -> StoreError:
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StoreBusy(
            f"another process held {path} for over {BUSY_SECONDS:.0f} s; nothing was written, "
            "try again"
        )
    if isinstance(error, apsw.FullError):
        return StoreFull(f"no space left for {path}; nothing was written. Free some and try again")
    if isinstance(error, apsw.ReadOnlyError | apsw.CantOpenError | apsw.PermissionsError):
        return StoreReadOnly(_read_only_message(path))
    if isinstance(error, apsw.CorruptError | apsw.NotADBError):
        return StoreCorrupt(
            f"{path} is damaged ({error}). It was left as it is. Save what can be read: "
            f"recollect export --salvage --db {path} -o saved.jsonl"
        )
    if isinstance(error, apsw.IOError):
        return StoreError(f"the disk under {path} failed ({error}); nothing was written")
    return StoreError(f"SQLite could not do this on {path}: {error}")


def _read_only_message(path: Path) -> str:
    return f"{path} cannot be written; check the permissions of the file and its folder"


def refuse_truncated(path: Path) -> None:
    """Tell a cut-off file from a new one before SQLite would start over on it."""
    wal = Path(f"{path}-wal")
    logged = wal.exists() and wal.stat().st_size > 0
    with path.open("rb") as file:
        header = file.read(100)
        size = file.seek(0, os.SEEK_END)
    if not header and not logged:
        return
    whole = len(header) == 100
    if whole and header.startswith(b"SQLite format 3\x00") and not logged:
        page = struct.unpack(">H", header[16:18])[0]
        pages = struct.unpack(">I", header[28:32])[0]
        whole = size >= pages * (65536 if page == 1 else page)
    if not whole:
        raise apsw.CorruptError("the file is cut off")
