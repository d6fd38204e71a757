"""The conversation around a candidate: what was said before and after it, and in its session."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime
from math import exp

from ..orders import Candidate
from ..types import Message, Record
from .asking import ASKED
from .order import in_company
from .question import Question
from .ranked import Ranked
from .voices import Voice
from .wording import goes_on
from .worth import Weights

LATE, EVER = 10, 0.1
"""Sessions that it takes to be as good as over, and what is left then."""

NEARLY = 0.3
"""How far behind the nearest question one may be that is nearly the same."""
BRIEF = 120
"""Characters below which an assistant that ends with a question only asks."""


class Surroundings:
    """The candidates' scaled scores, and those of the turns and sessions around them."""

    def __init__(
        self,
        weights: Weights,
        asked: Question,
        candidates: Sequence[Candidate],
        spoken: Sequence[Voice],
        told: float,
        mute: Set[int],
    ) -> None:
        """`told`: how much words tell; those of the turns around tell no more. `mute`: the places
        of those that only ask, which are no measure for the others."""
        cosines = [candidate.cosine for candidate in candidates]
        least = min((cosine for cosine in cosines if cosine is not None), default=0.0)
        self._weights = weights
        self._session = weights.session * told * told
        self._terms = _scaled([candidate.bm25 for candidate in candidates], mute, low=0.0)
        self._words = [told * terms for terms in self._terms]
        near = [least if cosine is None else cosine for cosine in cosines]
        self._vectors = _scaled(near, mute)
        self._places = [_place(candidate.record) for candidate in candidates]
        self._at = {place: i for i, place in enumerate(self._places) if place[0] is not None}
        self._spoken = spoken
        self._said = [candidate.record.text for candidate in candidates]
        self._sessions: dict[str | None, tuple[float, float]] = {None: (0.0, 0.0)}
        for (session, _), terms, vectors in zip(
            self._places, self._terms, self._vectors, strict=True
        ):
            if session is not None:
                best = self._sessions.get(session, (0.0, 0.0))
                self._sessions[session] = max(best[0], terms), max(best[1], vectors)
        self._lately = _lately(candidates) if goes_on(asked.words) else {}

    def in_company(self, ranked: list[Ranked], worth: float) -> list[Ranked]:
        """The ranking, what stands alone in its session further down."""
        sessions = [session for session, _ in self._places]
        return in_company(ranked, sessions, self._terms, worth)

    def parts(self, i: int, mix: float) -> tuple[float, ...]:
        """What the scores of a candidate, its neighbours and its session are worth."""
        session, turn = self._places[i]
        at = self._at.get
        before, after = at((session, turn - 1)), at((session, turn + 1))
        fits = self._sessions[session]
        return (
            mix * self._terms[i],
            (1 - mix) * self._vectors[i],
            self._answers(i, before),
            self._goes_on(i, before, at((session, turn - 2))),
            0.0 if after is None else self._answered(after),
            self._session * (fits[0] + fits[1]),
            self._onward(session) if self._lately else 0.0,
        )

    def _onward(self, session: str | None) -> float:
        """What a session is worth by its time, as far as its best words or meaning are on topic."""
        topic = max(0.0, 2 * max(self._sessions[session]) - 1)
        return self._weights.onward * topic * self._lately.get(session, 0.0)

    def _answers(self, i: int, before: int | None) -> float:
        """Nobody answers oneself; and what one says to the assistant seldom answers it, unless it
        was asked just that."""
        spoken, weights = self._spoken, self._weights
        if before is None or spoken[before].who == spoken[i].who:
            return 0.0
        if self.was_asked(i):
            near = max(0.0, 1 - (1 - self._vectors[before]) / NEARLY)
            return weights.asked * self._words[before] + weights.asked_sense * near
        return 0.0 if spoken[before].assists else weights.before * self._words[before]

    def was_asked(self, i: int) -> bool:
        """Whether somebody else asked for it right before; nobody asks the assistant of itself,
        and one that says much before it asks offers something."""
        session, turn = self._places[i]
        before = self._at.get((session, turn - 1))
        if before is None or not self._said[before].endswith(ASKED):
            return False
        asks, answers = self._spoken[before], self._spoken[i]
        if answers.assists or asks.who == answers.who:
            return False
        return not asks.assists or len(self._said[before]) < BRIEF

    def _goes_on(self, i: int, before: int | None, earlier: int | None) -> float:
        """Between people, who take turns: to an assistant, one says the whole of it at once."""
        voice = self._spoken[i]
        if earlier is None or not voice.chats or self._spoken[earlier].who != voice.who:
            return 0.0
        if before is not None and self._spoken[before].who == voice.who:
            return 0.0
        return self._weights.earlier * self._words[earlier]

    def _answered(self, after: int) -> float:
        words, sense = self._weights.after_words, self._weights.after_sense
        return words * self._words[after] + sense * self._vectors[after]


def _place(record: Record) -> tuple[str | None, int]:
    """The session and the place in it; no session for a note or a message without one."""
    if isinstance(record, Message) and record.session_id is not None and record.turn is not None:
        return record.session_id, record.turn
    return None, 0


def _lately(candidates: Sequence[Candidate]) -> dict[str | None, float]:
    """The candidates' sessions: 1 for the newest, less and less for those before it."""
    newest: dict[str, datetime] = {}
    for candidate in candidates:
        session, _ = _place(candidate.record)
        if session is not None:
            at = candidate.record.at
            newest[session] = max(at, newest.get(session, at))
    ordered = sorted(newest, key=lambda session: newest[session], reverse=True)
    fresh = (EVER + (1 - EVER) * exp(-ago / LATE) for ago in range(len(ordered)))
    return dict(zip(ordered, fresh, strict=True))


def _scaled(scores: Sequence[float], mute: Set[int], low: float | None = None) -> list[float]:
    """Scores from 0 to 1, the best of those that say something 1."""
    measured = [score for i, score in enumerate(scores) if i not in mute] if mute else scores
    least = min(measured) if low is None else low
    span = max(measured) - least
    if span <= 0:
        return [0.0] * len(scores)
    return [min(1.0, (score - least) / span) for score in scores]
