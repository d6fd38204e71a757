"""The cheap first look: which words of time a text holds, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import absolute, periods, relative
from .rules import Rule

Marks = dict[str, list[int]]
RULES = [*relative.RULES, *absolute.RULES, *periods.RULES]
TRIGGERS = frozenset(word for rule in RULES for words in rule.triggers for word in words)
# The last set of a rule holds its rarest words: they alone make a text worth a second look.
BY_WORD: dict[str, list[int]] = {}
for _number, _rule in enumerate(RULES):
    for _word in _rule.triggers[-1]:
        BY_WORD.setdefault(_word, []).append(_number)
RARE = frozenset(BY_WORD)
WORDS = re.compile("[a-z]+")
# Words that are months only with a capital, as triggers written "^may".
CAPITAL = {
    word: re.compile(rf"\b{word.capitalize()}|{word.upper()}\b") for word in ("may", "march", "mar")
}
DIGIT = re.compile("[0-9]")
PLACES = re.compile("[a-zA-Z]+")
NUMBERS = re.compile(
    r"(?P<date>[0-9]{1,4}[-/.][0-9]{1,2})|(?P<nth>[0-9](?:st|nd|rd|th))|"
    r"(?P<decade>(?:19|20)[0-9]0['’]?s)|(?P<year>(?:1[89]|20)[0-9]{2})",
    re.IGNORECASE,
)
BEFORE, AFTER, SLACK = 48, 72, 24


def possible(text: str) -> list[Rule]:
    """The rules whose triggers the text holds."""
    words = set(WORDS.findall(text.lower()))
    if DIGIT.search(text):
        words.update(f"#{found.lastgroup}" for found in NUMBERS.finditer(text))
    words.update(f"^{word}" for word in words & CAPITAL.keys() if CAPITAL[word].search(text))
    rare = words & RARE
    if not rare:
        return []
    numbers = sorted({number for word in rare for number in BY_WORD[word]})
    rules = [RULES[number] for number in numbers]
    return [rule for rule in rules if not any(map(words.isdisjoint, rule.triggers))]


def marked(text: str) -> Marks:
    """Where each trigger stands."""
    marks: Marks = {}
    for found in PLACES.finditer(text):
        word = found[0].lower()
        if word in TRIGGERS:
            marks.setdefault(word, []).append(found.start())
        if word in CAPITAL and found[0] != word:
            marks.setdefault(f"^{word}", []).append(found.start())
    for found in NUMBERS.finditer(text):
        marks.setdefault(f"#{found.lastgroup}", []).append(found.start())
    return marks


def around(text: str, marks: Marks, rule: Rule) -> Iterator[tuple[int, int]]:
    """The stretches of text, each read once, in which a rule may match."""
    places = min(
        ([place for word in words for place in marks.get(word, ())] for words in rule.triggers),
        key=len,
    )
    start = end = -1
    for place in sorted(places):
        if end >= 0 and place - BEFORE - SLACK <= end:
            end = _gap_after(text, place + AFTER)
            continue
        if end >= 0:
            yield start, end
        start, end = _gap_before(text, place - BEFORE), _gap_after(text, place + AFTER)
    if end >= 0:
        yield start, end


def _gap_before(text: str, place: int) -> int:
    """A space a little before the place, so that no word is cut."""
    if place <= 0:
        return 0
    return max(place - SLACK, text.rfind(" ", max(0, place - SLACK), place), 0)


def _gap_after(text: str, place: int) -> int:
    if place >= len(text):
        return len(text)
    gap = text.find(" ", place, place + SLACK)
    return gap if gap >= 0 else min(place + SLACK, len(text))
