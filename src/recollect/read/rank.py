"""From candidates to a ranking: each part of a score is one thing people would say of a good hit.

Words and vectors are brought to 0…1 over the candidates and mixed. Then come the conversation
around a candidate, who said it and when, and where it stands: see `worth`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from math import exp

from ..orders import Candidate
from ..types import Message, Record
from . import worth
from .asking import ASKED, is_echo, only_asks
from .order import FIRST, in_company, modest
from .question import Question, is_latin
from .ranked import Ranked
from .voices import Voice, mentioned, voices
from .wording import (
    asks_advice,
    asks_back,
    asks_to_repeat,
    goes_on,
    is_about_oneself,
    oneself,
    prefers,
    standing,
)
from .worth import Weights

LATE, EVER = 10, 0.1
"""Sessions that it takes to be as good as over, and what is left then."""

FEW = 80
"""Characters below which something is short."""

AVERAGE = 0.5
"""The importance of a note that nobody says more about."""

JOINED = re.compile(r"\b(?:and|or)\b|[,&]", re.IGNORECASE)


def rank(
    asked: Question,
    candidates: Sequence[Candidate],
    latin: bool = False,
    faded: Mapping[str, float] | None = None,
) -> list[Ranked]:
    """The candidates, best first. `latin`: the embedder reads Latin script only; `faded` tells by
    id how far some notes have faded, up to 1."""
    if not candidates:
        return []
    weights = worth.WEIGHTS
    unread = latin and not is_latin(asked.words)
    mute = _mute(weights, asked, candidates)
    held = max(one.share for i, one in enumerate(candidates) if i not in mute)
    told = _told(weights, candidates, held, unread)
    mix = _mix(weights, candidates, told, unread)
    spoken = voices([one.record for one in candidates])
    around = Surroundings(weights, asked, candidates, spoken, told, mute.keys())
    own = Own(weights, asked, spoken, 1.0 if unread else held, faded or {})
    ranked = []
    for i, candidate in enumerate(candidates):
        named, then = own.names(spoken[i]), own.holds(candidate.record)
        own_parts = own.parts(candidate, spoken[i], then, mute.get(i))
        values = (*around.parts(i, mix), *own_parts, 0.0, 0.0, 0.0)
        ranked.append(Ranked(candidate, sum(values), values, named, then, i))
    ranked.sort(key=lambda one: -one.score)
    ranked = modest(ranked)
    if asked.limit <= FIRST:  # then nobody reads on
        return ranked
    return around.in_company(ranked, weights.alone * told**4)


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
        """Nobody answers oneself; and what one says to the assistant seldom answers it."""
        spoken = self._spoken
        if before is None or spoken[before].assists or spoken[before].who == spoken[i].who:
            return 0.0
        return self._weights.before * self._words[before]

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


class Own:
    """What a candidate is worth by itself."""

    def __init__(
        self,
        weights: Weights,
        asked: Question,
        spoken: Sequence[Voice],
        held: float,
        faded: Mapping[str, float],
    ) -> None:
        """`held`: the most that a candidate holds of the question's words."""
        self._faded = faded
        self._weights = weights
        self._opens = weights.opening + weights.unsaid * max(0.0, 1.0 - held)
        self._speakers = _speakers(weights, asked.words, spoken)
        self._assistants = _assistants(weights, asked.words)
        self._impersonal = weights.impersonal if is_about_oneself(asked.words) else 0.0
        self._advised = weights.preference if asks_advice(asked.words) else 0.0
        self._window, self._only_when = asked.window, asked.only_when

    def names(self, voice: Voice) -> bool:
        """Whether the question names the one who said it."""
        return voice.name in self._speakers

    def holds(self, record: Record) -> bool:
        """Whether it was said in the time that the question asks about."""
        return self._window is not None and self._window.holds(record.at)

    def parts(
        self, candidate: Candidate, voice: Voice, then: bool, mute: float | None
    ) -> tuple[float, ...]:
        """Who said it, when, how, and what it stands for. `mute`: what it is worth to only ask."""
        record, weights = candidate.record, self._weights
        said = record if isinstance(record, Message) else None
        opening = said is not None and said.turn == 0 and not voice.assists
        words = record.text
        short = said is not None and len(words) < FEW
        return (
            self._speakers.get(voice.name, 0.0),
            self._when(record) if then else 0.0,
            self._opens if opening else 0.0,
            self._assistants if voice.assists else 0.0,
            mute or (weights.asking if words.endswith(ASKED) else 0.0),
            weights.short * (1 - len(words) / FEW) if short else 0.0,
            self._says_little(said) if self._impersonal else 0.0,
            weights.standing * standing(record),
            self._prefers(said) if self._advised else 0.0,
            weights.graph * candidate.lead,
            weights.key if candidate.key else 0.0,
            weights.faded * self._faded.get(record.id, 0.0),
            weights.importance * (_importance(record) - AVERAGE),
            weights.recent * candidate.recent,
        )

    def _when(self, record: Record) -> float:
        """What it is worth to be said then; more if nothing else is asked for."""
        if not self._only_when or self._window is None:
            return self._weights.when
        return self._weights.only_when * (1.0 if self._window.hits(record.at) else 0.5)

    def _says_little(self, said: Message | None) -> float:
        """Only people speak of themselves, and a note is about somebody anyhow."""
        if said is None or said.role != "user":
            return 0.0
        return self._impersonal * (1 - oneself(said.text))

    def _prefers(self, said: Message | None) -> float:
        """The assistant prefers nothing, and what a note says was said by its source."""
        mine = said is not None and said.role == "user" and prefers(said.text)
        return self._advised if mine else 0.0


