"""Text that looks like an instruction to a model. Pure: rules over words, no model, no network.

Rules have weights, and weights add up. What is hidden or coded is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from . import aims, commands, forms, languages, marks, notions, signs, unveil
from .rule import Rule, Table

ENOUGH = 0.8
"""The least weight that makes a text suspicious at all."""
SURE = 1.0
"""What more signs would add nothing to."""
HIDDEN = {"hidden.tags": 0.8, "hidden.invisible": 0.5, "hidden.backwards": 0.6,
          "hidden.lookalikes": 0.5, "hidden.code": 0.6, "hidden.leet": 0.3}  # fmt: skip
"""What a disguise weighs by itself; the words under it are weighed as well."""
MENTIONED = 0.3
"""What is left of a weight when the words are quoted by somebody who writes about attacks."""
SHARE = 0.4
"""What the lesser of rules and signs adds to the greater."""
KEPT, LONGEST = 4096, 8000
"""Verdicts that are remembered, of texts up to so many characters."""

WORDS = Table((*commands.RULES, *aims.RULES, *forms.RULES))
MARKS = marks.RULES

_WORD = re.compile(r"\w+")
_COMPACT = re.compile(
    r"(?:ignore|disregard|forget)(?:all|any|the|your|my|of)*(?:previous|prior|above|earlier|system)"
    r"(?:instructions?|prompts?|rules)|systemprompt|donottelltheuser|developermode"
)
_ABOUT = re.compile(
    r"\b(?:attacks?|attackers?|inject\w*|jailbreaks?|malicious|phrases?|hackers?|adversar\w*"
    r"|vulnerab\w*|exploits?|payloads?|red[- ]team\w*|researchers?|owasp|phishing|angriff\w*"
    r"|angreifer\w*|attaquants?|attaques?|ataques?|atacantes?|атак\w*|злоумышленник\w*)\b"
    r"|攻击|攻撃|注入|공격"
)
_OPENING = re.compile(r"[\"“«「『]|(?<!\w)'")
_CLOSING = re.compile(r"[\"”»」』]|'(?!\w)")
BEFORE, AFTER = 200, 120


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Why a text looks like an instruction: the rules that fired, the weightiest first."""

    rules: tuple[str, ...]
    score: float

    @property
    def rule(self) -> str:
        """The weightiest rule."""
        return self.rules[0]


def weigh(text: str) -> Suspicion | None:
    """The rules that fire on a text, whoever wrote it; None if they do not weigh enough."""
    return _remembered(text) if len(text) <= LONGEST else _weigh(text)


@lru_cache(KEPT)
def _remembered(text: str) -> Suspicion | None:
    return _weigh(text)


def _weigh(text: str) -> Suspicion | None:
    found = fired(text)
    score = round(sum(found.values()), 3)
    if score < ENOUGH:
        return None
    return Suspicion(tuple(sorted(found, key=lambda name: -found[name])), score)


def fired(text: str) -> dict[str, float]:
    """Every rule that fires on a text, open or hidden, with what it weighs here."""
    folded = unveil.plain(text)
    words = set(_WORD.findall(folded))
    found = _openly(text, folded, words)
    found |= {name: HIDDEN[name] for name in unveil.disguises(text)}
    for hidden in unveil.decoded(text, words):
        under = _hidden(hidden)
        if under.keys() - found.keys():
            found |= under | {"hidden.code": HIDDEN["hidden.code"]}
    return found


def _hidden(text: str) -> dict[str, float]:
    folded = unveil.plain(text)
    found = _openly(text, folded, set(_WORD.findall(folded)))
    if _COMPACT.search("".join(_WORD.findall(folded))):
        found["hidden.words"] = 0.6
    return found


def _openly(text: str, folded: str, words: set[str]) -> dict[str, float]:
    found, meant = _by_words(folded, words)
    read = unveil.unleeted(folded)
    if read is not None:
        under, _ = _by_words(read, set(_WORD.findall(read)))
        if under.keys() - found.keys():
            found |= under | {"hidden.leet": HIDDEN["hidden.leet"]}
    found |= dict(_by_marks(text))
    return found | _by_signs(folded, words, found) if meant else found


def _by_words(folded: str, words: set[str]) -> tuple[dict[str, float], bool]:
    """The rules of words that fire, and whether any is more than mentioned, or none fires."""
    rules = [*WORDS.called(words), *languages.called(folded, words)]
    found = {rule.name: weight for rule in rules if (weight := _weight(rule, folded))}
    return found, not _all_mentioned(rules, found)


def _by_signs(folded: str, words: set[str], found: dict[str, float]) -> dict[str, float]:
    """What signs add to the rules that fire: the greater of both counts, and a share of the other.

    Both read the same words, so that their sum would count them twice.
    """
    known = sum(found.values())
    if known >= SURE:
        return {}
    turned = [rule for rule in forms.TURNS if rule.name in found]
    places = [start for rule in turned for start, _ in rule.matches(folded)]
    foreign = (0.0, ()) if _ABOUT.search(folded) else notions.together(folded, words)
    alone, names = max(signs.together(folded, words, places), foreign)
    score = max(alone, known) + SHARE * min(alone, known)
    more = round(score - known, 3)
    return {"signs." + "+".join(names): more} if more and score >= ENOUGH else {}


def _by_marks(text: str) -> Iterator[tuple[str, float]]:
    lower = text.lower()
    for rule in MARKS:
        if any(sign in lower for sign in rule.triggers[0]) and next(rule.matches(lower), None):
            yield rule.name, rule.weight
    if "</" in lower and marks.closes_a_frame(lower):
        yield "template.frame", 1.0


def _all_mentioned(rules: list[Rule], found: dict[str, float]) -> bool:
    """Whether something is said, and all of it only as the words of others."""
    return bool(found) and all(
        found[rule.name] < rule.weight for rule in rules if rule.name in found
    )


def _weight(rule: Rule, text: str) -> float:
    """What the weightiest match of a rule weighs; words that are only mentioned weigh less."""
    best = 0.0
    for start, end in rule.matches(text):
        if not _mentioned(text, start, end):
            return rule.weight
        best = MENTIONED * rule.weight
    return best


def _mentioned(text: str, start: int, end: int) -> bool:
    """Whether words stand in quotes, near words of those who write about attacks."""
    before, after = text[max(0, start - BEFORE) : start + 1], text[end - 1 : end + AFTER]
    if not (_ABOUT.search(before) or _ABOUT.search(after)):
        return False
    opened = [found.end() for found in _OPENING.finditer(before)]
    return bool(opened) and bool(_CLOSING.search(after)) and _open(before, opened[-1])


def _open(before: str, place: int) -> bool:
    """Whether the last quotation mark opens a quotation that has not ended."""
    last = before[place - 1]
    if last == '"':
        return before.count('"') % 2 == 1
    return not _CLOSING.search(before, place)
