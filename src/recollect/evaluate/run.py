"""A case told to a system and asked of it, each question when its time has come."""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..errors import ModelError
from ..memory.sync.door import Memory
from ..memory.sync.shell import Learn
from ..read.relevance import MIN_RELEVANCE
from ..types import Hits
from .cases import Case, Question, Turn
from .scores import NAMES, first_seen, score

MOST = 100
"""Turns to rank: enough for the ten best sessions."""
SHOWN = 10
"""Hits of which an answer keeps the relevance."""
USER = "asker"


class Ranking(list[tuple[int, float]]):
    """Numbers of turns, best first, with how sure the system is of each and of them all."""

    def __init__(self, turns: Sequence[tuple[int, float]] = (), helps: float | None = None) -> None:
        super().__init__(turns)
        top = max((sure for _, sure in turns[:SHOWN]), default=0.0)
        self.helps = top if helps is None else helps


class System(Protocol):
    """Is told sessions in order."""

    def tell(self, turns: Sequence[Turn]) -> None:
        """One session, or a part of it."""

    def close(self) -> None:
        """Forget everything."""


Ask = Callable[[Question], Ranking]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system gave for a question, and what that is worth."""

    system: str
    set: str
    case: str
    question: str
    category: str
    abstain: bool
    scores: Mapping[str, float]
    turns: tuple[str, ...]
    """The first turns of the ranking."""
    kept: tuple[str, ...]
    """The first turns that the default threshold lets through."""
    relevance: tuple[float, ...]
    helps: float
    """How sure the system is that anything helps."""
    evidence: tuple[str, ...]
    ms: float


class Recollect:
    """The front door and nothing else, on a file that goes when it is closed."""

    def __init__(
        self,
        embedder: Any,
        name: str = "recollect",
        folder: str | None = None,
        learn: Learn = "now",
        reranker: Any = None,
    ) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory(dir=folder)
        path = Path(self._folder.name) / "case.db"
        self.memory = Memory(str(path), embedder=embedder, reranker=reranker, learn=learn, llm=None)
        self._count = 0

    def tell(self, turns: Sequence[Turn]) -> None:
        """Add a session as it was said."""
        if turns:
            said = [turn.message(self._count + i) for i, turn in enumerate(turns)]
            self.memory.add(said, user_id=USER, session_id=turns[0].session)
            self._count += len(turns)

    def ask(self, question: Question) -> Ranking:
        """Search, without a threshold: the ranking is scored."""
        return self._asked(question, limit=MOST, min_relevance=0)

    def ask_plainly(self, question: Question) -> Ranking:
        """Search as most people do: for ten hits, with the usual threshold."""
        return self._asked(question)

    def _asked(self, question: Question, **how: Any) -> Ranking:
        hits = self.memory.search(question.text, user_id=USER, at=question.date, **how)
        if "reranker" in hits.degraded:  # or it would be measured without anybody's knowing
            raise ModelError("the reranker failed, so there is nothing to measure; see the warning")
        turns = [(int(id[1:]), hit.relevance) for hit in hits for id in hit.sources]
        return Ranking(turns, answerable(hits))

    def close(self) -> None:
        """Remove the file."""
        self.memory.close()
        self._folder.cleanup()


def answerable(hits: Hits) -> float:
    """How probable it is that anything found helps: the relevance of the best of the first."""
    return max((hit.relevance for hit in hits[:SHOWN]), default=0.0)


def answers(
    case: Case, system: System, asks: Mapping[str, Ask], names: Sequence[str] = NAMES
) -> list[Answer]:
    """Tell a system a case once and put every question in each of these ways; it stays open."""
    waiting = defaultdict(list)
    for question in case.questions:
        waiting[question.before].append(question)
    told: list[Turn] = []
    made: list[Answer] = []

    def put(questions: Sequence[Question]) -> None:
        for question in questions:
            for name, ask in asks.items():
                made.append(_answer(case, name, ask, question, told, names))

    for id, _, turns in case.sessions:
        put(waiting.pop(id, ()))
        system.tell(turns)
        told += turns
    for late in waiting.values():
        put(late)
    return made


def _answer(
    case: Case, name: str, ask: Ask, question: Question, told: Sequence[Turn], names: Sequence[str]
) -> Answer:
    start = time.perf_counter()
    ranking = ask(question)
    spent = time.perf_counter() - start
    best: dict[int, float] = {}
    for number, sure in ranking:  # a note may cite a turn that was found itself
        best.setdefault(number, sure)
    turns = [told[number].id for number in best]
    sessions = first_seen([told[number].session for number in best])
    kept = [told[number].id for number, sure in best.items() if sure >= MIN_RELEVANCE]
    return Answer(
        name,
        case.dataset,
        case.id,
        question.id,
        question.category,
        question.abstain,
        score(question, turns, sessions, names),
        tuple(turns[:SHOWN]),
        tuple(kept[:SHOWN]),
        tuple(round(sure, 4) for sure in list(best.values())[:SHOWN]),
        round(ranking.helps, 4),
        tuple(sorted(question.turns)),
        round(spent * 1000, 2),
    )