def _told(weights: Weights, candidates: Sequence[Candidate], held: float, unread: bool) -> float:
    """How much the question's words tell, up to 1: in full if a candidate holds enough of them, or
    if there is nothing else to go by."""
    if unread or _blind(candidates):
        return 1.0
    return min(1.0, held / weights.enough)


def _mix(weights: Weights, candidates: Sequence[Candidate], told: float, unread: bool) -> float:
    """How much words count against vectors: it follows the question."""
    if _blind(candidates):
        return 1.0
    return weights.unread if unread else weights.words * told


def _blind(candidates: Sequence[Candidate]) -> bool:
    return all(candidate.cosine is None for candidate in candidates)


def _speakers(weights: Weights, words: str, spoken: Sequence[Voice]) -> dict[str | None, float]:
    """Those whom a question names, and what it is worth to be said by them: of several whom it
    does not join, it asks for the words of the first."""
    places = mentioned(words, {voice.name for voice in spoken if voice.name is not None})
    named = sorted(places, key=lambda name: (places[name], -len(name)))
    worth: dict[str | None, float] = dict.fromkeys(named, weights.speaker)
    if len(named) < 2 or "both" in words.casefold():
        return worth
    between = words[places[named[0]] : places[named[1]]]
    return worth if JOINED.search(between) else worth | dict.fromkeys(named[1:], weights.spoken_to)


def _assistants(weights: Weights, words: str) -> float:
    """What the assistant's words are worth."""
    if asks_to_repeat(words):
        return weights.repeated
    return 0.0 if asks_back(words) else weights.assistant


def _importance(record: Record) -> float:
    return AVERAGE if isinstance(record, Message) else record.importance


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


def _mute(weights: Weights, asked: Question, candidates: Sequence[Candidate]) -> dict[int, float]:
    """The places of those that ask and say nothing, and what that is worth; none if all do."""
    found: dict[int, float] = {}
    for i, one in enumerate(candidates):
        if not one.record.text.endswith(ASKED):
            continue
        if is_echo(asked, one):
            found[i] = weights.echo
        elif only_asks(asked, one):
            found[i] = weights.recalling
    return found if len(found) < len(candidates) else {}


def _scaled(scores: Sequence[float], mute: Set[int], low: float | None = None) -> list[float]:
    """Scores from 0 to 1, the best of those that say something 1."""
    measured = [score for i, score in enumerate(scores) if i not in mute] if mute else scores
    least = min(measured) if low is None else low
    span = max(measured) - least
    if span <= 0:
        return [0.0] * len(scores)
    return [min(1.0, (score - least) / span) for score in scores]
