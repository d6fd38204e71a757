"""From candidates to a ranking: each part of a score is one thing people would say of a good hit.

Words and vectors are brought to 0…1 over the candidates and mixed. Then come the conversation
around a candidate, who said it and when, and where it stands: see `worth`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from itertools import count
from math import exp
from typing import TypeAlias

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

Part: TypeAlias = Sequence[float]
"""What one thing is worth, of every candidate."""

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
    asking = [i for i, one in enumerate(candidates) if one.record.text.endswith(ASKED)]
    mute = _mute(weights, asked, candidates, asking)
    asks = dict.fromkeys(asking, weights.asking) | mute
    held = max(one.share for i, one in enumerate(candidates) if i not in mute)
    told = _told(weights, candidates, held, unread)
    mix = _mix(weights, candidates, told, unread)
    spoken = voices([one.record for one in candidates])
    around = Surroundings(weights, asked, candidates, spoken, told, mute.keys())
    own = Own(weights, asked, candidates, spoken, 1.0 if unread else held)
    named, then, none = own.named(), own.then(), [0.0] * len(candidates)
    parts = (*around.parts(mix), *own.parts(then, asks, faded or {}), none, none, none)
    values = list(zip(*parts, strict=True))
    ranked = list(map(Ranked, candidates, map(sum, values), values, named, then, count()))
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
        self._spoken = spoken
        self._at: dict[str | None, dict[int, int]] = {None: {}}
        self._sessions: dict[str | None, tuple[float, float]] = {None: (0.0, 0.0)}
        for i, (session, turn) in enumerate(self._places):
            if session is not None:
                self._at.setdefault(session, {})[turn] = i
                terms, vectors = self._sessions.get(session, (0.0, 0.0))
                best = max(terms, self._terms[i]), max(vectors, self._vectors[i])
                self._sessions[session] = best
        self._lately = _lately(candidates) if goes_on(asked.words) else {}

    def in_company(self, ranked: list[Ranked], worth: float) -> list[Ranked]:
        """The ranking, what stands alone in its session further down."""
        sessions = [session for session, _ in self._places]
        return in_company(ranked, sessions, self._terms, worth)

    def parts(self, mix: float) -> tuple[Part, ...]:
        """What the scores of the candidates, their neighbours and their sessions are worth."""
        before, earlier, after = self._beside(-1), self._beside(-2), self._beside(1)
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
        """Nobody answers oneself; and what one says to the assistant seldom answers it."""
        voice = self._spoken[before]
        if voice.assists or voice.who == self._spoken[i].who:
            return 0.0
        return self._weights.before * self._words[before]

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


class Own:
    """What the candidates are worth by themselves."""

    def __init__(
        self,
        weights: Weights,
        asked: Question,
        candidates: Sequence[Candidate],
        spoken: Sequence[Voice],
        held: float,
    ) -> None:
        """`held`: the most that a candidate holds of the question's words."""
        self._weights, self._asked = weights, asked
        self._candidates, self._spoken = candidates, spoken
        self._records = [one.record for one in candidates]
        self._said = [one if isinstance(one, Message) else None for one in self._records]
        self._opens = weights.opening + weights.unsaid * max(0.0, 1.0 - held)
        self._speakers = _speakers(weights, asked.words, spoken)
        self._assistants = _assistants(weights, asked.words)

    def named(self) -> list[bool]:
        """Whether the question names the one who said it."""
        return [voice.name in self._speakers for voice in self._spoken]

    def then(self) -> list[bool]:
        """Whether it was said in the time that the question asks about."""
        window = self._asked.window
        if window is None:
            return [False] * len(self._records)
        return [window.holds(record.at) for record in self._records]

    def parts(
        self, then: Sequence[bool], asks: Mapping[int, float], faded: Mapping[str, float]
    ) -> tuple[Part, ...]:
        """Who said it, when, how, and what it stands for. `asks`: by place, what it is worth to ask
        something."""
        weights, records, spoken = self._weights, self._records, self._spoken
        words, none = self._asked.words, [0.0] * len(records)
        return (
            [self._speakers.get(voice.name, 0.0) for voice in spoken],
            [self._when(one) if held else 0.0 for one, held in zip(records, then, strict=True)],
            self._opening(),
            [self._assistants if voice.assists else 0.0 for voice in spoken],
            [asks.get(i, 0.0) for i in range(len(records))],
            self._short(),
            self._impersonal() if is_about_oneself(words) else none,
            [weights.standing * standing(record) for record in records],
            self._prefers() if asks_advice(words) else none,
            [weights.graph * one.lead for one in self._candidates],
            [weights.key if one.key else 0.0 for one in self._candidates],
            [weights.faded * faded.get(record.id, 0.0) for record in records],
            [weights.importance * (_importance(record) - AVERAGE) for record in records],
            [weights.recent * one.recent for one in self._candidates],
        )

    def _when(self, record: Record) -> float:
        """What it is worth to be said then; more if nothing else is asked for."""
        window = self._asked.window
        if not self._asked.only_when or window is None:
            return self._weights.when
        return self._weights.only_when * (1.0 if window.hits(record.at) else 0.5)

    def _opening(self) -> Part:
        return [
            self._opens if said and said.turn == 0 and not voice.assists else 0.0
            for said, voice in zip(self._said, self._spoken, strict=True)
        ]

    def _short(self) -> Part:
        short = self._weights.short
        sizes = [len(said.content) if said else FEW for said in self._said]
        return [short * (1 - size / FEW) if size < FEW else 0.0 for size in sizes]

    @property
    def _users(self) -> list[Message | None]:
        """What was said by the user."""
        return [said if said and said.role == "user" else None for said in self._said]

    def _impersonal(self) -> Part:
        """Only people speak of themselves, and a note is about somebody anyhow."""
        worth = self._weights.impersonal
        return [worth * (1 - oneself(said.content)) if said else 0.0 for said in self._users]

    def _prefers(self) -> Part:
        """The assistant prefers nothing, and what a note says was said by its source."""
        worth = self._weights.preference
        return [worth if said and prefers(said.content) else 0.0 for said in self._users]


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


def _mute(
    weights: Weights, asked: Question, candidates: Sequence[Candidate], asking: Sequence[int]
) -> dict[int, float]:
    """The places of those that ask and say nothing, and what that is worth; none if all do."""
    found: dict[int, float] = {}
    for i in asking:
        if is_echo(asked, candidates[i]):
            found[i] = weights.echo
        elif only_asks(asked, candidates[i]):
            found[i] = weights.recalling
    return found if len(found) < len(candidates) else {}


def _scaled(scores: Sequence[float], mute: Set[int], low: float | None = None) -> list[float]:
    """Scores from 0 to 1, the best of those that say something 1."""
    measured = [score for i, score in enumerate(scores) if i not in mute] if mute else scores
    least = min(measured) if low is None else low
    span = max(measured) - least
    if span <= 0:
        return [0.0] * len(scores)
    scaled = [(score - least) / span for score in scores]
    return [min(1.0, score) for score in scaled] if mute else scaled
