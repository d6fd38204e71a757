"""What `recollect doctor` looks at."""

from __future__ import annotations

from collections.abc import Iterator

from . import contents, disk, indexes, machine, model, server
from .finding import Finding

__all__ = ["Finding", "findings"]


def findings(url: str, embedder: str | None) -> Iterator[Finding]:
    """Every check, one after the other; none of them changes anything."""
    yield from machine.findings()
    if embedder is not None:
        yield from model.findings(embedder)
    yield from disk.findings(url)
    yield from server.findings(url)
    yield from indexes.findings(url)
    yield from contents.findings(url, embedder)
