"""Which servers the tests of graphs run on: decided once, before the tests are dealt out."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import metadata

import pytest

CHOSEN = "RECOLLECT_TEST_GRAPHS"
"""What the first process found, for those that it starts."""


def told(drivers: Iterable[str]) -> str:
    """The servers in words, and why one is left out; `drivers` are rows of the table."""
    if "BOLT_URI" in os.environ:
        return "the server that BOLT_URI names"
    from . import neo4j

    real = f"Neo4j {neo4j.version()}"
    arcade = f"ArcadeDB {metadata.version('arcadedb-embedded')}"
    if "neo4j" not in chosen():
        return f"{arcade}; {real} is left out: Maven Central does not answer"
    if any("neo4j" in driver.split()[1:] for driver in drivers):
        return f"{arcade}, {real}"
    return f"{arcade}; {real} is left to `make test-engines`"


def chosen() -> list[str]:
    """The kinds of server; Neo4j itself wherever it is here already or can be fetched."""
    if CHOSEN not in os.environ:
        from . import neo4j

        kinds = ["arcadedb"] + (["neo4j"] if neo4j.within_reach() else [])
        os.environ[CHOSEN] = " ".join(["own"] if "BOLT_URI" in os.environ else kinds)
    return os.environ[CHOSEN].split()


def deal(metafunc: pytest.Metafunc) -> None:
    """Run a test on every server, or on those that its class names, or on one's own."""
    if "graph_server" not in metafunc.fixturenames:
        return
    wanted = getattr(metafunc.cls, "engines", None)
    kinds = [kind for kind in chosen() if wanted is None or kind in (*wanted, "own")]
    metafunc.parametrize("graph_server", kinds, indirect=True, scope="session")


def narrow(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of a suite that a class does not take: it names parts of theirs."""
    taken = {item: _wanted(item) for item in items}
    left = [item for item in items if not taken[item]]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if taken[item]]


def _wanted(item: pytest.Item) -> bool:
    only = getattr(getattr(item, "cls", None), "only", None)
    return only is None or any(f"_{part}_" in item.name for part in only)
