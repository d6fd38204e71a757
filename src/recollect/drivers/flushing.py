"""What a power cut must not undo."""

from __future__ import annotations

import os
from pathlib import Path


def flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk, where the system lets one."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
