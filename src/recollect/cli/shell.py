"""Commands for a shell: what to type, and where recollect is."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path


def typed(*words: object) -> str:
    """A command as a shell takes it, with its quotes."""
    said = [str(word) for word in words]
    return subprocess.list2cmdline(said) if sys.platform == "win32" else shlex.join(said)


def executable() -> list[str]:
    """This very recollect, by its full path: others have another PATH."""
    beside = Path(sys.executable).parent
    for name in ("recollect", "recollect.exe"):
        if (beside / name).is_file():
            return [str(beside / name)]
    return [sys.executable, "-m", "recollect"]
