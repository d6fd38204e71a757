"""What `recollect doctor` looks at."""

from __future__ import annotations

from collections.abc import Iterator

from ... import settings
from . import contents, disk, files, indexes, machine, model, server
from .finding import Finding

__all__ = ["Finding", "findings"]


def findings(url: str, embedder: str | None) -> Iterator[Finding]:
    """Every check, one after the other. None changes anything, but what opening the memory does."""
    yield from machine.findings()
    if indexes.named(url):
        yield from indexes.alone(url)
        return
    if embedder is not None:
        yield from model.findings(embedder)
    if (reranker := settings.reranker()) is not None:
        yield from model.second(reranker)
    for found in (disk.findings(url), server.findings(url)):
        for one in found:
            yield one
            if one.status == "fail" and one.name in ("place", "server"):
                return  # nothing behind it can be seen
            if one.name == "contents":
                return  # there are none, and opening the memory would make its tables
    yield from indexes.findings(url)
    yield from contents.findings(url, embedder)
    yield from files.set_aside(url)
