"""What recollect is compared with: BM25, cosine, and the two mixed after min-max."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from .. import text
from ..ports.sync import Embedder
from ..text.bm25 import bm25
from ..write.index import passage, terms
from .cases import Question, Turn
from .run import MOST, Ask, Ranking

WEIGHTS = {"BM25": 1.0, "dense": 0.0, "min-max": 0.4}
"""How much words count, by the name of the baseline."""
Scores = NDArray[np.float64]


class Baseline:
    """Every turn scored by its words and by its vector, and the two mixed."""

    def __init__(
        self, embedder: Embedder | None, name: str = "min-max", words: float = 0.4
    ) -> None:
        self.name, self._embedder, self._weight = name, embedder, 1.0 if embedder is None else words
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        self._vectors: list[NDArray[np.float32]] = []
        self._asked: tuple[str, Scores, Scores] | None = None

    def tell(self, turns: Sequence[Turn]) -> None:
        """Index a session: the speaker's name counts as a word, and is embedded with the day."""
        if not turns:
            return
        messages = [turn.message() for turn in turns]
        for held in map(terms, messages):
            for term, count in held.items():
                self._postings[term].append((len(self._lengths), count))
            self._lengths.append(sum(held.values()))
        if self._embedder is not None:
            self._vectors.append(self._embedder.embed([passage(message) for message in messages]))
        self._asked = None

    def ask(self, question: Question, most: int = MOST) -> Ranking:
        """The best turns, with the weight it was made with."""
        return self._ranked(question, self._weight, most)

    def asks(self) -> dict[str, Ask]:
        """Each baseline by its name, over one index; without an embedder only words."""
        names = WEIGHTS if self._embedder is not None else {"BM25": 1.0}
        return {name: partial(self._ranked, weight=weight) for name, weight in names.items()}

    def close(self) -> None:
        """Nothing to release."""

    def _ranked(self, question: Question, weight: float, most: int = MOST) -> Ranking:
        if not self._lengths:
            return Ranking()
        words, meaning = self._scores(question.text)
        mixed = weight * words + (1 - weight) * meaning
        best = np.argsort(-mixed, kind="stable")[:most]
        return Ranking([(int(i), float(mixed[i])) for i in best])

    def _scores(self, asked: str) -> tuple[Scores, Scores]:
        """Both scores of every turn from 0 to 1, kept for the next baseline."""
        if self._asked is None or self._asked[0] != asked:
            self._asked = asked, _scaled(self._words(asked)), _scaled(self._cosines(asked))
        return self._asked[1:]

    def _cosines(self, asked: str) -> Scores:
        if self._embedder is None:
            return np.zeros(len(self._lengths))
        self._vectors = [np.concatenate(self._vectors)]
        ask = getattr(self._embedder, "ask", self._embedder.embed)
        cosines: Scores = (self._vectors[0] @ ask([asked])[0]).astype(np.float64)
        return cosines

    def _words(self, asked: str) -> Scores:
        lengths = np.array(self._lengths, dtype=np.float64)
        average = max(float(lengths.mean()), 1e-9)
        scores = np.zeros(len(lengths))
        for term, weight in text.query_terms(asked).items():
            if held := self._postings.get(term):
                turns, counts = np.array(held).T
                scores[turns] += weight * bm25(
                    counts.astype(np.float64), lengths[turns], len(turns), len(lengths), average
                )
        return scores


def _scaled(scores: Scores) -> Scores:
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)
