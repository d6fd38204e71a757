"""From candidates to a ranking: each part of a score is one thing people would say of a good hit.

Words and vectors are brought to 0…1 over the candidates and mixed. Then come the conversation
around a candidate, who said it and when, and where it stands: see `worth`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..orders import Candidate
from ..types import Message, Record
from . import worth
from .asking import ASKED, asks_only, is_echo, only_asks
from .order import FIRST, modest
from .question import Question, is_latin
from .ranked import Ranked
from .surroundings import Surroundings
from .voices import Voice, mentioned, reports, voices
from .wording import (
    asks_advice,
    asks_back,
    asks_to_repeat,
    is_about_oneself,
    oneself,
    prefers,
    standing,
)
from .worth import Weights

FEW = 80
"""Characters below which something is short."""

AVERAGE = 0.5
"""The importance of a note that nobody says more about."""

MERE = 0.5
"""Of what opens a session, for a mere question."""

INSTRUCTING = frozenset({"system", "developer", "tool"})
"""Roles that open a session without saying what it is about."""

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
    records = [one.record for one in candidates]
    spoken = voices(records)
    around = Surroundings(weights, asked, candidates, spoken, told, mute.keys())
    own = Own(weights, asked, spoken, 1.0 if unread else held, faded or {}, reports(records))
    ranked = []
    for i, candidate in enumerate(candidates):
        named, then = own.names(spoken[i]), own.holds(candidate.record)
        own_parts = own.parts(candidate, spoken[i], then, mute.get(i), around.was_asked(i))
        values = (*around.parts(i, mix), *own_parts, 0.0, 0.0, 0.0)
        ranked.append(Ranked(candidate, sum(values), values, named, then, i))
    ranked.sort(key=lambda one: -one.score)
    ranked = modest(ranked)
    if asked.limit <= FIRST:  # then nobody reads on
        return ranked
    return around.in_company(ranked, weights.alone * told**4)


class Own:
    """What a candidate is worth by itself."""

    def __init__(
        self,
        weights: Weights,
        asked: Question,
        spoken: Sequence[Voice],
        held: float,
        faded: Mapping[str, float],
        reported: bool,
    ) -> None:
        """`held`: the most that a candidate holds of the question's words; `reported`: whether the
        assistant reports."""
        self._faded = faded
        self._weights = weights
        self._opens = weights.opening + weights.unsaid * max(0.0, 1.0 - held)
        self._speakers = _speakers(weights, asked.words, spoken)
        self._assistants = _assistants(weights, asked.words, reported)
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
        self, candidate: Candidate, voice: Voice, then: bool, mute: float | None, was_asked: bool
    ) -> tuple[float, ...]:
        """Who said it, when, how, and what it stands for. `mute`: what it is worth to only ask;
        `was_asked`: who is asked of oneself answers so without saying "I"."""
        record, weights = candidate.record, self._weights
        said = record if isinstance(record, Message) else None
        words = record.text
        short = said is not None and len(words) < FEW
        return (
            self._speakers.get(voice.name, 0.0),
            self._when(record) if then else 0.0,
            self._opens * _opens(said, voice),
            self._assistants if voice.assists else 0.0,
            mute or (weights.asking if words.endswith(ASKED) else 0.0),
            weights.short * (1 - len(words) / FEW) if short else 0.0,
            self._says_little(said) if self._impersonal and not was_asked else 0.0,
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


def _opens(said: Message | None, voice: Voice) -> float:
    """How far it is what somebody opens a session with, to tell what it is about."""
    if said is None or said.turn != 0 or voice.assists or said.role in INSTRUCTING:
        return 0.0
    return MERE if asks_only(said.text) else 1.0


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


def _assistants(weights: Weights, words: str, reported: bool) -> float:
    """What the assistant's words are worth."""
    if asks_to_repeat(words):
        return weights.repeated
    if asks_back(words):
        return 0.0
    return weights.reported if reported and not is_about_oneself(words) else weights.assistant


def _importance(record: Record) -> float:
    return AVERAGE if isinstance(record, Message) else record.importance


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
