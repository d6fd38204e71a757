"""An index beside the memory is filled anew by name, with a bar on a terminal."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

from recollect import Memory
from tests.faults.kit import HashEmbedder

from .conftest import COMMAND, Cli


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A memory of 60 messages, and a folder for its vectors that was lost."""
    url = f"faiss:///{tmp_path}/vectors"
    with Memory("recollect.db", embedder=HashEmbedder(), vectors=url) as memory:
        memory.add([f"message {n}" for n in range(60)], user_id="dana")
        assert memory.search("message", user_id="dana", min_relevance=0).degraded == ()
    shutil.rmtree(tmp_path / "vectors")
    monkeypatch.setenv("RECOLLECT_VECTORS", url)
    return tmp_path / "vectors"


def test_it_is_there_again(cli: Cli, beside: Path) -> None:
    ran = cli("reindex", "--index", "vectors", "--words-only", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json["indexes"] == {"vectors": 0}
    assert list(beside.glob("state-*/state.json"))


def test_a_name_that_is_none_is_told(cli: Cli, beside: Path) -> None:
    for name in ("graph", "vector"):
        ran = cli("reindex", "--index", name, "--words-only")
        assert ran.code == 2
        assert "vectors" in ran.err


def test_it_takes_no_other_work(cli: Cli, beside: Path) -> None:
    """Else somebody would think that the memory had been moved to another embedder."""
    for more in (["--vectors", "--words-only"], ["--embedder", "gte-small"]):
        ran = cli("reindex", "--index", "vectors", *more)
        assert ran.code == 2
        assert "reindex with embedder or vectors first" in ran.err
    assert not list(beside.glob("state-*"))


def test_a_bar_is_drawn_on_a_terminal(beside: Path) -> None:
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "reindex", "--index", "vectors", "--words-only"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as filling:
        os.close(follower)
        drawn = b""
        try:
            while piece := os.read(leader, 65536):
                drawn += piece
        except OSError:  # the other end was closed
            pass
        os.close(leader)
    assert filling.returncode == 0, drawn
    assert b"Indexing" in drawn
    assert b"60/60" in drawn
