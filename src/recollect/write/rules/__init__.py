"""Notes without a model: grammars that turn messages into proposed notes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from ...types import Message
from .engine import Grammar
from .polyglot import Polyglot
from .proposal import Proposal
from .rule import Rule

__all__ = ["Proposal", "Rule", "denied", "grammar", "grammars", "propose"]

# How every denial sounds, in small letters: a first look that spares most messages a second.
_NOT = re.compile(
    r"m not (?!sure\b)|n['’]?o?t (?:\w+ )?(?:live|work) |name is(?:n['’]?t| not) "
    r"|\bnicht |\bkeine? |\bpas |\bno (?:me |viv|trabajo |soy |tengo |estoy |es )"
)


def propose(message: Message, before: Message | None = None) -> list[Proposal]:
    """The notes that a message offers; `before` is the message it answers, if any."""
    return grammars().propose(message, before)


def denied(message: Message) -> list[Proposal]:
    """What a message says is not so, each as the note that would say it is."""
    return denials().propose(message) if _NOT.search(message.content.lower()) else []


@cache
def grammars() -> Polyglot:
    """The rules of every language, each compiled when its words are first heard."""
    from .french import FRENCH
    from .german import GERMAN
    from .spanish import SPANISH

    return Polyglot(grammar(), [Grammar(GERMAN), Grammar(SPANISH), Grammar(FRENCH)])


@cache
def grammar() -> Grammar:
    """The English rules, compiled on first use."""
    from .english import ENGLISH

    return Grammar(ENGLISH)


@cache
def denials() -> Polyglot:
    """What is read beside the rules of every language."""
    first, *others = (
        Grammar(replace(one.language, rules=one.language.denials))
        for one in (grammars().first, *grammars().others)
    )
    return Polyglot(first, others)
