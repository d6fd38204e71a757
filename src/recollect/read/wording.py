"""What the form of some words tells, whatever they are about."""

from __future__ import annotations

import re
from functools import lru_cache

from ..types import Message, Record
from .tense import sentences

BEGINNING = 160
"""Characters in which a standing wish says that it is one."""
ALWAYS = ("always ", "please always ")
FROM_NOW = "from now on"
ASKING = "i ask"
_WHENEVER = re.compile(r"\bwhen(?:ever)? i ask\b")
_RESOLVED = re.compile(r"\bi(?:['’]ll| will|(?:['’]m| am)(?: \w+)? (?:going|gonna))\b")
FOR_NOW = 0.5
"""What is said to hold from now on is often meant for the one conversation."""

_ADVICE = re.compile(
    r"\b(?:suggest\w*|recommend\w*|advi[cs]e\w*|tips?|ideas?|should i|best way|what are some"
    r"|help me|how (?:can|could|do) i|how would you|(?:show|tell) me how|walk me through)\b",
    re.IGNORECASE,
)
_PREFERS = re.compile(
    r"\bi(?:['’]d| would)?(?: \w+){0,2} prefer\b|\bi(?:['’]d| would) rather\b|\bmy preference\b"
)

_ON = re.compile(
    r"\b(?:next steps?|what(?:['’]s| is) next|continu(?:e|ing)|resume|pick(?:ing)? up|left off"
    r"|last time|we (?:discussed|talked|agreed)|let['’]s|so far"
    r"|(?:i['’]m|i am|we['’]re) (?:back|ready|done)|proceed"
    r"|mov(?:e|ing) (?:on|forward|ahead)|follow(?:ing)? up)\b",
    re.IGNORECASE,
)

_REPLY = re.compile(
    r"\W*(?:hi|hello|hey|yes|yeah|yep|no|nope|ok|okay|right|all ?right|thanks|thank you|ah|oh|ugh"
    r"|look|sure|great|good|perfect|finally|exactly|got it|understood)\b(?: \w+){0,2} ?[,.!…—–]"
    r"(?!\W*(?:wh(?:at|en|ere|ich|o|om|ose|y)|how|did|do|does|is|are|was|were|have|has|had|can|could"
    r"|would|will|remind|tell)\b)",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?<!\bcan )(?<!\bcould )(?<!\bwould )(?<!\bwill )\b(?:you|your|yours)\b"
    r"|\bremind me\b|\b(?:summar(?:y|i[sz]e)|overview|recap)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\b(?:wh(?:at|ich|o|en|ere|y)|how|remind me)\b[^.!?]{0,100}?\b(?:(?:did|have|had) you(?: \w+)?"
    r" (?:suggest|recommend|say|said|tell|told|mention|propose|advise|give|given|list|explain"
    r"|describe|c[oa]me up with|write|written|provide)|you(?:['’]d| had)? (?:suggested|recommended"
    r"|said|told|mentioned|proposed|advised|gave|listed|explained|described|wrote|provided"
    r"|came up with))",
    re.IGNORECASE,
)

_SELF = re.compile(r"\b(?:i|my|me|mine|myself|we|our)\b", re.IGNORECASE)
_WORDS = "I I'm I've I'd I'll I’m I’ve I’d I’ll my My me mine myself we We our Our us"
_OWN = frozenset(word + end for word in _WORDS.split() for end in ("", ",", ".", "?", "!"))
OFTEN = 0.06
"""The share of such words from which on somebody speaks of himself."""
START = 400
"""Characters that tell it; many texts are looked at for one question."""
KEPT = 8192
"""Texts of which it is remembered: the next question brings up many of the same."""


def goes_on(words: str) -> bool:
    """Whether some words go on with what was talked about lately: they say so, or greet or answer
    the one they are said to, and do not simply ask something then."""
    return _ON.search(words) is not None or _REPLY.match(words) is not None


def asks_back(words: str) -> bool:
    """Whether a question is about what the assistant said, too; "can you" asks for something."""
    return _BACK.search(words) is not None


def asks_to_repeat(words: str) -> bool:
    """Whether a question is about the assistant's very words: "which train did you suggest?"."""
    return _SAID.search(words) is not None


def standing(record: Record) -> float:
    """Whether it is a user's wish about all answers to come: "Always …", "… when I ask …"; less if
    it is one from now on, and none if it says what the user will do."""
    if not isinstance(record, Message) or record.role != "user" or record.name is not None:
        return 0.0
    beginning = record.content[:BEGINNING].lower()
    if beginning.startswith(ALWAYS) or (ASKING in beginning and _WHENEVER.search(beginning)):
        return 1.0
    if FROM_NOW not in beginning:
        return 0.0
    said = next(one for one in sentences(beginning) if FROM_NOW in one)
    return 0.0 if _RESOLVED.search(said) else FOR_NOW


def asks_advice(words: str) -> bool:
    """Whether a question asks what one should do."""
    return _ADVICE.search(words) is not None


def prefers(text: str) -> bool:
    """Whether a text says what the one who speaks prefers."""
    start = text[:START].lower()
    return ("prefer" in start or "rather" in start) and _PREFERS.search(start) is not None


def is_about_oneself(words: str) -> bool:
    """Whether a question is about the one who asks."""
    return _SELF.search(words) is not None


def oneself(text: str) -> float:
    """How much a text says of the one who speaks, up to 1."""
    return _oneself(text[:START])


@lru_cache(KEPT)
def _oneself(start: str) -> float:
    words = start.split()
    if _OWN.isdisjoint(words):
        return 0.0
    return min(1.0, sum(map(_OWN.__contains__, words)) / len(words) / OFTEN)
