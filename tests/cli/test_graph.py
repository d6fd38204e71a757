"""recollect graph, for people and for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Cli

W = "--words-only"


@pytest.fixture
def told(cli: Cli) -> None:
    """Alice's project, under two names."""
    alpha = "Project Alpha"
    assert cli("graph", "relate", "Alice", "manages", alpha, "--at", "2026-01-01", W).code == 0
    assert cli("graph", "relate", alpha, "HAS_DEADLINE", "March 2026", W).code == 0
    assert cli("graph", "same", "Al", "Alice", W).code == 0


def test_what_is_kept_is_said(cli: Cli) -> None:
    ran = cli("graph", "relate", "Alice", "works at", "Acme", W)
    assert (ran.code, ran.out) == (0, "Kept: Alice works at Acme.\n")
    note = cli("graph", "relate", "alice", "WORKS_AT", "ACME", W, "--json").json
    assert (note["relation"], note["type"]) == ("WORKS_AT", "note")
    assert cli("stats", "--json").json["notes"] == 1


@pytest.mark.usefixtures("told")
def test_related(cli: Cli) -> None:
    ran = cli("graph", "related", "al", "--hops", "2")
    assert ran.code == 0
    assert "1. Alice —MANAGES→ Project Alpha" in ran.out
    assert "since 2026-01-01 00:00Z" in ran.out
    assert "2. Project Alpha —HAS_DEADLINE→ March 2026" in ran.out
    edges = cli("graph", "related", "Alice", "-r", "MANAGES", "--json").json["edges"]
    assert [edge["object"] for edge in edges] == ["Project Alpha"]
    assert edges[0]["note"]["subject"] == "Alice"
    nothing = cli("graph", "related", "Alice", "--as-of", "2025-01-01")
    assert (nothing.code, nothing.out) == (1, "")
    assert "No relations of Alice for me" in nothing.err
    assert cli("graph", "related", "Bob", "--json").json == {"edges": []}


@pytest.mark.usefixtures("told")
def test_path_and_entities(cli: Cli) -> None:
    ran = cli("graph", "path", "March 2026", "Al")
    assert [line[:2] for line in ran.out.splitlines()[::2]] == ["1.", "2."]
    assert cli("graph", "path", "Alice", "Bob").code == 1
    assert cli("graph", "path", "Alice", "March 2026", "--max-hops", "1", "--json").json == {
        "edges": []
    }
    table = cli("graph", "entities").out.splitlines()
    assert table[0].split() == ["name", "relations", "also", "called"]
    assert any(line.split() == ["Alice", "1", "Al"] for line in table)
    found = cli("graph", "entities", "--json", "-n", "1").json["entities"]
    assert found == [{"name": "Project Alpha", "aliases": [], "edges": 2}]


@pytest.mark.usefixtures("told")
def test_what_is_ended_is_said(cli: Cli) -> None:
    ran = cli("graph", "unrelate", "Alice", "MANAGES", "project alpha", "--to", "2026-02-01")
    assert ran.out == "Ended: Alice manages Project Alpha.\n"
    assert cli("graph", "related", "Alice").code == 1
    assert cli("graph", "related", "Alice", "--at", "2026-01-15").code == 0
    assert cli("graph", "different", "Al", "Alice", "--json").json["closed_at"]
    again = cli("graph", "different", "Al", "Alice")
    assert again.code == 1
    assert "nothing says that Al is another name of Alice" in again.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["relate", "Alice", "--", "?", "Bob"], "relation must have letters"),
        (["relate", "Alice", "KNOWS", "Bob", "--at", "soon"], "is not a date"),
        (["relate", "Alice", "KNOWS", "Bob", "--source", "nowhere"], "there is no message"),
        (["relate", "Alice", "KNOWS"], "Missing argument"),
        (["related", "Alice"], "there is no memory at recollect.db"),
        (["walk", "Alice"], "No such command"),
    ],
)
def test_mistakes_are_one_line(cli: Cli, arguments: list[str], words: str) -> None:
    ran = cli("graph", *arguments)
    assert ran.code != 0
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1
    told = cli("graph", *arguments[:1], "--json", *arguments[1:])
    assert words in json.loads(told.err)["error"]["message"]
    assert not Path("recollect.db").exists() or arguments[0] == "relate"
