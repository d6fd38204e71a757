"""The doctor on indexes beside the memory: where each is, whether it answers, by whose clock."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.cli.health import indexes, server
from recollect.cli.health.clock import ahead
from tests.faults.kit import HashEmbedder

from .conftest import Cli


def diagnose(cli: Cli) -> tuple[int, dict[str, dict[str, Any]]]:
    ran = cli("doctor", "--json", "--words-only")
    assert "Qzsecret" not in ran.out + ran.err
    return ran.code, {finding["name"]: finding for finding in ran.json["findings"]}


class TestGraph:
    engines = ("arcadedb",)

    def test_one_that_answers(
        self, cli: Cli, kept: list[str], graph: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RECOLLECT_GRAPH", graph)
        assert cli("graph", "relate", "Alice", "KNOWS", "Bob", "--words-only").code == 0
        assert cli("graph", "related", "Alice").code == 0
        code, found = diagnose(cli)
        assert code == 0
        assert "answers, at change" in found["graph place"]["text"]
        assert "playwithdata" not in found["graph place"]["text"]
        assert found["graph server"]["text"].startswith("Neo4j 5.")
        assert found["graph holds"]["text"] == "2 entities, 1 relation"
        assert found["graph clock"]["status"] == "ok"
        assert found["graph index"]["text"] == "up to date"

    def test_a_clock_that_is_off(
        self, cli: Cli, kept: list[str], graph: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RECOLLECT_GRAPH", graph)
        real = time.time
        monkeypatch.setattr(indexes.time, "time", lambda: real() - 60)
        _, found = diagnose(cli)
        assert found["graph clock"]["status"] == "warn"
        assert found["graph clock"]["text"].endswith("ahead of this machine")
        assert "time server" in found["graph clock"]["remedy"]


def test_one_that_is_down(cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOLLECT_GRAPH", "bolt://dana:Qzsecret@127.0.0.1:1")
    code, found = diagnose(cli)
    assert code == 0
    assert found["graph place"]["status"] == "warn"
    assert "cannot reach" in found["graph place"]["text"]
    assert "catches up" in found["graph place"]["remedy"]
    assert found["graph index"]["status"] == "warn"


def test_one_by_itself(cli: Cli, tmp_path: Path) -> None:
    """Without the memory that it stands beside, and without making one."""
    url = f"faiss:///{tmp_path}/vectors"
    ran = cli("doctor", url, "--json")
    found = {finding["name"]: finding for finding in ran.json["findings"]}
    assert (ran.code, found["vectors place"]["status"]) == (0, "warn")
    assert not (tmp_path / "vectors").exists()
    with Memory("agent.db", embedder=HashEmbedder(), vectors=url) as memory:
        memory.add("I prefer dark mode.", user_id="dana")
        assert len(memory.search("dark", user_id="dana", min_relevance=0)) == 1
    ran = cli("doctor", url, "--json")
    found = {finding["name"]: finding for finding in ran.json["findings"]}
    assert (ran.code, found["vectors place"]["status"]) == (0, "ok")
    assert "answers, at change" in found["vectors place"]["text"]
    for down in ("bolt://dana:Qzsecret@127.0.0.1:1", "qdrant+http://Qzsecret@127.0.0.1:1"):
        ran = cli("doctor", down, "--json")
        assert "Qzsecret" not in ran.out + ran.err
        assert "contents" not in [finding["name"] for finding in ran.json["findings"]]
        assert any("127.0.0.1:1" in finding["text"] for finding in ran.json["findings"])


def test_an_unclear_url(cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOLLECT_GRAPH", "bolt://dana:Qzsecret@h/a/b")
    code, found = diagnose(cli)
    assert code == 1
    assert found["graph place"]["status"] == "fail"
    assert found["graph place"]["remedy"] == "correct RECOLLECT_GRAPH"


def test_an_index_in_a_folder(
    cli: Cli, kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_VECTORS", f"faiss:///{tmp_path}/vectors")
    _, found = diagnose(cli)
    assert "answers, at change 0" in found["vectors place"]["text"]
    assert "changes behind" in found["vectors index"]["text"]


def test_the_indexes_of_another_memory_are_not_looked_at(
    cli: Cli, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_GRAPH", "bolt://127.0.0.1:1")
    ran = cli("doctor", "--json", "--words-only", "--db", "memory://")
    assert "graph place" not in {finding["name"] for finding in ran.json["findings"]}


@pytest.mark.parametrize(("seconds", "status"), [(0.5, "ok"), (-1.9, "ok"), (3, "warn")])
def test_clocks_may_differ_a_little(seconds: float, status: str) -> None:
    assert server.skew(seconds).status == status


def test_an_answer_that_takes_long_is_no_wrong_clock() -> None:
    assert [ahead(clock, before=10, after=20) for clock in (12, 23, 6)] == [0, 3, -4]
