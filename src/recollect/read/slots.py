"""Questions for a fact of which there is only one: where one lives, works, how old one is.

What answers them may share no word with them, as "I moved to Porto." with "Where do I live?"; but
its note stands under a key that is known beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..orders import Candidate
from ..types import Note
from .bridges import cited

_NOW = r"(?:currently |now |actually |still )?"
_IS = r"(?:['’]s| is)"
SLOTS = {
    "home.place": rf"where (?:do i {_NOW}live|am i {_NOW}(?:living|based)|is my home\b)"
    rf"|(?:which|what) (?:city|town|country|place) do i {_NOW}live in",
    "work.employer": rf"where (?:do i {_NOW}work|am i {_NOW}working)|whom? do i {_NOW}work for"
    rf"|(?:which|what) company do i {_NOW}work|who{_IS} my (?:current |new )?employer",
    "work.job": rf"what do i {_NOW}do for (?:a living|work)"
    rf"|what{_IS} my (?:current |new )?(?:job|occupation|profession)\b",
    "age": rf"how old am i\b|what{_IS} my age\b",
    "name": rf"what{_IS} my (?:full )?name\b|who am i\b",
    "family.status": r"am i (?:still |already )?(?:married|single|engaged|divorced)\b",
}
_ASKS = {
    f"user.{slot}": re.compile(rf"\b(?:{pattern})", re.IGNORECASE)
    for slot, pattern in SLOTS.items()
}


def slots(words: str) -> tuple[str, ...]:
    """The keys of the facts that a question asks for."""
    return tuple(key for key, asks in _ASKS.items() if asks.search(words))


def answering(candidates: Sequence[Candidate], keys: tuple[str, ...]) -> list[Candidate]:
    """The candidates; what a rule took a note from, under one of these keys, is asked for as the
    note is."""
    asked_for = {
        id
        for one in candidates
        if isinstance(one.record, Note) and one.record.key in keys
        for id in cited(one.record)[-1:]
    }
    return [replace(one, key=True) if one.record.id in asked_for else one for one in candidates]
