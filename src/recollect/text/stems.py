"""Reduce an English word to the form it is indexed under."""

from __future__ import annotations

from importlib import import_module

from .lists import IRREGULAR


def stem(word: str) -> str:
    """The stem of a folded word; a word that is not plain a-z comes back as it is."""
    if not (word.isascii() and word.isalpha()):
        return word
    # A stemmer must not be shared between threads; making one takes less than using it.
    snowball = import_module("Stemmer").Stemmer("english", 0)
    return str(snowball.stemWord(IRREGULAR.get(word, word)))
