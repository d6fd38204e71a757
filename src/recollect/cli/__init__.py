"""The `recollect` command. This module stays light: the rest is imported when it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    if sys.argv[1:] == ["--version"]:
        from recollect import __version__

        print(f"recollect {__version__}")
        sys.exit(0)
    try:
        from .run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
