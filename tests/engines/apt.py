"""Debian's packages, for the tests alone: one process at a time asks for them.

While one updates the lists of packages, another that needs them would be refused.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process of these tests uses it."""
    place = Path(tempfile.gettempdir()) / f"recollect-apt-{os.getuid()}"
    with place.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def ran(*command: str, cwd: Path | None = None) -> bool:
    """Run a program; whether it went well."""
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False).returncode == 0
