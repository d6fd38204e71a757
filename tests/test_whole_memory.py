"""Work on the whole memory: what it asks the store, and others who do the same meanwhile."""

import io

import numpy as np

from recollect import Memory
from recollect.memory.sync import upkeep


def flat(texts):
    return np.ones((len(texts), 4), dtype=np.float32)


flat.id = "flat"


def test_a_reindex_that_somebody_else_finishes(tmp_path):
    path = str(tmp_path / "agent.db")
    with Memory(path, embedder=None) as words:
        words.add([f"message {i}" for i in range(10)], user_id="dana")
    with Memory(path, embedder=flat) as one, Memory(path, embedder=flat) as other:
        steps = []

        def overtake(done, total):
            steps.append((done, total))
            if len(steps) == 1:  # what is missing has been counted, and not yet been made
                assert other.reindex().pending == 0

        assert one.reindex(progress=overtake).pending == 0
        assert (steps[0], steps[-1]) == ((0, 10), (10, 10))
        assert one.verify().ok


def test_a_reindex_counts_what_is_kept_a_few_times_however_long_it_takes(tmp_path, monkeypatch):
    monkeypatch.setattr(upkeep, "CHUNK", 10)
    path = str(tmp_path / "agent.db")
    with Memory(path, embedder=None) as words:
        words.add([f"message {i}" for i in range(300)], user_id="dana")
    with Memory(path, embedder=flat) as memory:
        counted, steps = [], []
        stats = memory._store.stats
        monkeypatch.setattr(
            memory._store, "stats", lambda *asked: counted.append(asked) or stats(*asked)
        )
        assert memory.reindex(progress=lambda *step: steps.append(step)).pending == 0
        assert steps[:3] == [(0, 300), (10, 300), (20, 300)]
        assert (steps[-1], steps) == ((300, 300), sorted(steps))
        assert len(counted) <= 4


def test_an_export_of_everybody_does_not_count_each(monkeypatch):
    with Memory("memory://", embedder=None) as memory:
        for number in range(20):
            memory.add("hello", user_id=f"user {number}")
        monkeypatch.setattr(memory._store, "stats", None)
        assert memory.export_to(io.StringIO()) == 20
