"""The turns in the transcript of a coding agent: what the user and the model said, and no more."""

from __future__ import annotations

import os
from pathlib import Path

from ...transfer.foreign.coding import Turn, entries, said

MOST = 32 << 20
"""Bytes that are read of a transcript, from its end."""


def turns(path: str) -> list[Turn]:
    """What was said, in order; nothing if there is no such file, and no line that is torn."""
    try:
        file = Path(path).expanduser()
        size = file.stat().st_size
        with file.open("rb") as lines:
            if size > MOST:
                lines.seek(-MOST, os.SEEK_END)
                lines.readline()
            return [turn for entry in entries(lines) if (turn := said(entry)) is not None]
    except OSError:
        return []
