"""Notes without a model: grammars that turn messages into proposed notes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ...types import Message
from .engine import Grammar
from .polyglot import Polyglot
from .proposal import Proposal
from .rule import Rule

__all__ = ["Proposal", "Rule", "denied", "grammar", "grammars", "propose"]

_NOT = (
    "m not ", "t live ", "t work ", "t actually ", "t even ", "name is", "nicht ", " kein", " pas ",
    "no me ", "no viv", "no trabajo ", "no soy ", "no tengo ", "no estoy ", "nombre no ",
)  # fmt: skip
"""Of every denial some letters, and few others': a first look that spares most a second."""


def propose(message: Message, before: Message | None = None) -> list[Proposal]:
    """The notes that a message offers; `before` is the message it answers, if any."""
    return grammars().propose(message, before)


def denied(message: Message) -> list[Proposal]:
    """What a message says is not so, each as the note that would say it is."""
    said = message.content.lower()
    return denials().propose(message) if any(mark in said for mark in _NOT) else []


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
