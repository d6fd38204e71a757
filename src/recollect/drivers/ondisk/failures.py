"""The one border where the system's errors become ours."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...errors import ConfigError, RecollectError, StoreError, StoreFull, StoreReadOnly

DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)
FULL = (errno.ENOSPC, errno.EDQUOT)
NO_PLACE = (errno.EISDIR, errno.ENAMETOOLONG, errno.ENOTDIR, errno.ELOOP, errno.EINVAL)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise ours instead of the system's."""
    try:
        yield
    except OSError as error:
        raise of_system(error, path) from error


def of_system(error: OSError, path: Path | str) -> RecollectError:
    """Ours for one of the system's."""
    if error.errno in FULL:
        return StoreFull(f"no space left for {path}; nothing was written. Free some and try again")
    if error.errno in DENIED:
        return read_only(path)
    if error.errno in NO_PLACE:
        return ConfigError(f"{path} cannot hold a memory: {error.strerror}; choose another place")
    if error.errno == errno.ENOENT:
        return StoreError(f"{path} or its folder is not there; make the folder, then try again")
    return StoreError(f"the disk under {path} failed ({error.strerror}); nothing was written")


def read_only(path: Path | str) -> StoreReadOnly:
    """The error for what may be read only."""
    return StoreReadOnly(
        f"{path} cannot be written; check the permissions of the file and its folder"
    )
