"""Messages → proposed notes, in whichever language they are written.

English is read first and as ever. The others are tried where one of their words is heard, on what
English has made no note of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ...types import Message
from .engine import LONG_ANSWER, LONGEST_TALK, Grammar, words
from .proposal import Proposal
from .sentences import within_quotes


class Polyglot:
    """Grammars, the first of which has the say where two could read the same sentence."""

    def __init__(self, first: Grammar, others: Sequence[Grammar]) -> None:
        self.first = first
        self.others = tuple(others)

    @cached_property
    def heard(self) -> dict[str, list[Grammar]]:
        """Word → the languages in which it wakes a rule."""
        found: dict[str, list[Grammar]] = {}
        for grammar in self.others:
            for word in grammar.triggers["user"]:
                found.setdefault(word, []).append(grammar)
        return found

    @cached_property
    def tasks(self) -> frozenset[str]:
        """Words of other languages that ask for work on a text, which may be English."""
        return frozenset(word for grammar in self.others for word in grammar.language.tasks)

    def propose(self, message: Message, before: Message | None = None) -> list[Proposal]:
        """The notes that a message offers; `before` is the message it answers, if any."""
        found = self.first.propose(message, before)
        if message.role != "user" or len(message.content) > LONGEST_TALK:
            return found
        said = words(message.content)
        if found and not self.tasks.isdisjoint(said):
            return []
        woken = self.heard.keys() & said
        if not woken and not _may_answer(message, before):
            return found
        for grammar in self._languages(woken, message, before):
            taken = {one.span for one in found}
            found += [
                one
                for one in grammar.propose(message, before)
                if one.span not in taken and not within_quotes(message.content, one.span[0])
            ]
        return found

    def _languages(
        self, woken: set[str], message: Message, before: Message | None
    ) -> Iterator[Grammar]:
        """The languages to try, in their order."""
        heard = {id(grammar) for word in woken for grammar in self.heard[word]}
        for grammar in self.others:
            answers = before is not None and _may_answer(message, before)
            if id(grammar) in heard or (
                before is not None
                and answers
                and grammar.answer(message.content, before) is not message.content
            ):
                yield grammar


def _may_answer(message: Message, before: Message | None) -> bool:
    """Whether it is short enough to be read with the question before it."""
    if before is None or before.role != "assistant" or len(message.content) > LONG_ANSWER:
        return False
    return before.content.rstrip().endswith("?")
