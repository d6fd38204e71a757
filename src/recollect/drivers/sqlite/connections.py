"""Connections to one file: a pool that threads share and forks survive.

Readers never wait: WAL gives each the state at its start. Writers take turns, inside the process
by a lock and between processes by SQLite's own, so a commit either happens or says why not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from ...errors import StoreClosed, StoreError
from . import logs, opening, schema
from .failures import BUSY_SECONDS, damaged, is_damage, read_only, translated
from .forks import gate


class Connections:
    """Opens, checks and lends connections to a database file."""

    def __init__(self, path: Path, forked: Callable[[], None] = lambda: None) -> None:
        self.path = opening.whole(path)
        self._forked = forked
        self._idle: list[apsw.Connection] = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._closed = self._damaged = False
        with gate, opening.one_at_a_time, translated(self.path):
            self._writable = opening.prepare(self.path)
            self._identity = _identity(self.path)
            self._begin()
        gate.watch(self)

    @contextmanager
    def read(self) -> Iterator[apsw.Connection]:
        """A connection that sees one unchanging state."""
        with self._lent() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def write(self) -> Iterator[apsw.Connection]:
        """A transaction: committed to the disk when the block ends, undone when it raises."""
        if not self._writable:
            raise read_only(self.path)
        if self._damaged:
            raise damaged(self.path, "reading it failed before")
        with self._writing, self._lent() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")

    def folded(self) -> bool:
        """Copy the log into the file; whether all of it is there now. It may be called in `write`,
        and then nothing is added to the log before that ends."""
        with self._lent() as db:
            try:
                frames, copied = db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
            except apsw.BusyError:
                return False
            return frames == copied

    def truncate_wal(self, patience: float) -> bool:
        """Empty the log, so that no old page lingers; False if others read it for too long."""
        with self._writing, self._lent() as db:
            opening.wait_for_others(db, patience)
            try:
                logs.checkpoint(db, apsw.SQLITE_CHECKPOINT_TRUNCATE, patience)
                logs.emptied(self.path)
                return True
            except apsw.BusyError:
                return False
            finally:
                opening.wait_for_others(db, BUSY_SECONDS)

    def renew(self) -> None:
        """Let go of connections that remember older pages; new ones are opened when needed."""
        self.before_fork()

    def close(self) -> None:
        """Close what is idle now and the rest when it comes back."""
        with gate:
            with self._lock:
                self._closed = True
            self.before_fork()

    def before_fork(self) -> None:
        """Close what is idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for db in idle:
            self._drop(db)

    def after_fork(self) -> None:
        """Forget who held what: they are in the other process."""
        self._idle = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._forked()

    def _begin(self) -> None:
        """The first connection: refuse what is not ours, bring up to date what is."""
        db = opening.connect(self.path, self._writable)
        try:
            opening.check(self.path, db)
            if self._writable:
                schema.upgrade(db)
        except BaseException:
            opening.discard(self.path, db)
            raise
        self._take_back(db)

    @contextmanager
    def _lent(self) -> Iterator[apsw.Connection]:
        with gate, translated(self.path):
            db = self._take()
            try:
                yield db
            except Exception as error:
                self._damaged = self._damaged or is_damage(error)
                raise
            finally:
                self._take_back(db)

    def _take(self) -> apsw.Connection:
        with self._lock:
            if self._closed:
                raise StoreClosed("this memory was closed; open a new one")
            db = self._idle.pop() if self._idle else None
        if _identity(self.path) != self._identity:
            if db is not None:
                opening.discard(self.path, db)
            raise StoreError(
                f"{self.path} was moved, deleted or replaced while it was open; nothing was "
                "written. Put it back, or open the memory again"
            )
        return db or opening.connect(self.path, self._writable)

    def _take_back(self, db: apsw.Connection) -> None:
        if db.in_transaction:
            with suppress(apsw.Error):
                db.execute("ROLLBACK")
        with self._lock:
            # A file that is read only here may be written elsewhere: look at it anew each time.
            keep = self._writable and not (self._closed or self._damaged or db.in_transaction)
            if keep:
                self._idle.append(db)
        if not keep:
            self._drop(db)

    def _drop(self, db: apsw.Connection) -> None:
        if self._damaged:
            opening.discard(self.path, db)
        else:
            opening.release(db)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file this name means now."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino
