"""Reindexing while others make the same vectors: whoever is faster, nobody fails."""

import numpy as np

from recollect import Memory


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
