"""Notes without a model: a grammar that turns messages into proposed notes."""

from __future__ import annotations

from functools import cache

from ...types import Message
from .engine import Grammar
from .proposal import Proposal
from .rule import Rule

__all__ = ["Proposal", "Rule", "grammar", "propose"]


def propose(message: Message, before: Message | None = None) -> list[Proposal]:
    """The notes that a message offers; `before` is the message it answers, if any."""
    return grammar().propose(message, before)


@cache
def grammar() -> Grammar:
    """The English rules, compiled on first use."""
    from .english import ENGLISH

    return Grammar(ENGLISH)
