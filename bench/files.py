"""Memory files of any size in seconds: the front door writes them, but nothing is embedded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from recollect import Memory, Message
from recollect.models.minilm import MiniLM

from .corpus import texts, unit_vectors
from .figures import Run

USER = "dana"
BATCH = 10_000
OTHERS_EACH = 1_000


class Prepared:
    """Hands out vectors made before, in turn, under the built-in model's id."""

    def __init__(self, vectors: NDArray[np.float32]) -> None:
        self.id = MiniLM().id
        self._vectors = vectors
        self._next = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The next rows; the first again after the last."""
        rows = np.arange(self._next, self._next + len(texts)) % len(self._vectors)
        self._next += len(texts)
        return self._vectors[rows]


def alone(run: Run, count: int) -> Path:
    """A file of one user's messages, made once a run."""
    path = run.folder / f"alone-{count}.db"
    if not path.exists():
        run.say(f"writing {count:,} messages")
        said = texts(count)
        with Memory(str(path), embedder=Prepared(unit_vectors(count))) as memory:
            for start in range(0, count, BATCH):
                memory.add(said[start : start + BATCH], user_id=USER)
    return path


def written(run: Run, said: list[str], source: str | None) -> Path:
    """A file of some texts, as the user's own words or from a source."""
    path = run.folder / ("own.db" if source is None else "imported.db")
    run.say(f"writing {len(said):,} texts")
    marks = {} if source is None else {"source": source}
    with Memory(str(path), embedder=Prepared(unit_vectors(len(said)))) as memory:
        memory.add([Message(text, metadata=marks) for text in said], user_id=USER)
    return path


def crowded(run: Run, count: int, others: int) -> tuple[Path, Path]:
    """One user's messages in a file of their own, and between those of many others."""
    said, pool = texts(count), texts(5 * OTHERS_EACH, seed=9)
    step = -(-count // max(others, 1))
    paths = run.folder / "quiet.db", run.folder / "crowded.db"
    for path, crowd in zip(paths, (0, others), strict=True):
        mine = Prepared(unit_vectors(count))
        theirs = Prepared(unit_vectors(5 * OTHERS_EACH, seed=8))
        with Memory(str(path), embedder=mine) as me, Memory(str(path), embedder=theirs) as them:
            for turn in range(max(others, 1)):
                if turn < crowd:
                    start = turn % 5 * OTHERS_EACH
                    them.add(pool[start : start + OTHERS_EACH], user_id=f"user-{turn}")
                    if turn % 100 == 99:
                        run.say(f"writing {(turn + 1) * OTHERS_EACH:,} messages of others")
                if said[turn * step : (turn + 1) * step]:
                    me.add(said[turn * step : (turn + 1) * step], user_id=USER)
    return paths
