"""The file: where it is, who may read it, whether it can grow."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from ...errors import RecollectError
from ..opening import local_path, scheme
from ..shell import typed
from ..sizes import human
from . import files
from .finding import Finding

LITTLE, LEAST = 500_000_000, 50_000_000
LONG_LOG = 256_000_000


def findings(url: str) -> Iterator[Finding]:
    """What can be seen without opening the memory."""
    try:
        path = local_path(url)
    except RecollectError as error:
        yield Finding("fail", "place", str(error), "choose another --db or RECOLLECT_URL")
        return
    if path is None:
        yield Finding("ok", "place", "not a file on this machine")
        return
    yield _place(path)
    yield _space(path)
    if path.exists():
        yield _access(path)
        yield _privacy(path)
        yield _log(path) if scheme(url) == "sqlite" else files.log(path)


def _place(path: Path) -> Finding:
    where = path.absolute()
    if path.exists():
        return Finding("ok", "place", f"{where}, {human(_size(path))}")
    if not path.parent.is_dir():
        text = f"the folder {where.parent} does not exist"
        return Finding("fail", "place", text, typed("mkdir", "-p", where.parent))
    return Finding("warn", "place", f"{where} does not exist yet", "recollect add, or check --db")


def _space(path: Path) -> Finding:
    folder = next((parent for parent in path.absolute().parents if parent.exists()), Path())
    free = shutil.disk_usage(folder).free
    text = f"{human(free)} free on the disk"
    if free < LEAST:
        return Finding("fail", "space", text, "free some space: nothing can be stored")
    if free < max(LITTLE, _size(path) // 2):
        return Finding("warn", "space", text, "free some space before it runs out")
    return Finding("ok", "space", text)


def _access(path: Path) -> Finding:
    if not os.access(path, os.R_OK):
        return Finding("fail", "access", "it cannot be read", typed("chmod", "u+r", path))
    if not os.access(path, os.W_OK):
        return Finding("warn", "access", "it can only be read", typed("chmod", "u+w", path))
    if not os.access(path.absolute().parent, os.W_OK):
        folder = path.absolute().parent
        remedy = typed("chmod", "u+w", folder)
        return Finding("fail", "access", "its folder cannot be written", remedy)
    return Finding("ok", "access", "can be read and written")


def _privacy(path: Path) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & stat.S_IROTH:
        text = f"everybody on this machine can read it (mode {mode:o})"
        own = typed("chmod", "700" if path.is_dir() else "600", path)
        return Finding("warn", "privacy", text, own)
    return Finding("ok", "privacy", f"mode {mode:o}")


def _log(path: Path) -> Finding:
    log = Path(f"{path}-wal")
    size = _size(log)
    text = f"{human(size)} in the write-ahead log"
    if size > LONG_LOG:
        remedy = "end processes that keep the memory open: the log shrinks at the next write"
        return Finding("warn", "log", text, remedy)
    return Finding("ok", "log", text)


def _size(path: Path) -> int:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size if path.is_file() else 0
