"""Text that looks like an instruction to a model. Pure: rules over words, no model, no network.

Rules have weights, and weights add up. What is hidden or coded is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from . import aims, commands, cues, forms, languages, marks, notions, signs, unveil
from .rule import Rule, Table
from .said import Said, in_order, read

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
CUES = cues.Cues(cues.NEAR)

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


def forget() -> None:
    """Forget all verdicts, as a new process has none."""
    _remembered.cache_clear()


def _weigh(text: str) -> Suspicion | None:
    found = fired(text)
    score = round(sum(found.values()), 3)
    if score < ENOUGH:
        return None
    return Suspicion(tuple(sorted(found, key=lambda name: -found[name])), score)


def fired(text: str) -> dict[str, float]:
    """Every rule that fires on a text, open or hidden, with what it weighs here."""
    said = read(unveil.plain(text))
    found = _openly(text, said)
    found |= {name: HIDDEN[name] for name in unveil.disguises(text)}
    for hidden in unveil.decoded(text, said):
        under = _hidden(hidden)
        if under.keys() - found.keys():
            found |= under | {"hidden.code": HIDDEN["hidden.code"]}
    return found


def _hidden(text: str) -> dict[str, float]:
    said = read(unveil.plain(text))
    found = _openly(text, said)
    if _COMPACT.search("".join(in_order(said.text))):
        found["hidden.words"] = 0.6
    return found


def _openly(text: str, said: Said) -> dict[str, float]:
    heard = CUES.heard(said)
    found, meant = _by_words(said, heard)
    unleeted = unveil.unleeted(said.text)
    if unleeted is not None:
        under, _ = _by_words(letters := read(unleeted), CUES.heard(letters))
        if under.keys() - found.keys():
            found |= under | {"hidden.leet": HIDDEN["hidden.leet"]}
    found |= dict(_by_marks(text))
    return found | _by_signs(said, heard, found) if meant else found


def _by_words(said: Said, heard: Set[str]) -> tuple[dict[str, float], bool]:
    """The rules of words that fire, and whether any is more than mentioned, or none fires."""
    silent = CUES.names - heard
    rules = [rule for rule in WORDS.called(said.words) if rule.name not in silent]
    rules += languages.called(said)
    found = {rule.name: weight for rule in rules if (weight := _weight(rule, said.text))}
    return found, not _all_mentioned(rules, found)


def _by_signs(said: Said, heard: Set[str], found: dict[str, float]) -> dict[str, float]:
    """What signs add to the rules that fire: the greater of both counts, and a share of the other.

    Both read the same words, so that their sum would count them twice.
    """
    known = sum(found.values())
    if known >= SURE:
        return {}
    turned = [rule for rule in forms.TURNS if rule.name in found]
    places = [start for rule in turned for start, _ in rule.matches(said.text)]
    foreign = notions.together(said)
    if foreign[0] and _ABOUT.search(said.text):
        foreign = (0.0, ())
    alone, names = max(signs.together(said, heard, places), foreign)
    score = max(alone, known) + SHARE * min(alone, known)
    more = round(score - known, 3)
    return {"signs." + "+".join(names): more} if more and score >= ENOUGH else {}


def _by_marks(text: str) -> Iterator[tuple[str, float]]:
    lower = text.lower()
    for rule in marks.called(lower):
        if next(rule.matches(lower), None):
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
