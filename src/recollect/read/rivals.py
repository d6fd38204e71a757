"""Newest first among rivals: of two hits that say different things of one matter, the newer leads.

People tell what has changed without saying that it has. So the words decide what rivals are: two
short hits that are the same but for one stretch of words; or, when a question asks how something
is, two hits of one speaker among the best that both speak of it, each with a number if a number is
asked for, one with a "never" if yes or no is. All others keep their places, and nobody leaves the
first hits or comes among them. A question that asks how things were before is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from functools import cached_property

from .. import text
from ..text.names import folded
from ..types import Message, Record
from ..write.rules.english.pieces import PIECES
from . import worth
from .asking import asks_only, is_echo, only_asks
from .question import Question
from .ranked import NEWER, Ranked
from .tense import Sort, Tense, sentences, sort, tense
from .wording import is_about_oneself, standing

ALIKE, FIRST = 10, 5
"""So many of the best hits are compared word for word, and by what they are about."""
SHORT, LONGEST = 400, 2_000
"""Characters of what is compared word for word, and of what is read at all."""
PLAIN = 120
"""Characters of a sentence that says one thing, of one person."""
FRAME, LEAST = 0.4, 3
"""The share of the words, and how many, that two hits have in common around the one difference."""
NEAR, FAR = 0.4, 0.8
"""How much worse the newer may rank; further down it must hold MUCH of the question, or call the
matter new."""
MUCH = 0.5
ABOUT, SAME = 0.3, 0.4
"""The share of the question that both must hold, and of what the older holds of it; less if the
question says that it means now or the newer calls the matter new, more if nothing else tells that
something has changed."""
NOW_ABOUT, NOW_SAME = 0.15, 0.25
ALL_ABOUT, ALL_SAME = 0.6, 0.9

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NAME = re.compile(r"(?<=[\w,] )[A-Z]\w+")
_FIGURE = re.compile(
    r"[$€£]?\d[\w.:,%-]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen"
    r"|twenty|thirty|forty|fifty|hundred|thousand|million|half|dozen|couple|once|twice|single"
    r"|weekly|daily|monthly|every|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|noon|midnight"
    r"|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april"
    r"|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    rf"\W*(?:(?:and|but|so|also|well|by the way|btw|anyway),? )*"
    rf"(?:(?:[Mm]y|[Oo]ur) ({PIECES['kin']})\b(?! and I\b)"
    r"|([Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)\b"
    r"|((?!(?:What|That|It|There|Here|Who|Where|How|When|Let|Today)\b)[A-Z]\w+)"
    r"(?:['’]s\b|(?= (?:lives|works|takes|likes|loves|hates|prefers|drives|plays|eats"
    r"|studies|owns|needs|wears|pays|earns)\b)))"
)
_NOT = re.compile(r"\b(?:never|not|no longer|nobody|none)\b|n['’]t\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:now|just|recently|actually|currently|update[ds]?|new|newly|change[ds]?|moved?|extended"
    r"|increased?|raised|switched|instead|no longer|anymore|never|so far|again|already|finally"
    r"|grown|reached|up to|down to|latest|lately|finished)\b",
    re.IGNORECASE,
)
_RENEWED = re.compile(
    r"\b(?:new|updated|revised|changed|extended|adjusted|increased|reduced|latest)"
    r" ((?:[\w'’-]+ ){0,2}[\w'’-]+)",
    re.IGNORECASE,
)


class Said:
    """What a hit says about a question; read only as far as it has something of a rival."""

    def __init__(self, one: Ranked, asked: Question) -> None:
        self.one, self._asked = one, asked
        self.who = _who(one.candidate.record)

    @cached_property
    def words(self) -> Sequence[str]:
        """All of them, if it is short."""
        said = self.one.candidate.record.text
        return _WORD.findall(said.casefold()) if len(said) <= SHORT else ()

    @cached_property
    def terms(self) -> frozenset[str]:
        """The question's terms that it holds."""
        return frozenset().union(*self._held)

    @cached_property
    def held(self) -> frozenset[str]:
        """Those that stand together in it."""
        return frozenset().union(*self._held[self._beside])

    @cached_property
    def about(self) -> str:
        """Whom its best sentence is about, if not the one who speaks: "my mother takes …"."""
        return _about(self._parts[self._best])

    @cached_property
    def passage(self) -> str:
        """The sentence that holds the most of them, and the ones beside it; all that is short."""
        return " ".join(self._parts[self._beside])

    @cached_property
    def _parts(self) -> list[str]:
        return sentences(self.one.candidate.record.text[:LONGEST])

    @cached_property
    def _held(self) -> list[Set[str]]:
        return [text.terms(part).keys() & self._asked.terms.keys() for part in self._parts]

    @cached_property
    def _best(self) -> int:
        return max(range(len(self._parts)), key=lambda i: len(self._held[i]))

    @property
    def _beside(self) -> slice:
        long = len(self.one.candidate.record.text) > SHORT
        return slice(max(0, self._best - 1), self._best + 2) if long else slice(None)


def newest_first(asked: Question, ranked: list[Ranked]) -> list[Ranked]:
    """The ranking, each hit that says anew what an older one said right above that one."""
    step = worth.WEIGHTS.newer
    if not step:
        return ranked
    score = [one.score for one in ranked[:ALIKE]]
    for older, newer in renewals(asked, ranked, score):
        score[newer] = score[older] + step
    lifted = [_lifted(one, to) for one, to in zip(ranked, score, strict=False)]
    lifted.sort(key=lambda one: -one.score)
    return lifted + ranked[ALIKE:]


