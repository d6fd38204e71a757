"""Run the tests that just failed once more, alone: some need an engine and time of their own.

python tools/once_more.py

On a busy machine one of thirty thousand tests may run out of time. One that passes alone is named
as unsteady, and is to be mended; more than a few failures are no accident and are not tried again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

FAILED = Path(".pytest_cache/v/cache/lastfailed")
FEW = 3


def main() -> int:
    """Whether they pass now."""
    names = list(json.loads(FAILED.read_text("utf-8"))) if FAILED.exists() else []
    if not 0 < len(names) <= FEW:
        return 1
    print(f"\nonce more, alone: {', '.join(names)}\n", flush=True)
    code = pytest.main([*names, "-p", "no:xdist"])
    if code == 0:
        print("\nUNSTEADY, though they passed alone:", *names, sep="\n  ")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
