"""The one border where SQLite's errors become ours."""

from __future__ import annotations

import errno
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ...errors import (
    ConfigError,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

BUSY_SECONDS = 60.0
STOPPED_SECONDS = 10.0
"""What SQLite waits for one that was stopped while it changed the index of the log."""
LITTLE = 65_536
"""Bytes below which a disk counts as full: SQLite needs about that much to open a file."""


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise ours instead of SQLite's and the system's."""
    try:
        yield
    except apsw.Error as error:
        raise _translate(error, path) from error
    except UnicodeDecodeError as error:
        raise damaged(path, "stored text is not text") from error
    except OSError as error:
        raise _system(error, path) from error


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is not what was written."""
    if isinstance(error, apsw.IOError):
        return getattr(error, "extendedresult", 0) == int(apsw.SQLITE_IOERR_SHORT_READ)
    return isinstance(
        error, apsw.CorruptError | apsw.NotADBError | UnicodeDecodeError | StoreCorrupt
    )


def damaged(path: Path, what: object) -> StoreCorrupt:
    """The error for a file that cannot be trusted."""
    return StoreCorrupt(
        f"{path} is damaged ({what}). It was left as it is. Save what can be read: "
        f"recollect export --salvage --db {shlex.quote(str(path))} -o saved.jsonl"
    )


def read_only(path: Path) -> StoreReadOnly:
    """The error for a file that may be read only."""
    return StoreReadOnly(
        f"{path} cannot be written; check the permissions of the file and its folder"
    )


def _translate(error: apsw.Error, path: Path) -> StoreError:
    if isinstance(error, apsw.BusyError | apsw.LockedError | apsw.ProtocolError):
        seconds = STOPPED_SECONDS if isinstance(error, apsw.ProtocolError) else BUSY_SECONDS
        return StoreBusy(
            f"another process held {path} for over {seconds:.0f} s; nothing was written, try again"
        )
    if is_damage(error):
        return damaged(path, error)
    if isinstance(error, apsw.FullError) or (isinstance(error, apsw.IOError) and _full(path)):
        return _no_space(path)
    if isinstance(error, apsw.ReadOnlyError | apsw.PermissionsError):
        return read_only(path)
    if isinstance(error, apsw.CantOpenError):
        return StoreError(
            f"cannot open {path} or its log; check the permissions of the file and its folder, "
            "and how many files this process has open"
        )
    if isinstance(error, apsw.IOError):
        return StoreError(f"the disk under {path} failed ({error}); nothing was written")
    return StoreError(f"SQLite could not do this on {path}: {error}")


def _system(error: OSError, path: Path) -> RecollectError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _no_space(path)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(path)
    if error.errno in (errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR, errno.ELOOP):
        return ConfigError(f"{path} cannot be a database: {error.strerror}; choose another file")
    return StoreError(f"cannot open {path}: {error.strerror}")


def _no_space(path: Path) -> StoreFull:
    return StoreFull(f"no space left for {path}; nothing was written. Free some and try again")


def _full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < LITTLE
    except OSError:
        return False
