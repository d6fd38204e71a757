"""What is compared: recollect through its front door, and three plain baselines beside it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from recollect import Memory, text
from recollect.text.bm25 import bm25
from recollect.write.index import passage, terms

from .data import Question, Turn
from .embedding import Cached

MOST = 100
"""Turns to rank: enough for the ten best sessions."""
Scores = NDArray[np.float64]


class System(Protocol):
    """Is told sessions in order, and ranks what it was told for a question."""

    name: str

    def tell(self, turns: Sequence[Turn]) -> None:
        """One session, or a part of it."""

    def ask(self, question: Question) -> list[tuple[int, float]]:
        """Numbers of turns, best first, and how sure the system is of each."""

    def close(self) -> None:
        """Forget everything."""


class Recollect:
    """The front door and nothing else."""

    def __init__(self, embedder: Cached | None, name: str = "recollect") -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "case.db"
        self.memory = Memory(str(path), embedder=embedder)
        self._count = 0

    def tell(self, turns: Sequence[Turn]) -> None:
        """Add a session as it was said."""
        if turns:
            said = [turn.message(self._count + i) for i, turn in enumerate(turns)]
            self.memory.add(said, user_id="asker", session_id=turns[0].session)
            self._count += len(turns)

    def ask(self, question: Question) -> list[tuple[int, float]]:
        """Search, without a threshold: the ranking is scored."""
        hits = self.memory.search(
            question.text, user_id="asker", limit=MOST, min_relevance=0, at=question.date
        )
        return [(int(id[1:]), hit.relevance) for hit in hits for id in hit.sources]

    def close(self) -> None:
        """Remove the file."""
        self.memory.close()
        self._folder.cleanup()


class Baseline:
    """BM25 and cosine over all turns, mixed with a fixed weight after min-max."""

    def __init__(self, embedder: Cached, name: str, terms: float) -> None:
        self.name, self._embedder, self._weight = name, embedder, terms
        self._terms: list[dict[str, int]] = []
        self._vectors: list[NDArray[np.float32]] = []

    def tell(self, turns: Sequence[Turn]) -> None:
        """Index a session: the speaker's name counts as a word, and is embedded with the day."""
        if turns:
            messages = [turn.message() for turn in turns]
            self._terms += [terms(message) for message in messages]
            self._vectors += list(self._embedder.embed([passage(m) for m in messages]))

    def ask(self, question: Question, most: int = MOST) -> list[tuple[int, float]]:
        """The best turns, best first."""
        if not self._terms:
            return []
        mixed = self._weight * _scaled(self._words(question.text))
        if self._weight < 1:
            asked = self._embedder.embed([question.text])[0]
            mixed = mixed + (1 - self._weight) * _scaled(np.stack(self._vectors) @ asked)
        best = np.argsort(-mixed, kind="stable")[:most]
        return [(int(i), float(mixed[i])) for i in best]

    def close(self) -> None:
        """Nothing to release."""

    def _words(self, asked: str) -> Scores:
        lengths = np.array([sum(held.values()) for held in self._terms], dtype=np.float64)
        scores = np.zeros(len(lengths))
        for term, weight in text.query_terms(asked).items():
            tf = np.array([held.get(term, 0) for held in self._terms], dtype=np.float64)
            df = int((tf > 0).sum())
            scores += weight * bm25(tf, lengths, df, len(tf), max(float(lengths.mean()), 1e-9))
        return scores


def _scaled(scores: Scores) -> Scores:
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)
