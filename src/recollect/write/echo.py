"""What was said before, and is said again by the assistant, is no news: it was shown it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..text import terms
from ..text.fold import fold
from .extract import Claim

FEWEST, MOST = 4, 0.7
"""So many words in a row, of a longer sentence such a share of them, are no coincidence."""
_WORD = re.compile(r"\w+")
_SHOWN = re.compile(r"\s*\[\d+\] [^:\n]{0,80}: ")
"""How a line of a context begins; those words are nobody's."""


def may_echo(claim: Claim) -> bool:
    """Whether a claim may be a repetition: people mean what they say again."""
    return claim.message.role == "assistant"


def echoes(claim: Claim, texts: Iterable[str]) -> bool:
    """Whether most of a claim's words stand in one of some texts, in a row."""
    sentence = _words(_SHOWN.sub("", claim.words, count=1))
    size = max(FEWEST, round(MOST * len(sentence)))
    starts = range(max(1, len(sentence) - size + 1))
    runs = {_spaced(sentence[start : start + size]) for start in starts}
    return any(run in shown for shown in map(_spaced, map(_words, texts)) for run in runs)


def repeats(claim: Claim, texts: Iterable[str]) -> bool:
    """Whether one of some texts holds all that a claim says, in whatever words around it."""
    said = terms(claim.note.text).keys() - terms(f"user {claim.note.subject or ''}").keys()
    return bool(said) and any(said <= terms(text).keys() for text in texts)


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _spaced(words: list[str]) -> str:
    return f" {' '.join(words)} "
