"""How much files take, while others may remove them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def size_of(files: Iterable[Path]) -> int:
    """The bytes of those that are there."""
    total = 0
    for file in files:
        with suppress(FileNotFoundError):
            total += file.stat().st_size
    return total
