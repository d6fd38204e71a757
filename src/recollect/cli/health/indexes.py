"""The indexes beside the memory: whether each answers, what it is, and by whose clock it goes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from ... import settings
from ...counts import many
from ...drivers.registry import GRAPHS, STORES, VECTORS, beside, require, shown
from ...errors import (
    ConfigError,
    MissingExtra,
    RecollectError,
    StoreBusy,
    StoreCorrupt,
    StoreFull,
    StoreReadOnly,
)
from ...ports.sync import Index
from .clock import ahead, skew
from .finding import Finding

RUNS = (StoreBusy, StoreCorrupt, StoreFull, StoreReadOnly)
"""What an index fails for that answers: starting it would not help."""


def findings(url: str) -> Iterator[Finding]:
    """Each index that the settings name; they belong to the memory that the settings name."""
    if url != settings.url():
        return
    for name, place in (("vectors", settings.vectors()), ("graph", settings.graph())):
        if place is not None:
            yield from _beside(name, place)


def named(url: str) -> bool:
    """Whether a URL is that of an index and of no store."""
    scheme, found, _ = url.partition("://")
    return bool(found) and scheme in VECTORS.keys() | GRAPHS.keys() and scheme not in STORES


def alone(url: str) -> Iterator[Finding]:
    """An index by itself, without the memory that it stands beside; none is made."""
    name = "graph" if url.partition("://")[0] in GRAPHS else "vectors"
    try:
        driver, target = beside(url, name)
    except RecollectError as error:
        yield Finding("fail", f"{name} place", str(error), "correct the URL")
        return
    if driver.local and not os.path.isdir(target):
        text = f"there is no folder {target}: it is made when a memory first uses it"
        yield Finding("warn", f"{name} place", text, f'Memory("agent.db", {name}="{shown(url)}")')
        return
    yield from _beside(name, url)


def _beside(name: str, url: str) -> Iterator[Finding]:
    try:
        driver, target = beside(url, name)
        index: Index = getattr(require(driver.module, driver.extra), driver.name)(target)
    except RecollectError as error:
        remedy = (
            "run that" if isinstance(error, MissingExtra) else f"correct RECOLLECT_{name.upper()}"
        )
        yield Finding("fail", f"{name} place", str(error), remedy)
        return
    try:
        at = index.position()
        yield Finding("ok", f"{name} place", f"{index.url} answers, at change {at:,}")
        if url.partition("://")[0] in GRAPHS:
            yield from _graph(index)
    except Exception as error:  # any library may be behind it
        yield _down(name, url, error)
    finally:
        index.close()


def _down(name: str, url: str, error: Exception) -> Finding:
    """It fails nothing: reads and writes go on without it."""
    said = str(error) if isinstance(error, RecollectError) else type(error).__name__
    if isinstance(error, ConfigError):
        remedy = f"correct RECOLLECT_{name.upper()}"
    else:
        start = "see to that" if isinstance(error, RUNS) else "start it"
        remedy = f"{start}; it catches up by itself"
    return Finding("warn", f"{name} place", f"{shown(url)}: {said}", remedy)


def _graph(index: Index) -> Iterator[Finding]:
    from ...drivers.neo4j import Neo4jIndex

    assert isinstance(index, Neo4jIndex)
    before = time.time()
    about = index.about()
    after = time.time()
    yield Finding("ok", "graph server", about.version)
    held = f"{many(about.entities, 'entity')}, {many(about.relations, 'relation')}"
    yield Finding("ok", "graph holds", held)
    if not about.indexed and about.entities:
        remedy = "recollect reindex --index graph, as a user who may make constraints"
        yield Finding("warn", "graph schema", "its constraints are gone: it is slow", remedy)
    yield skew(ahead(about.clock, before, after), "graph clock")
