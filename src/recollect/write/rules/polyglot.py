"""Messages → proposed notes, in whichever language they are written.

English is read first and as ever. The others are tried where one of their words is heard, on what
English has made no note of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from ...types import Message
from .engine import LONG_ANSWER, LONGEST_TALK, Grammar, Heard, hear
from .proposal import Proposal

ENGLISH_TOO = frozenset(
    "adhs arthritis as asthma band chat chats chef depression diabetes die dime divorce email"
    " favorite"
    " fiancé fiancée hamster handy job mail me mere mes name ne note numero on partner plus"
    " portable"
    " single six song sport team telephone vegan vis ya".split()
)
"""Words of other languages that are heard in English."""


class Polyglot:
    """Grammars, the first of which has the say where two could read the same sentence."""

    def __init__(self, first: Grammar, others: Sequence[Grammar]) -> None:
        self.first = first
        self.others = tuple(others)

    @cached_property
    def marks(self) -> dict[str, list[Grammar]]:
        """Word → the languages it may belong to; words that English has, too, tell nothing."""
        found: dict[str, list[Grammar]] = {}
        for grammar in self.others:
            language = grammar.language
            for word in dict.fromkeys((*grammar.triggers["user"], *language.marks)):
                if word not in ENGLISH_TOO:
                    found.setdefault(word, []).append(grammar)
        return found

    @cached_property
    def known(self) -> frozenset[str]:
        """All these words."""
        return frozenset(self.marks)

    @cached_property
    def tasks(self) -> frozenset[str]:
        """Words of other languages that ask for work on a text, which may be English."""
        return frozenset(word for grammar in self.others for word in grammar.language.tasks)

    def propose(self, message: Message, before: Message | None = None) -> list[Proposal]:
        """The notes that a message offers; `before` is the message it answers, if any."""
        if message.role != "user" or len(message.content) > LONGEST_TALK:
            return self.first.propose(message, before)
        heard = hear(message.content)
        found = self.first.propose(message, before, heard)
        if found and not all(self.tasks.isdisjoint(said) for _, said in heard):
            return []
        known = self.known
        woken = [said for _, said in heard if not known.isdisjoint(said)]
        short = before if self._may_be_short(message, heard, before) else None
        if not woken and short is None:
            return found
        for grammar in self._languages(known & set().union(*woken), message, short):
            taken = {one.span for one in found}
            fresh = grammar.propose(message, before, heard)
            found += [one for one in fresh if one.span not in taken]
        return found

    @cached_property
    def noes(self) -> frozenset[str]:
        """Words that open a correction in any of the languages."""
        return frozenset(word for grammar in self.others for word in grammar.language.noes)

    def _may_be_short(self, message: Message, heard: Heard, before: Message | None) -> bool:
        """Whether a message may answer a question, or correct what was said."""
        if before is None or len(message.content) > LONG_ANSWER:
            return False
        asked = before.role == "assistant" and before.content.rstrip().endswith("?")
        return asked or any(not self.noes.isdisjoint(said) for _, said in heard[:2])

    def _languages(
        self, woken: Iterable[str], message: Message, before: Message | None
    ) -> Iterator[Grammar]:
        """The languages to try, in their order: whose words are heard, or in which it is short for
        more than it says."""
        heard = [grammar for word in woken for grammar in self.marks[word]]
        for grammar in self.others:
            if grammar in heard or (before is not None and _is_short(grammar, message, before)):
                yield grammar


def _is_short(grammar: Grammar, message: Message, before: Message) -> bool:
    """Whether it answers or corrects what was said before."""
    said = message.content
    if grammar.answer(said, before) is not said:
        return True
    return grammar.language.amended(said, before.content, before.role != "user") is not None
