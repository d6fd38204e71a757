"""The `recollect` command. This module stays light: the rest is imported when it is needed."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end the process with its exit code."""
    if sys.argv[1:] == ["--version"]:
        from recollect import __version__

        print(f"recollect {__version__}")
        sys.exit(0)
    if sys.argv[1:2] == ["hook"] and not {"--help", "-h"} & {*sys.argv}:
        from .hooks import main as hook

        hook(sys.argv[2:])  # which ends the process: a host is never failed, nor kept waiting
    try:
        from .run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
