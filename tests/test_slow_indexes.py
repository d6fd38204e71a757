"""An index whose server takes a call and never answers: reading goes on without it."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator

import pytest

from recollect import Memory
from recollect.drivers.chroma import index as chroma
from recollect.drivers.postgres import index as postgres
from recollect.drivers.postgres import tables
from recollect.drivers.qdrant import index as qdrant

from .engines.postgres import QUICK, database, server
from .faults.kit import HashEmbedder

SOON = {"qdrant+http": (qdrant, 1), "chroma+http": (chroma, 0.5), "postgresql": (postgres, 1)}


@pytest.fixture
def silent() -> Iterator[int]:
    """A port where somebody listens and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made.getsockname()[1]


@pytest.mark.parametrize("scheme", SOON)
def test_one_that_never_answers_is_not_waited_for(
    scheme: str, silent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, seconds = SOON[scheme]
    monkeypatch.setattr(module, "SECONDS", seconds)
    url = f"{scheme}://127.0.0.1:{silent}" + ("/x" if scheme == "postgresql" else "")
    with Memory("memory://", vectors=url, embedder=HashEmbedder()) as memory:
        memory.add("I prefer dark mode.", user_id="dana")
        hits = memory.search("dark mode", user_id="dana", min_relevance=0)
        assert hits.degraded == ("vectors",)
        assert hits[0].text == "I prefer dark mode."


def test_one_that_falls_silent_is_left_out_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the server that serves us stops: it cannot even say that it is slow."""
    with (
        server(*QUICK) as own,
        database(own.url, "silent") as url,
        Memory("memory://", vectors=url, embedder=HashEmbedder()) as memory,
    ):
        memory.add("I prefer dark mode.", user_id="dana")
        assert memory.search("dark", user_id="dana", min_relevance=0).degraded == ()
        for name in ("SECONDS", "LONG"):
            monkeypatch.setattr(tables, name, 0.5)
        follower = memory._vectors
        assert follower is not None
        backend = follower.index._engine._link.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        try:
            memory.add("And large letters.", user_id="dana")
            hits = memory.search("dark", user_id="dana", min_relevance=0)
            assert (len(hits), hits.degraded) == (2, ("vectors",))
        finally:
            os.kill(backend, signal.SIGCONT)
        follower._again = 0.0  # as if the pause were over
        monkeypatch.undo()
        hits = memory.search("dark", user_id="dana", min_relevance=0)
        assert (len(hits), hits.degraded) == (2, ())
