"""Whether those who stand as `assistant` in a conversation are one, or people.

Many a conversation between two people is kept as `user` and `assistant`, for want of other roles.
An assistant answers at length and has nothing of its own; people say as much as each other, and
speak of what is theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from statistics import median

from ..types import Message, Record

LONGER = 2.0
"""How many times as much as the others an assistant says, usually."""
OWN, UNSURE = 0.08, 10
"""The share of turns that speak of something of one's own; so many turns without are supposed."""
START = 400
"""Characters that tell it."""

_MINE = re.compile(
    r"\bmy (?!apolog|knowledge|training|previous|last|response|mistake|understanding|pleasure|best"
    r"|recommend|suggest|answer|bad\b|goal|role|capabilit|abilit|programming|data|error)\w",
    re.IGNORECASE,
)


def are_people(records: Iterable[Record]) -> bool:
    """Whether the assistants among these are people."""
    said = [one for one in records if isinstance(one, Message)]
    theirs = [one.text for one in said if one.role == "assistant"]
    others = [one.text for one in said if one.role == "user"]
    if not theirs or not others or _length(theirs) >= LONGER * _length(others):
        return False
    own = sum(_MINE.search(text, 0, START) is not None for text in theirs)
    return own >= OWN * (len(theirs) + UNSURE)


def _length(texts: Sequence[str]) -> float:
    return median(map(len, texts))
