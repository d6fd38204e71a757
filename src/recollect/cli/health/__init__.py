"""What `recollect doctor` looks at."""

from __future__ import annotations

from collections.abc import Iterator

from . import contents, disk, machine, model
from .finding import Finding

__all__ = ["Finding", "findings"]


def findings(url: str, words_only: bool) -> Iterator[Finding]:
    """Every check, one after the other; none of them changes anything."""
    yield from machine.findings()
    if not words_only:
        yield from model.findings()
    yield from disk.findings(url)
    yield from contents.findings(url, words_only)
