"""What the form of some words tells, whatever they are about."""

from __future__ import annotations

import re

from ..types import Message, Record

BEGINNING = 160
"""Characters in which a standing wish says that it is one."""
ALWAYS = ("always ", "please always ")
WHENEVER = ("from now on", "when i ask", "whenever i ask")

_ON = re.compile(
    r"\b(?:next steps?|what(?:['’]s| is) next|continu(?:e|ing)|resume|pick(?:ing)? up|left off"
    r"|last time|we (?:discussed|talked|agreed)|let['’]s|so far"
    r"|(?:i['’]m|i am|we['’]re) (?:back|ready|done)|proceed"
    r"|mov(?:e|ing) (?:on|forward|ahead)|follow(?:ing)? up)\b",
    re.IGNORECASE,
)

_SELF = re.compile(r"\b(?:i|my|me|mine|myself|we|our)\b", re.IGNORECASE)
_WORDS = "I I'm I've I'd I'll I’m I’ve I’d I’ll my My me mine myself we We our Our us"
_OWN = frozenset(word + end for word in _WORDS.split() for end in ("", ",", ".", "?", "!"))
OFTEN = 0.06
"""The share of such words from which on somebody speaks of himself."""
START = 400
"""Characters that tell it; many texts are looked at for one question."""


def goes_on(words: str) -> bool:
    """Whether some words go on with what was talked about lately."""
    return _ON.search(words) is not None


def is_standing(record: Record) -> bool:
    """Whether it is a user's wish about all answers to come: "Always …", "… when I ask …"."""
    if not isinstance(record, Message) or record.role != "user" or record.name is not None:
        return False
    beginning = record.text[:BEGINNING].lower()
    return beginning.startswith(ALWAYS) or any(words in beginning for words in WHENEVER)


def is_about_oneself(words: str) -> bool:
    """Whether a question is about the one who asks."""
    return _SELF.search(words) is not None


def oneself(text: str) -> float:
    """How much a text says of the one who speaks, up to 1."""
    words = text[:START].split()
    if not words:
        return 0.0
    return min(1.0, sum(map(_OWN.__contains__, words)) / len(words) / OFTEN)
