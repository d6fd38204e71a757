"""Attacks in other languages than English: notions that mean little alone and much together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ...text.fold import fold
from . import scripts, tongues
from .rule import THERE

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
_PLACE = re.compile(THERE)


def together(folded: str, words: set[str]) -> tuple[float, tuple[str, ...]]:
    """The most that notions weigh in one place of a text, and their names."""
    found = (_weight(code, folded) for code in _spoken(folded, words))
    return max(found, default=(0.0, ()))


def _spoken(folded: str, words: set[str]) -> Iterator[str]:
    for code, (common, script, _) in _tables().items():
        if script is None:
            if len(words & common) >= COMMON:
                yield code
        elif not folded.isascii() and script.search(folded):
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
    for hit in _tables()[code][2].finditer(folded):
        place, name = hit.start(), hit.lastgroup or ""
        before = folded[max(0, place - 8) : place]
        if name == "drop" and (_NOT.search(before) or _NOT_AFTER.match(folded, hit.end())):
            continue
        yield place, name


@cache
def _tables() -> dict[str, tuple[frozenset[str], re.Pattern[str] | None, re.Pattern[str]]]:
    """Of each language its common words, its script, and its notions, each a named group."""
    return {code: (_common(row), _script(code), _named(code, row)) for code, row in ROWS.items()}


def _common(row: dict[str, str]) -> frozenset[str]:
    return frozenset(fold(row.get("common", "")).split())


def _script(code: str) -> re.Pattern[str] | None:
    return re.compile(f"[{_SCRIPTS[code]}]") if code in _SCRIPTS else None


def _named(code: str, row: dict[str, str]) -> re.Pattern[str]:
    start = "" if code in _TOGETHER else r"(?<!\w)"
    groups = []
    for name in WEIGHTS.keys() & row.keys():
        stems = (fold(stem.strip()) for stem in row[name].split(","))
        # The longest first: "forget what" is not to be read as "forget".
        longest = sorted((stem for stem in stems if stem), key=lambda stem: -len(stem))
        groups.append(f"(?P<{name}>{'|'.join(_spelled(stem, start) for stem in longest)})")
    return re.compile(f"{start}(?:{'|'.join(sorted(groups))})")


def _spelled(stem: str, start: str) -> str:
    """A beginning of words; one of up to three letters is a word itself."""
    return re.escape(stem) + (r"(?!\w)" if start and len(stem) <= 3 and stem.isalpha() else "")
