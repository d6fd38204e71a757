"""The conversation around a candidate: what was said before and after it, and in its session."""

from __future__ import annotations

from collections.abc import Sequence, Set
from datetime import datetime
from math import exp
from typing import TypeAlias

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

Part: TypeAlias = Sequence[float]
"""What one thing is worth, of every candidate."""


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
        self._spoken = spoken
        self._said = [candidate.record.text for candidate in candidates]
        self._at: dict[str | None, dict[int, int]] = {None: {}}
        self._sessions: dict[str | None, tuple[float, float]] = {None: (0.0, 0.0)}
        for i, (session, turn) in enumerate(self._places):
            if session is not None:
                self._at.setdefault(session, {})[turn] = i
                terms, vectors = self._sessions.get(session, (0.0, 0.0))
                best = max(terms, self._terms[i]), max(vectors, self._vectors[i])
                self._sessions[session] = best
        self._before = self._beside(-1)
        self.asked = [j is not None and self._was_asked(i, j) for i, j in enumerate(self._before)]
        """Of each candidate, whether somebody else asked for it right before."""
        self._lately = _lately(candidates) if goes_on(asked.words) else {}

    def in_company(self, ranked: list[Ranked], worth: float) -> list[Ranked]:
        """The ranking, what stands alone in its session further down."""
        sessions = [session for session, _ in self._places]
        return in_company(ranked, sessions, self._terms, worth)

    def parts(self, mix: float) -> tuple[Part, ...]:
        """What the scores of the candidates, their neighbours and their sessions are worth."""
        before, earlier, after = self._before, self._beside(-2), self._beside(1)
        goes_on = zip(before, earlier, strict=True)
        fits = {session: self._session * (a + b) for session, (a, b) in self._sessions.items()}
        onward = {session: self._onward(session) for session in self._sessions}
        return (
            [mix * terms for terms in self._terms],
            [(1 - mix) * vectors for vectors in self._vectors],
            [0.0 if j is None else self._answers(i, j) for i, j in enumerate(before)],
            [0.0 if k is None else self._goes_on(i, j, k) for i, (j, k) in enumerate(goes_on)],
            [0.0 if j is None else self._answered(j) for j in after],
            [fits[session] for session, _ in self._places],
            [onward[session] for session, _ in self._places],
        )

    def _beside(self, step: int) -> list[int | None]:
        """Of each candidate, the one so many turns on."""
        at = self._at
        return [at[session].get(turn + step) for session, turn in self._places]

    def _onward(self, session: str | None) -> float:
        """What a session is worth by its time, as far as its best words or meaning are on topic."""
        topic = max(0.0, 2 * max(self._sessions[session]) - 1)
        return self._weights.onward * topic * self._lately.get(session, 0.0)

    def _answers(self, i: int, before: int) -> float:
        """Nobody answers oneself; and what one says to the assistant seldom answers it, unless it
        was asked just that."""
        voice, weights = self._spoken[before], self._weights
        if self.asked[i]:
            near = max(0.0, 1 - (1 - self._vectors[before]) / NEARLY)
            return weights.asked * self._words[before] + weights.asked_sense * near
        if voice.assists or voice.who == self._spoken[i].who:
            return 0.0
        return weights.before * self._words[before]

    def _was_asked(self, i: int, before: int) -> bool:
        """Nobody asks the assistant of itself, and one that says much before it asks offers
        something."""
        said, asks, answers = self._said[before], self._spoken[before], self._spoken[i]
        if not said.endswith(ASKED) or answers.assists or asks.who == answers.who:
            return False
        return not asks.assists or len(said) < BRIEF

    def _goes_on(self, i: int, before: int | None, earlier: int) -> float:
        """Between people, who take turns: to an assistant, one says the whole of it at once."""
        voice = self._spoken[i]
        if not voice.chats or self._spoken[earlier].who != voice.who:
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
    scaled = [(score - least) / span for score in scores]
    return [min(1.0, score) for score in scaled] if mute else scaled
