"""Notes without a model: grammars that turn messages into proposed notes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ...types import Message
from .engine import LONGEST_TALK, Grammar
from .polyglot import Polyglot
from .proposal import Proposal
from .rule import Rule
from .sentences import sentences
from .untrue import untrue

__all__ = ["Proposal", "Rule", "denied", "grammar", "grammars", "propose"]

_NOT = (
    "m not ", "t live ", "t work ", "t actually ", "t even ", "name is", "nicht", " kein", " pas ",
    "no me ", "no viv", "no trabajo ", "no soy ", "no tengo ", "no estoy ", "nombre no ",
    "neither ", "weder ", " ni ", "true that ", "the case that ", "correct that ",
    "false that ", "a lie that ", "falsch, da", "gelogen, da", "no es ",
    "mentira que ", "falso que ", "faux que ",
)  # fmt: skip
"""Of every denial some letters, and few others': a first look that spares most a second."""


def propose(message: Message, before: Message | None = None) -> list[Proposal]:
    """The notes that a message offers; `before` is the message it answers, if any."""
    return grammars().propose(message, before)


def denied(message: Message) -> list[Proposal]:
    """What a message says is not so, each as the note that would say it is."""
    said = message.content.lower()
    if len(said) > LONGEST_TALK or not any(mark in said for mark in _NOT):
        return []
    return [*denials().propose(message), *_untrue(message)]


def _untrue(message: Message) -> list[Proposal]:
    """What a message says is not true, by the rules of what is."""
    clauses = [
        (clause, (sentence.start, sentence.end))
        for sentence in sentences(message.content)
        if (clause := untrue(sentence.text))
    ]
    languages = (one.language for one in (grammars().first, *grammars().others))
    if not clauses or any(language.unfit(message.content) for language in languages):
        return []
    return [
        replace(one, act="deny", span=span)
        for clause, span in clauses
        for one in propose(replace(message, content=clause))
        if one.act in ("state", "now") and one.kind == "semantic"
    ]


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