def renewals(
    asked: Question, ranked: Sequence[Ranked], score: Sequence[float]
) -> Iterator[tuple[int, int]]:
    """The places of an older hit and of a newer one that says it anew and scores no more, by the
    time of the newer. `score` may be raised on the way."""
    when = tense(asked.words)
    if when == "past" or len(ranked) < 2:
        return
    rivalry = Rivalry(asked, when)
    place = _places(ranked[:ALIKE])
    read = {i: Said(one, asked) for i, one in enumerate(ranked[:ALIKE])
            if rivalry.reads(place[i], one)}  # fmt: skip
    # The candidates come in the order in which they were stored, which settles equal times.
    order = sorted(read, key=lambda i: _moment(ranked[i]))
    for until, newer in enumerate(order):
        for older in order[:until]:
            near = max(place[newer], place[older]) < FIRST
            if score[newer] <= score[older] and rivalry.holds(read[older], read[newer], near):
                yield older, newer


class Rivalry:
    """What makes rivals of two hits, for one question."""

    def __init__(self, asked: Question, when: Tense) -> None:
        self._asked, self._own = asked, is_about_oneself(asked.words)
        self._all = max(1, len(asked.terms))
        self._words = asked.words.casefold()
        self._names = text.terms(" ".join(_NAME.findall(asked.words))).keys()
        self._sort: Sort = sort(asked.words)
        self._state = when in ("now", "state")
        self._least = (NOW_ABOUT, NOW_SAME) if when == "now" else (ABOUT, SAME)

    def reads(self, place: int, one: Ranked) -> bool:
        """Whether a hit can have rivals at all."""
        record = one.candidate.record
        if is_echo(self._asked, one.candidate) or only_asks(self._asked, one.candidate):
            return False
        if len(record.text) <= SHORT:
            return True
        return self._state and place < FIRST and _who(record) != "assistant"

    def holds(self, older: Said, newer: Said, near: bool) -> bool:
        """Whether the newer of two hits says anew what the older said."""
        if older.who != newer.who or self._is_led(older, newer):
            return False
        framed = _framed(older, newer)
        if not framed and not (near and self._state):
            return False
        if self._own and older.about != newer.about:
            return False
        return framed or self._about_one(older, newer)

    def _is_led(self, older: Said, newer: Said) -> bool:
        """Whether relations lead from the question to the older, and the newer does not itself name
        those whom the question names."""
        led = older.one.candidate.lead > newer.one.candidate.lead
        return led and not (self._names and self._names <= newer.terms)

    def _about_one(self, older: Said, newer: Said) -> bool:
        if newer.who == "assistant":
            return False
        both = len(older.held & newer.held)
        behind, renews = older.one.own - newer.one.own, self._renews(newer)
        if behind > FAR or (behind > NEAR and both < MUCH * self._all and not renews):
            return False
        about, same = (NOW_ABOUT, NOW_SAME) if renews else self._least
        if both < about * self._all or both < same * len(older.held):
            return False
        if self._sort == "number":
            return self._figures(older) and self._figures(newer)
        if self._sort == "yes or no":
            return bool(_NOT.search(older.passage)) != bool(_NOT.search(newer.passage))
        whole = both >= ALL_ABOUT * self._all and both >= ALL_SAME * len(older.held)
        return whole or _CHANGED.search(newer.passage) is not None

    def _renews(self, said: Said) -> bool:
        """Whether it calls new what the question asks about, by two of its words: "the new sprint
        deadline"."""
        called = (text.terms(words).keys() for words in _RENEWED.findall(said.passage))
        return any(len(some & said.held) > 1 for some in called)

    def _figures(self, said: Said) -> bool:
        """Whether it names a number or a date that the question does not."""
        found = _FIGURE.findall(said.passage.casefold())
        return any(figure.rstrip(".:,-") not in self._words for figure in found)


def _places(ranked: Sequence[Ranked]) -> list[int]:
    """The place of each hit among those that may answer: standing wishes do not."""
    places, place = [], 0
    for one in ranked:
        places.append(place)
        place += not standing(one.candidate.record)
    return places


def _who(record: Record) -> str:
    """Whose word it is; of a note, whom it is about."""
    if isinstance(record, Message):
        return record.name or record.role
    return folded(record.subject or "")


def _about(sentence: str) -> str:
    """Somebody of whom a plain sentence speaks first, "" if that is nobody but the speaker."""
    found = _OTHER.match(sentence) if len(sentence) <= PLAIN else None
    return "" if found is None else next(filter(None, found.groups())).split()[-1].casefold()


def _framed(older: Said, newer: Said) -> bool:
    """Whether two short hits are the same but for one stretch that the question does not name.
    What only asks says nothing anew."""
    one, other = older.words, newer.words
    if one == other or (one[:1] != other[:1] and one[-1:] != other[-1:]):
        return False
    shorter = min(len(one), len(other))
    start = next((i for i in range(shorter) if one[i] != other[i]), shorter)
    rest = range(1, shorter - start + 1)
    end = next((i - 1 for i in rest if one[-i] != other[-i]), shorter - start)
    if start + end < max(LEAST, FRAME * shorter) or older.terms != newer.terms:
        return False
    return not asks_only(newer.one.candidate.record.text)


def _moment(one: Ranked) -> tuple[float, int]:
    return one.candidate.record.at.timestamp(), one.place


def _lifted(one: Ranked, to: float) -> Ranked:
    if to == one.score:
        return one
    lift = one.values[NEWER] + to - one.score
    return one._replace(score=to, values=(*one.values[:NEWER], lift))
