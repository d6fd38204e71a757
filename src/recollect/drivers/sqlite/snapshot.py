"""A copy of a file as it stands at one moment, while others write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw

from .connections import Connections
from .failures import translated

PAGES = 2048


def snapshot(source: Path, target: Path, tell: Callable[[int, int], None]) -> None:
    """Copy a memory's file page by page. Writers do not wait, and none of what they write comes."""
    # The read transaction pins one state, so the copy need not start again at every commit.
    with closing(Connections(source)) as pool, pool.read() as db, translated(target):
        db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        with closing(apsw.Connection(str(target))) as made, made.backup("main", db, "main") as copy:
            while not copy.done:
                copy.step(PAGES)
                tell(copy.page_count - copy.remaining, copy.page_count)
