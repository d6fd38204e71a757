"""From candidates to a ranking: each part of a score is one thing people would say of a good hit.

Words and vectors are brought to 0…1 over the candidates and mixed. Then come the conversation
around a candidate, who said it and when, and where it stands: see `worth`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count

from ..orders import Candidate
from ..types import Message, Record
from . import worth
from .asking import ASKED, asks_only, is_echo, only_asks
from .order import FIRST, modest
from .question import Question, is_latin
from .ranked import Ranked
from .surroundings import Part, Surroundings
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
    own_parts = own.parts(then, asks, around.asked, faded or {})
    values = list(zip(*around.parts(mix), *own_parts, none, none, none, strict=True))
    ranked = list(map(Ranked, candidates, map(sum, values), values, named, then, count()))
    ranked.sort(key=lambda one: -one.score)
    ranked = modest(ranked)
    if asked.limit <= FIRST:  # then nobody reads on
        return ranked
    return around.in_company(ranked, weights.alone * told**4)


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
        self._assistants = _assistants(weights, asked.words, reports(self._records))

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
        self,
        then: Sequence[bool],
        asks: Mapping[int, float],
        asked: Sequence[bool],
        faded: Mapping[str, float],
    ) -> tuple[Part, ...]:
        """Who said it, when, how, and what it stands for. `asks`: by place, what it is worth to ask
        something; `asked`: whether somebody asked for it right before."""
        weights, records, spoken = self._weights, self._records, self._spoken
        words, none = self._asked.words, [0.0] * len(records)
        return (
            [self._speakers.get(voice.name, 0.0) for voice in spoken],
            [self._when(one) if held else 0.0 for one, held in zip(records, then, strict=True)],
            self._opening(),
            [self._assistants if voice.assists else 0.0 for voice in spoken],
            [asks.get(i, 0.0) for i in range(len(records))],
            self._short(),
            self._impersonal(asked) if is_about_oneself(words) else none,
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
        said = zip(self._said, self._spoken, strict=True)
        return [self._opens * _opens(one, voice) for one, voice in said]

    def _short(self) -> Part:
        short = self._weights.short
        sizes = [len(said.content) if said else FEW for said in self._said]
        return [short * (1 - size / FEW) if size < FEW else 0.0 for size in sizes]

    @property
    def _users(self) -> list[Message | None]:
        """What was said by the user."""
        return [said if said and said.role == "user" else None for said in self._said]

    def _impersonal(self, asked: Sequence[bool]) -> Part:
        """Only people speak of themselves, and a note is about somebody anyhow; who is asked of
        oneself answers without saying "I"."""
        worth, said = self._weights.impersonal, zip(self._users, asked, strict=True)
        return [worth * (1 - oneself(one.content)) if one and not was else 0.0 for one, was in said]

    def _prefers(self) -> Part:
        """The assistant prefers nothing, and what a note says was said by its source."""
        worth = self._weights.preference
        return [worth if said and prefers(said.content) else 0.0 for said in self._users]


def _opens(said: Message | None, voice: Voice) -> float:
    """How far it is what somebody opens a session with, to tell what it is about."""
    if said is None or said.turn != 0 or voice.assists or said.role in INSTRUCTING:
        return 0.0
    return MERE if asks_only(said.content) else 1.0


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
