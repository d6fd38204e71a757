"""A folded text and its words, read once for all rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

_WORD = re.compile(r"\w+")
# What `_WORD` finds in ASCII, many times faster.
_APART = "".join(
    sign if (sign := chr(code)).isalnum() or sign == "_" else " " for code in range(128)
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says: one line of folded words."""

    text: str
    words: Set[str]
    run: list[str]
    """The words in their order."""
    starts: list[str]
    """The same without what "_" ties to each from before: a pattern may begin behind it."""
    starting: Set[str]
    """The words of `starts`."""


def read(folded: str) -> Said:
    """A folded text with its words."""
    run = in_order(folded)
    words = frozenset(run)
    if "_" not in folded:
        return Said(folded, words, run, run, words)
    starts = [word.rpartition("_")[2] for word in run]
    return Said(folded, words, run, starts, frozenset(starts))


def in_order(folded: str) -> list[str]:
    """The words of a text, one after the other."""
    return folded.translate(_APART).split() if folded.isascii() else _WORD.findall(folded)


def by_sign(parts: Iterable[str]) -> dict[str, list[str]]:
    """Strings by the signs in them that are no letters: where one is missing in a text, so are
    they."""
    found: dict[str, list[str]] = {}
    for part in parts:
        signs = sorted({sign for sign in part if not (sign.isalnum() or sign == " ")})
        found.setdefault("".join(signs), []).append(part)
    return found


def present(text: str, parts: Mapping[str, list[str]]) -> list[str]:
    """Which of some strings are in a text."""
    has = text.__contains__
    return [
        part for signs, some in parts.items() if all(map(has, signs)) for part in some if has(part)
    ]
