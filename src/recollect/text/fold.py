"""Fold text to one spelling: case, width, accents, quotes and invisible characters."""

from __future__ import annotations

import re
from functools import cache

# Accents of Latin, Greek and Cyrillic, the optional vowel points of Hebrew and Arabic, and what
# is not seen (soft hyphen, joiners, variation selectors). Marks of other scripts spell the word.
_DROPPED = (
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670"
    "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]+"
)
# Letters that do not decompose into a plain one and a mark, and variants of ' and -.
_REPLACED = {
    **dict(zip("æœøłđðþħ\u0131", ("ae", "oe", "o", "l", "d", "d", "th", "h", "i"), strict=True)),
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4`", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
}


def fold(text: str) -> str:
    """One spelling for all the ways to write the same word."""
    if text.isascii():
        return text.lower().replace("`", "'")
    from unicodedata import normalize

    long_run, dropped, replaced = _tables()
    text = long_run.sub(r"\1", text).translate(replaced)
    text = normalize("NFKD", normalize("NFKD", text).casefold())
    return normalize("NFC", dropped.sub("", text).translate(replaced))


@cache
def _tables() -> tuple[re.Pattern[str], re.Pattern[str], dict[int, str]]:
    # A run of marks is sorted in quadratic time when normalised. Marks and punctuation are not
    # \w, and no word has many in a row, so a long run of them can be cut.
    return re.compile(r"(\W{32})\W+"), re.compile(_DROPPED), str.maketrans(_REPLACED)
