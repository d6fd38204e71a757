"""The turns in the transcript of a coding agent: what the user and the model said, and no more."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from ...transfer.foreign.coding import Turn, entries, is_compaction, said, said_at

MOST = 32 << 20
"""Bytes that are read of a transcript, from its end."""


def turns(path: str) -> list[Turn]:
    """What was said, in order; nothing if there is no such file, and no line that is torn."""
    return [turn for entry in entries(_lines(path)) if (turn := said(entry)) is not None]


def compacted(path: str) -> datetime | None:
    """When the host last put the conversation in short: what was said before that, the model sees
    no longer. None if it never did."""
    lines = (line for line in _lines(path) if b"compact" in line)  # others need not be parsed
    found = [entry for entry in entries(lines) if is_compaction(entry)]
    return said_at(found[-1]) or datetime.now(UTC) if found else None


def _lines(path: str) -> Iterator[bytes]:
    try:
        file = Path(path).expanduser()
        size = file.stat().st_size
        with file.open("rb") as lines:
            if size > MOST:
                lines.seek(-MOST, os.SEEK_END)
                lines.readline()
            yield from lines
    except OSError:
        return
