"""A second opinion: what a reranker says of the best candidates, beside their own scores.

A reranker reads a question and a text together: slower than comparing what was made of each alone,
and finer. Its numbers have no scale of their own, so they are brought to 0…1 over the texts of one
question and weigh a little more than all that is known besides: what it likes best passes anything
that it likes least. Where it sees no difference, nothing moves.

Some things are not up to it. What is asked for by its key keeps its lead. Of two rivals the newer
counts for at least as much as the older, as it is the same matter. And since its numbers are no
probabilities, those that were there are handed out anew, the highest to what is now the best: a
search that had nothing relevant still has nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from .. import text
from ..errors import ModelError
from ..write.index import passage
from .question import Question
from .ranked import KEY, RERANKER, Ranked
from .relevance import Judge
from .rivals import newest_first, renewals
from .tense import sentences

WEIGHT = 1.1
"""What its opinion weighs against all else: more than 1, or of two hits it could not move any."""
FIRST, MOST = 50, 100
"""So many of the best are read; more if more are asked for, up to MOST."""
LONGEST = 1_500
"""Characters of a question or a text that are read: most rerankers take 512 tokens of both."""
FARTHEST, BEFORE = 20_000, 300
"""Of a long text, how far it is looked through, and what is read before the part that fits."""


def chosen(asked: Question, ranked: Sequence[Ranked]) -> list[Ranked]:
    """What a reranker is to read; nothing where there is nothing to order."""
    unsure = [one for one in ranked if not one.candidate.key]
    return unsure[: max(FIRST, min(asked.limit, MOST))] if len(unsure) > 1 else []


def asking(asked: Question) -> str:
    """The question as a reranker reads it."""
    return asked.words[:LONGEST]


def reading(asked: Question, one: Ranked) -> str:
    """A candidate as a reranker reads it: who said what and when, of a long text the part that
    holds the most of the question."""
    record = one.candidate.record
    return passage(record, _part(record.text, asked))


def checked(made: Any, count: int) -> list[float]:
    """A reranker's answer: one finite number a text."""
    try:
        scores = [float(one) for one in made if not isinstance(one, str | bytes)]
    except (TypeError, ValueError, OverflowError):
        raise ModelError("a reranker must return a number for each text") from None
    if len(scores) != count:
        raise ModelError(f"a reranker must return {count} numbers here, and gave {len(scores)}")
    if not all(map(isfinite, scores)):
        raise ModelError("a reranker must return finite numbers, and there is a NaN or infinity")
    return scores


def reranked(asked: Question, ranked: Sequence[Ranked], scores: Sequence[float]) -> list[Ranked]:
    """The ranking after a reranker has given each of those chosen a score."""
    read = chosen(asked, ranked)
    said = {one.place: score for one, score in zip(read, scores, strict=True)}
    opinions = dict(zip(said, _scaled(scores), strict=True))
    known = [1.0 if one.candidate.key else opinions.get(one.place, 0.0) for one in ranked]
    for older, newer in renewals(asked, ranked, known):
        known[newer] = known[older]
    span = WEIGHT * (read[0].score - read[-1].score) or 1.0
    moved = [
        _moved(one, span * opinion, said.get(one.place))
        for one, opinion in zip(ranked, known, strict=True)
    ]
    return newest_first(asked, sorted(moved, key=lambda one: -one.score))


class Advised(Judge):
    """A judge of what a reranker has read: the same probabilities, handed out in its order."""

    def __init__(
        self, ranked: Sequence[Ranked], cosines: tuple[float, float] | None = None
    ) -> None:
        super().__init__(ranked, cosines)
        read = [one for one in ranked if one.read is not None]
        order = sorted(read, key=lambda one: -(one.fit + one.values[RERANKER]))
        known = sorted((super(Advised, self).relevance(one) for one in read), reverse=True)
        self._handed = {one.place: likely for one, likely in zip(order, known, strict=True)}

    def relevance(self, one: Ranked) -> float:
        """The probability that it helps."""
        handed = self._handed.get(one.place)
        return super().relevance(one) if handed is None else handed


def is_unread(asked: Question, ranked: Sequence[Ranked]) -> bool:
    """Whether there is something to read and nobody has read it."""
    return bool(chosen(asked, ranked)) and all(one.read is None for one in ranked)


def _moved(one: Ranked, lift: float, read: float | None) -> Ranked:
    part = KEY if one.candidate.key else RERANKER
    values = (*one.values[:part], one.values[part] + lift, *one.values[part + 1 :])
    return one._replace(score=one.score + lift, values=values, read=read)


def _scaled(scores: Sequence[float]) -> list[float]:
    """From 0 to 1; all 0 if they are all the same."""
    least = min(scores)
    span = max(scores) / 2 - least / 2  # halves, as the largest numbers have no difference
    return [(one / 2 - least / 2) / span if span else 0.0 for one in scores]


def _part(words: str, asked: Question) -> str:
    """Of a text that is too long, what begins shortly before the sentence that holds the most of
    the question's words; its own beginning if none holds any."""
    if len(words) <= LONGEST:
        return words
    parts = sentences(words[:FARTHEST])
    held = [len(text.terms(part).keys() & asked.terms.keys()) for part in parts]
    best = max(range(len(parts)), key=held.__getitem__)
    before = parts[best - 1][-BEFORE:] if best else ""
    return " ".join([before, *parts[best:]]).strip()[:LONGEST]
