"""What a power cut must not undo."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk, where the system lets one."""
    if os.name != "posix" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)


if sys.platform == "darwin":
    import fcntl

    def sync(handle: int) -> None:
        """Bring an open file to the disk. Here `fsync` alone ends in the drive's own cache."""
        try:
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
        except OSError:  # a share on the network does not know it
            os.fsync(handle)

else:

    def sync(handle: int) -> None:
        """Bring an open file to the disk."""
        os.fsync(handle)
