"""A copy of a file as it stands at one moment, while others write."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw

from .connections import Connections
from .failures import translated

PAGES = 2048


def snapshot(source: Path, target: Path, tell: Callable[[int, int], None]) -> None:
    """Copy a memory's file page by page. Writers do not wait, and none of what they write comes."""
    connections = Connections(source)
    try:
        # The read transaction pins one state, so the copy need not start again at every commit.
        with connections.read() as db, translated(target):
            db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
            made = apsw.Connection(str(target))
            try:
                with made.backup("main", db, "main") as copying:
                    while not copying.done:
                        copying.step(PAGES)
                        tell(copying.page_count - copying.remaining, copying.page_count)
            finally:
                made.close()
    finally:
        connections.close()
