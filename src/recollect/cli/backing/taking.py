"""Taking a backup while others write."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ...counts import many
from ...errors import InputError, StoreError
from ...transfer.backups import Held, Progress, pack
from ...transfer.files import is_stream, named, require_free
from ...transfer.places import require_apart
from ...types import utcnow
from ..opening import local_path, opened, require_there, scheme
from ..where import where
from .holding import Holding, held_in, left_out

NAME = "memory.db"
STDOUT = ("-", "/dev/stdout")


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made."""

    file: str
    at: str
    content: str
    messages: int
    notes: int
    size: int


def take(db: str | None, file: str, force: bool, tell: Progress | None) -> Backup:
    """Write everything that a memory holds into one file."""
    if file in STDOUT:
        raise InputError("stdout is for what is said about a backup; name a file, or a pipe")
    target = Path(file)
    url = where(db)
    require_apart(target, local_path(url))
    require_free(target, force)
    require_there(url)
    tell = tell or (lambda done, total: None)
    place = None if is_stream(target) else Path(os.path.realpath(target)).parent
    with named(target, always=True):
        made = tempfile.TemporaryDirectory(dir=place, prefix=".recollect-backup-")
    with made as folder:
        copy = Path(folder, NAME)
        at = utcnow()
        held = HOW.get(scheme(url), _of_store)(url, copy, tell)
        told = Held(at.isoformat(), held.content, held.messages, held.notes)
        size = pack(copy, told, target, force, tell)
    return Backup(file, told.at, told.content, told.messages, told.notes, size)


def _of_file(url: str, copy: Path, tell: Progress) -> Holding:
    """SQLite's own copy of one moment."""
    from ...drivers.sqlite.snapshot import snapshot

    source = local_path(url)
    assert source is not None
    snapshot(source, copy, tell)
    return held_in(copy)


def _of_postgres(url: str, copy: Path, tell: Progress) -> Holding:
    """A copy of what one transaction sees."""
    from ...drivers.postgres import PostgresStore
    from ...drivers.sqlite import SQLiteStore
    from ...memory.sync.mover import Mover

    with closing(PostgresStore(url, still=True)) as source, closing(SQLiteStore(copy)) as target:
        mover = Mover(source, target, False, tell)
        mover.look()
        done = mover.run()
    held = held_in(copy)
    if held.content != done.source_hash:
        raise StoreError(
            "the copy does not hold what the database holds, so no backup was made; see: "
            "recollect verify"
        )
    return held


def _of_store(url: str, copy: Path, tell: Progress) -> Holding:
    """A copy that follows the store's feed to its end, compared with what stands there."""
    with opened(url) as memory:
        before = Holding(memory._store)
        memory.copy_to(str(copy), progress=tell)
        after = Holding(memory._store)
    held = held_in(copy)
    if missing := left_out(before, held, after):
        raise StoreError(
            f"no backup was made: {many(missing, 'record')} could not be carried over; try again, "
            "and see: recollect verify"
        )
    return held


HOW: dict[str, Callable[[str, Path, Progress], Holding]] = {
    "sqlite": _of_file,
    "postgresql": _of_postgres,
}
"""The stores that can show one moment."""
