"""Documents and queries to index terms."""

from __future__ import annotations

from operator import add

from .fold import fold
from .lists import STOP_CHARACTERS, STOP_PAIRS, STOP_WORDS
from .split import is_hiragana, parts, singles, split
from .stems import stem

VERSION = 3
"""Raised whenever the same text gives other terms: an index built before must be rebuilt."""

LONGEST = 64
"""No term has more characters. A longer word is cut; a longer compound keeps only its parts."""

# One Han or Hangul character beside the pairs it is in: enough to find a document that only shares
# a one-character word, too little to outweigh a shared pair. So with a pair in hiragana, which is
# mostly an ending or a particle.
_FAINT = 0.3

# Terms of chunks seen before. Few and short ones only, so that it stays within a few megabytes.
_seen: dict[str, tuple[str, ...]] = {}
_MOST_SEEN = 32_768
_LONGEST_SEEN = 32
_MOST_TERMS_SEEN = 4


def terms(text: str) -> dict[str, int]:
    """The index terms of a document, with how often each occurs.

    Stop words are left out, so a text of nothing else has no terms.
    """
    counts: dict[str, int] = {}
    count = counts.get
    seen = _seen.get
    for chunk in text.lower().split():
        found = seen(chunk)
        if found is None:
            found = _document_terms(chunk)
        for term in found:
            counts[term] = count(term, 0) + 1
    return counts


def query_terms(text: str) -> dict[str, float]:
    """The terms to look for, each with the weight of a match.

    A word counts once however often the query says it. There is no query syntax: quotes, colons,
    stars and the like only separate words. Stop words are left out here too, so a query of nothing
    else has no terms and finds nothing.
    """
    weights: dict[str, float] = {}
    for chunk in text.lower().split():
        found, faint = _analyze(chunk)
        weights.update(dict.fromkeys(found, 1.0))
        for term in faint:
            weights.setdefault(term, _FAINT)
    return weights


def clear_cache() -> None:
    """Forget the words seen so far, as erasing promises to leave none behind."""
    _seen.clear()


def _document_terms(chunk: str) -> tuple[str, ...]:
    found, faint = _analyze(chunk)
    both = (*found, *faint)
    if len(chunk) <= _LONGEST_SEEN and len(both) <= _MOST_TERMS_SEEN:
        if len(_seen) >= _MOST_SEEN:
            _seen.clear()
        _seen[chunk] = both
    return both


def _analyze(chunk: str) -> tuple[list[str], list[str]]:
    """The terms of a chunk, and those of its unspaced runs that tell little alone."""
    words, runs = split(fold(chunk))
    found: list[str] = []
    faint: list[str] = []
    for word in words:
        found += _word_terms(word)
    for run in runs:
        if len(run) == 1:
            found += [character for character in run if character not in STOP_CHARACTERS]
        else:
            pairs = [pair for pair in map(add, run, run[1:]) if pair not in STOP_PAIRS]
            found += [pair for pair in pairs if not is_hiragana(pair)]
            faint += [*filter(is_hiragana, pairs), *singles(run)]
    return found, faint


def _word_terms(word: str) -> list[str]:
    if word.isalnum():
        simple, joined = [word], ""
    else:
        simple, joined = parts(word)
    found = [stem(part[:LONGEST]) for part in simple if part not in STOP_WORDS]
    # An initialism such as U.S. has no other term, so it is kept though us is a stop word.
    if joined and len(joined) <= LONGEST and (not simple or joined not in STOP_WORDS):
        found.append(stem(joined))
    return found
