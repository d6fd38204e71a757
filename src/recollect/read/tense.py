"""Whether a question asks how things are now or how they were, and what would answer it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Tense: TypeAlias = Literal["now", "state", "past", "then"]
"""`now`: says that it means now. `state`: asks how something is. `past`: how it was before.
`then`: neither."""
Sort: TypeAlias = Literal["number", "yes or no", "other"]

LONGEST = 220
"""A question of more characters is a story, and asks about more than one thing."""

_SENTENCE = re.compile(r"(?<=[.!?。！？\n])\s+")
_NOW = re.compile(
    r"\b(?:currently|current|now|nowadays|these days|latest|newest|recent(?:ly)?|lately|so far"
    r"|still|at the moment|switch(?:ed)?|changed?)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:originally|previously|used to|initially|formerly|at first|back then|in the first|earlier"
    r"|before (?=\w)(?!now\b)"
    r"|in the past(?! (?:few|couple|several|two|three|four|five|six|year|month|week|day|\d)))",
    re.IGNORECASE,
)
_FORMER = re.compile(r"\b(?:original|previous|former|old|first|initial|earliest)\b", re.IGNORECASE)
# What adds up or lies between needs the old and the new alike.
_SUM = re.compile(
    r"\b(?:between|passed|in total|combined|across|altogether|all)\b"
    r"|\bhow many (?:days|weeks|months|years|different|types|kinds)\b",
    re.IGNORECASE,
)
_IS = re.compile(r"\b(?:is|are|am|do|does|have|has)\b|['’](?:s|re|ve|m)\b", re.IGNORECASE)
_WAS = re.compile(r"\b(?:did|was|were|had)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\b(?:how (?:many|much|often|long|old|far|tall|big|fast)|when|what (?:time|day|date|total)"
    r"|number|percentage|rate|score|record|amount|price|budget|deadline|salary)\b",
    re.IGNORECASE,
)
_YES = re.compile(
    r"(?:(?:and|so|but|also|hey|ok|okay)\W+)?(?:is|are|am|do|does|have|has|did|was|were)\b",
    re.IGNORECASE,
)


def sentences(words: str) -> list[str]:
    """The sentences of a text, roughly."""
    return _SENTENCE.split(words.strip())


def tense(words: str) -> Tense:
    """The time that some words ask about, by their verbs and adverbs."""
    asked = [one for one in sentences(words) if one.endswith(("?", "？"))]
    meant = asked[-1] if asked else words
    if len(meant) > LONGEST or len(words) > 2 * LONGEST:
        return "then"
    if _NOW.search(meant):
        return "now"
    if _BEFORE.search(meant):
        return "past"
    if not asked or _SUM.search(meant):
        return "then"
    present, past = _IS.search(meant), _WAS.search(meant)
    if present and (past is None or present.start() < past.start()):
        return "state"
    return "past" if past and _FORMER.search(meant) else "then"


def sort(words: str) -> Sort:
    """What would answer a question: a number or a date, yes or no, or something else."""
    if _YES.match(words.strip()):
        return "yes or no"
    return "number" if _NUMBER.search(words) else "other"
