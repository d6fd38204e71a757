"""Giving a backup back to a store of any kind."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ...counts import many
from ...errors import Conflict, InputError
from ...transfer.backups import Held, Progress, unpack
from ...transfer.copies import Copied
from ..opening import local_path, opened
from ..where import where
from .holding import held_in
from .taking import NAME


def give(file: str, db: str | None, into: bool, tell: Progress | None) -> tuple[Held, Copied]:
    """Write everything of a backup into a memory, after every byte of it was checked."""
    source = Path(file)
    tell = tell or (lambda done, total: None)
    with tempfile.TemporaryDirectory(prefix="recollect-restore-") as folder:
        copy = Path(folder, NAME)
        held = unpack(source, copy, tell)
        if held_in(copy).content != held.content:
            raise InputError(f"{file} does not hold what it says; nothing was restored")
        _require_empty(db, into)
        with opened(db, create=True) as target, opened(str(copy)) as memory:
            return held, memory.copy_to(target, into=into, progress=tell)


def _require_empty(db: str | None, into: bool) -> None:
    """Refuse a memory that holds something, unless both are to be kept."""
    path = local_path(where(db))
    if into or (path is not None and not path.exists()):
        return
    with opened(db, create=True) as target:
        counted = target.stats()
    if counted.messages + counted.notes:
        held = f"{many(counted.messages, 'message')} and {many(counted.notes, 'note')}"
        raise Conflict(
            f"that memory holds {held}, and nothing was written; name an empty one, or keep both "
            "with --into"
        )
