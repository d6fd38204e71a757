"""Reduce a word to the form it is indexed under.

A script tells the language where most who write it speak one; for others who write it that is no
worse than nothing, since questions and documents are cut alike. Latin is read as English.
"""

from __future__ import annotations

import re
from importlib import import_module

from .lists import IRREGULAR

_SCRIPTS = {
    **dict.fromkeys(range(0x370, 0x400), "greek"),
    **dict.fromkeys(range(0x400, 0x530), "russian"),
    **dict.fromkeys(range(0x600, 0x700), "arabic"),
    **dict.fromkeys(range(0x900, 0x980), "hindi"),
}
# Folding made и of й, by which the stemmer knows an ending.
_FOLDED = re.compile("(?<=[аеиоуыэюя])и$")


def stem(word: str) -> str:
    """The stem of a folded word; one that is of no script known here comes back as it is."""
    if word.isascii():
        return _stemmed("english", IRREGULAR.get(word, word)) if word.isalpha() else word
    language = _SCRIPTS.get(ord(word[0]))
    if language is None:
        return word
    if language == "russian":
        word = _FOLDED.sub("й", word)
    return _stemmed(language, word)


def _stemmed(language: str, word: str) -> str:
    # A stemmer must not be shared between threads; making one takes less than using it.
    return str(import_module("Stemmer").Stemmer(language, 0).stemWord(word))
