"""Who speaks in each of some records, by their fields and by how they talk.

Many a conversation between two people is kept as `user` and `assistant`, for want of other roles,
or with a name before the words, as in "Ana: I moved". An assistant answers at length and has
nothing of its own; people say as much as each other, and speak of what is theirs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from ..types import Message, Record
from .question import is_latin

LONGER = 2.0
"""How many times as much as the others an assistant says, usually."""
WORDY = 3.0
"""The same of one that explains and suggests; one that says less, tells what is."""
OWN, UNSURE = 0.08, 30
"""The share of turns that speak of something of one's own; so many turns without are supposed."""
START = 400
"""Characters that tell it."""
NAME = 80
"""Characters in which a name and a colon stand."""
SPEAKERS, TURNS = 2, 3
"""So many have to talk, each so often, for the words before a colon to be names."""

_MINE = re.compile(
    r"\bmy (?!apolog|knowledge|training|previous|last|response|mistake|understanding|pleasure|best"
    r"|recommend|suggest|answer|bad\b|goal|role|capabilit|abilit|programming|data|error)\w",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"([^\W\d_][\w.'’-]{2,}(?: [^\W\d_][\w.'’-]*)?): (?=\S)")
_ROLES = frozenset({"user", "human", "assistant", "bot", "system", "question", "answer"})


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks in a record; nobody in a note."""

    name: str | None = None
    """The name, if there is one."""
    who: str | None = None
    """The name, or else the role."""
    assists: bool = False
    """Whether it is the assistant's."""
    chats: bool = False
    """Whether people talk to each other, and take turns."""


NOBODY = Voice()


def voices(records: Sequence[Record]) -> list[Voice]:
    """Who speaks in each."""
    people, named = are_people(records), _named(records)
    known: dict[tuple[str | None, str], Voice] = {}  # many records, few voices
    found = []
    for one in records:
        if not isinstance(one, Message):
            found.append(NOBODY)
            continue
        name = _name(one, named) if named else one.name
        voice = known.get((name, one.role))
        if voice is None:
            voice = known[name, one.role] = _voice(name, one.role, people)
        found.append(voice)
    return found


def are_people(records: Sequence[Record]) -> bool:
    """Whether the assistants among these are people."""
    theirs, others = _texts(records, "assistant"), _texts(records, "user")
    if not theirs or not others or _length(theirs) >= LONGER * _length(others):
        return False
    own = sum(_MINE.search(text, 0, START) is not None for text in theirs)
    return own >= OWN * (len(theirs) + UNSURE)


def reports(records: Sequence[Record]) -> bool:
    """Whether the assistants among these find out and report: they work with tools, or do not say
    much more than the others."""
    if any(isinstance(one, Message) and one.role == "tool" for one in records):
        return True
    theirs, others = _texts(records, "assistant"), _texts(records, "user")
    return bool(theirs and others) and _length(theirs) < WORDY * _length(others)


def mentioned(words: str, names: Iterable[str]) -> dict[str, int]:
    """Those whom some words mention, and where: by the whole name, or by the first word of it if it
    is nobody else's."""
    every = list(names)
    firsts = Counter(_first(name) for name in every)
    found = {}
    for name in every:
        at, first = _at(words, name), _first(name)
        if at < 0 and first and firsts[first] == 1:
            at = _at(words, first)
        if at >= 0:
            found[name] = at
    return found


def _first(name: str) -> str:
    return name.split(maxsplit=1)[0].rstrip(".,")


def _at(words: str, name: str) -> int:
    """Where a name stands as a word of its own; scripts without spaces have no such."""
    if not is_latin(name):
        return words.casefold().find(name.casefold())
    found = re.search(rf"(?<!\w){re.escape(name)}(?:['’]?s)?(?!\w)", words, re.IGNORECASE)
    return -1 if found is None else found.start()


def _voice(name: str | None, role: str, people: bool) -> Voice:
    assists = role == "assistant" and not people
    return Voice(name, name or role, assists, people or name is not None)


def _name(said: Message, named: frozenset[str]) -> str | None:
    if said.name is None and (before := _before(said.content)) in named:
        return before
    return said.name


def _named(records: Sequence[Record]) -> frozenset[str]:
    """The names that stand before the words, as in a script."""
    said = [one.content for one in records if isinstance(one, Message) and one.name is None]
    # Most begin with no name.
    found = Counter(_before(text) for text in said if ": " in text[:NAME])
    often = frozenset(name for name, times in found.items() if name and times >= TURNS)
    return often if len(often) >= SPEAKERS else frozenset()


def _before(text: str) -> str | None:
    found = _BEFORE.match(text)
    return None if found is None or found[1].casefold() in _ROLES else found[1]


def _texts(records: Sequence[Record], role: str) -> list[str]:
    return [one.content for one in records if isinstance(one, Message) and one.role == role]


def _length(texts: Sequence[str]) -> float:
    return median(map(len, texts))
