"""A rule: a pattern, the words without which it cannot match, and what it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from .calendar import Now, Window
from .words import compiled

Meaning = Callable[[re.Match[str], Now], Window | None]


@dataclass(frozen=True)
class Rule:
    """One form of expression. A group named `x` marks it when the pattern needs words around."""

    triggers: tuple[frozenset[str], ...]
    source: str
    meaning: Meaning

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern, compiled when a text first needs it."""
        return compiled(self.source)

    def read(self, found: re.Match[str], now: Now) -> Window | None:
        """What a match means at a moment; None for a date that does not exist."""
        try:
            return self.meaning(found, now)
        except (ValueError, OverflowError):
            return None


class Rules(list[Rule]):
    """The rules of one family of expressions, in the order they are declared."""

    def add(self, triggers: str, source: str) -> Callable[[Meaning], Meaning]:
        """Declare a rule by the words it needs: one of each set, the sets parted by "&".

        For numbers stand "#year", "#date" (5/12, 2026-05-12) and "#nth" (5th).
        """

        def declare(meaning: Meaning) -> Meaning:
            sets = tuple(frozenset(words.split()) for words in triggers.split("&"))
            self.append(Rule(sets, source, meaning))
            return meaning

        return declare
