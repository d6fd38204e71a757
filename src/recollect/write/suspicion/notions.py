"""Attacks in other languages than English: notions that mean little alone and much together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from typing import TypeAlias

from ...text.fold import fold
from . import scripts, tongues
from .rule import THERE
from .said import Said, in_order

WINDOW, MOST = 240, 24
"""Characters in which they stand together, and how many of them are read there."""

ROWS = {**tongues.ROWS, **scripts.ROWS}
WEIGHTS = {
    "machine": 0.5,  # what a model is called
    "user": 0.2,  # whom it talks to, as others name him
    "drop": 0.3,  # ignore, forget, disregard
    "orders": 0.3,  # instructions, rules, what one was told
    "send": 0.2,
    "goods": 0.3,  # passwords, the conversation, contacts
    "hush": 0.4,  # do not tell, secretly
    "keep": 0.2,  # remember, store
    "grant": 0.3,  # has allowed, has agreed
    "unasked": 0.3,  # without asking, without confirmation
    "asked": 0.4,  # when somebody asks
    "say": 0.3,  # answer, recommend, rank, praise
    "ever": 0.2,  # always, only, from now on, every answer
    "become": 0.4,  # you are now, behave like
    "free": 0.4,  # without rules
    "show": 0.2,
}
"""What each notion weighs; a place to send something to weighs a little more."""
PLACE = 0.2
TELLING = (
    *({"machine", name} for name in ("drop", "orders", "say", "hush", "keep", "grant", "goods",
                                     "show", "free", "unasked")),
    *({"become", name} for name in ("machine", "say", "ever", "show", "goods", "free")),
    {"drop", "orders"}, {"hush"}, {"unasked"}, {"free"}, {"asked", "say"}, {"ever", "say"},
)  # fmt: skip
"""One of these must be among them: the rest is in every text about software."""
_NOT = re.compile(r"\b(?:не|ne|no|non|nao|nie|ej|inte|ikke|nicht|niet) $|\bn'$")
_NOT_AFTER = re.compile(r"\w* (?:\w+ )?(?:nicht|niet|inte|ikke|pas)\b")

_SCRIPTS = {
    "ru": "\u0400-\u04ff", "uk": "\u0400-\u04ff", "ar": "\u0600-\u06ff",
    "fa": "\u0600-\u06ff", "hi": "\u0900-\u097f", "zh": "\u4e00-\u9fff",
    "ja": "\u3040-\u30ff", "ko": "\uac00-\ud7af",
}  # fmt: skip
_TOGETHER = ("zh", "ja", "ko")
"""Where words do not stand apart."""
COMMON = 2
"""So many of a language's common words make it likely."""
BEGINNING = 4
"""Letters by which the beginnings of words are told apart before a language is searched for."""
_beginning = itemgetter(slice(BEGINNING))
_PLACE = re.compile(THERE)
_Stems: TypeAlias = dict[str, list[tuple[str, str, frozenset[str]]]]
"""Of each word the stems that take it: language, notion, and the other words that they take."""


def together(said: Said) -> tuple[float, tuple[str, ...]]:
    """The most that notions weigh in one place of a text, and their names."""
    found = (_weight(code, said.text) for code in _telling(said) if _spoken(code, said))
    return max(found, default=(0.0, ()))


def _spoken(code: str, said: Said) -> bool:
    if code not in _SCRIPTS:
        return len(_common(code) & said.words) >= COMMON
    return not said.text.isascii() and _script(code).search(said.text) is not None


def _telling(said: Said) -> Iterator[str]:
    """The languages in which a text has words for notions that are telling together, wherever
    they stand; and those whose words cannot be told apart."""
    words, begun = said.words, set(map(_beginning, said.words))
    whole, beginnings = _stems()
    near: dict[str, set[str]] = {}
    for stems in (*(whole[word] for word in whole.keys() & words),
                  *(beginnings[start] for start in beginnings.keys() & begun)):  # fmt: skip
        for code, name, others in stems:
            if others <= words:
                near.setdefault(code, set()).add(name)
    yield from _TOGETHER
    for code, names in near.items():
        if any(telling <= names for telling in TELLING):
            yield code


def _weight(code: str, folded: str) -> tuple[float, tuple[str, ...]]:
    found = list(_found(code, folded))
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for first, (place, _) in enumerate(found):
        near = {name for at, name in found[first : first + MOST] if at < place + WINDOW}
        if any(telling <= near for telling in TELLING):
            there = PLACE if _PLACE.search(folded, place, place + WINDOW) else 0.0
            weight = round(sum(WEIGHTS[name] for name in near) + there, 3)
            best = max(best, (weight, (code, *sorted(near))))
    return best


def _found(code: str, folded: str) -> Iterator[tuple[int, str]]:
    """Where notions stand. "Do not forget" is none."""
    for hit in _named(code).finditer(folded):
        place, name = hit.start(), hit.lastgroup or ""
        before = folded[max(0, place - 8) : place]
        if name == "drop" and (_NOT.search(before) or _NOT_AFTER.match(folded, hit.end())):
            continue
        yield place, name


@cache
def _common(code: str) -> frozenset[str]:
    return frozenset(fold(ROWS[code].get("common", "")).split())


@cache
def _script(code: str) -> re.Pattern[str]:
    return re.compile(f"[{_SCRIPTS[code]}]")


@cache
def _stems() -> tuple[_Stems, _Stems]:
    """All stems by a word that each takes, and by how one begins."""
    whole: _Stems = {}
    beginnings: _Stems = {}
    for code, name, stem in _all():
        *words, last = in_order(stem)
        taken = (code, name, frozenset(words))
        if _is_word(stem) or not stem.endswith(last):
            whole.setdefault(last, []).append(taken)
        elif len(last) >= BEGINNING:
            beginnings.setdefault(last[:BEGINNING], []).append(taken)
        else:
            whole.setdefault(words[0], []).append(taken)
    return whole, beginnings


def _all() -> Iterator[tuple[str, str, str]]:
    for code, row in ROWS.items():
        for name in row.keys() & WEIGHTS.keys() if code not in _TOGETHER else ():
            yield from ((code, name, stem) for stem in _folded(row[name]))


def _folded(line: str) -> list[str]:
    return [stem for part in line.split(",") if (stem := fold(part.strip()))]


@cache
def _named(code: str) -> re.Pattern[str]:
    """The notions of a language, each a named group."""
    row = ROWS[code]
    start = "" if code in _TOGETHER else r"(?<!\w)"
    groups = []
    for name in WEIGHTS.keys() & row.keys():
        # The longest first: "forget what" is not to be read as "forget".
        longest = sorted(_folded(row[name]), key=lambda stem: -len(stem))
        groups.append(f"(?P<{name}>{'|'.join(_spelled(stem, start) for stem in longest)})")
    return re.compile(f"{start}(?:{'|'.join(sorted(groups))})")


def _spelled(stem: str, start: str) -> str:
    return re.escape(stem) + (r"(?!\w)" if start and _is_word(stem) else "")


def _is_word(stem: str) -> bool:
    """A stem is how words begin; one of up to three letters is a word itself."""
    return len(stem) <= 3 and stem.isalpha()
