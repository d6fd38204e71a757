"""One rule: a pattern that text for a model's eyes tends to match, and how much that says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

PIECES = {
    "prior": r"(?:previous|prior|above|earlier|preceding|foregoing|past|existing|original|initial"
    r"|former|current)",
    "orders": r"(?:instructions?|prompts?|directives?|guidelines?|programming|guardrails"
    r"|system messages?|safeguards|safety (?:rules|policies|filters|training))",
    "no": r"(?:do not|don't|never|must not|should not|refrain from|avoid|without)",
    "user": r"(?:the |your |any |this |our )?(?:user|users|human|humans|owner|operator)",
}
THERE = (
    r"(?:https?:|www\.|\w@\w|\battackers?\b|\burl\b|\bendpoint|\bwebhook|\bserver\b"
    r"|\bthis address|\bfollowing (?:address|url|site|e-?mail|number)|\bexternal\b"
    r"|\w\.(?:com|net|io|xyz|ru|example|test|sh|cc|info|org|dev|invalid|cn|jp)\b)"
)
"""Where something could be sent to; and the words that this takes."""
THERE_WORDS = (
    "http https www attacker attackers url endpoint endpoints webhook webhooks server address site "
    "email number external com net io xyz ru example test sh cc info org dev invalid cn jp gmail "
    "mail"
)
COMMAND = "{do}"
"""Begins a pattern whose verb commands, and does not report ("told to ignore", "they ignore")."""
STEP = " … "
"""Parts the steps of a pattern, which stand in one sentence, not far apart."""

_REPORTED = re.compile(
    r"(?:'ll|n't|\b(?:i|we|they|it|them|who|not|never|would|could|might|can|may|users|people|models"
    r"|assistants|chatbots|llms|bots|agents|attackers)) $"
    r"|(?<!you)(?<!required)(?<!instructed)(?<!ordered)(?<!obligated)(?<!rised)(?<!rized) \bto $"
)
_STOP = re.compile(r"[.!?](?= |$)|[。！？]")


@dataclass(frozen=True)
class Rule:
    """What to look for and what it weighs; weights add up."""

    name: str
    """`topic.what`, unique."""
    on: str
    """Trigger words: one of each set, parted by "&", must be in the text before it is tried."""
    source: str | tuple[str, ...]
    """A pattern over folded text, or several: steps of regular expressions, with the pieces."""
    weight: float
    examples: tuple[str, ...] = ()
    """What it is for; a test runs each."""
    counter: tuple[str, ...] = ()
    """What looks alike and is not meant."""
    far: int = 80
    """Characters from one step to the end of the next, at most."""
    spaced: bool = True
    """Whether it begins where a word begins; not so where words do not stand apart."""

    @cached_property
    def patterns(self) -> list[tuple[bool, list[re.Pattern[str]]]]:
        """Whether each pattern commands, and its steps, compiled when a text first needs them."""
        sources = (self.source,) if isinstance(self.source, str) else self.source
        return [
            (
                source.startswith(COMMAND),
                [*map(_compiled, source.removeprefix(COMMAND).split(STEP))],
            )
            for source in sources
        ]

    @cached_property
    def triggers(self) -> list[frozenset[str]]:
        """The words that call for it, one of each set."""
        return [frozenset(words.split()) for words in self.on.split("&")]

    def called(self, words: Set[str]) -> bool:
        """Whether a text with these words has to be looked at."""
        return not any(some.isdisjoint(words) for some in self.triggers if some)

    def matches(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it matches. Every step is looked for once, so this takes linear time."""
        for commands, (first, *others) in self.patterns:
            for found in first.finditer(text):
                start, end = found.span()
                if self.spaced and start and text[start - 1 : start + 1].isalnum():
                    continue
                if commands and _REPORTED.search(text, max(0, start - 24), start):
                    continue
                last = _follow(others, text, end, self.far)
                if last is not None:
                    yield start, last


def _follow(steps: list[re.Pattern[str]], text: str, end: int, far: int) -> int | None:
    """Where the last of some steps ends, each found in the sentence soon after the one before."""
    for step in steps:
        stop = _STOP.search(text, end, end + far)
        found = step.search(text, end, end + far if stop is None else stop.start() + 1)
        if found is None:
            return None
        end = found.end()
    return end


def _compiled(source: str) -> re.Pattern[str]:
    for name, piece in PIECES.items():
        source = source.replace("{" + name + "}", piece)
    return re.compile(source)


class Table:
    """Rules by their trigger words, so that a text meets only those that might match."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._by_word: dict[str, list[int]] = {}
        for place, rule in enumerate(self.rules):
            for word in rule.triggers[0]:
                self._by_word.setdefault(word, []).append(place)
        self._words = frozenset(self._by_word)

    def called(self, words: Set[str]) -> list[Rule]:
        """The rules that some words call for, in the order of the table."""
        places = {place for word in self._words & words for place in self._by_word[word]}
        return [rule for place in sorted(places) if (rule := self.rules[place]).called(words)]
