"""Memory patterns: pure functions from a session's turns and what was recalled to a prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import InputError
from ..types import Context, Message

PATTERNS = ("buffer", "window", "vector")
LATER = ("summary", "graph", "hybrid")
WINDOW = 20
OVERHEAD = 4
"""Tokens that providers add to each message for its role and borders."""

Chat = dict[str, str]


def checked(pattern: object) -> str:
    """A pattern that this release has."""
    if pattern in LATER:
        raise InputError(
            f"the pattern {pattern!r} is not in this release; use one of {', '.join(PATTERNS)}"
        )
    if pattern not in PATTERNS:
        raise InputError(f"pattern must be one of {', '.join(PATTERNS)}, not {str(pattern)[:40]!r}")
    return str(pattern)


def room(newest: Message, budget: int, count: Callable[[str], int]) -> int:
    """What recalled memory may take: half, and less when the newest turn needs more than that."""
    return min(budget // 2, budget - count(newest.content) - 2 * OVERHEAD)


def recent(turns: Sequence[Message], budget: int, count: Callable[[str], int]) -> list[Chat]:
    """The newest turns that fit, in order. The very last one must fit, or there is no prompt."""
    kept: list[Chat] = []
    for turn in reversed(turns):
        budget -= count(turn.content) + OVERHEAD
        if budget < 0:
            break
        kept.append(turn.as_chat())
    if turns and not kept:
        raise InputError(
            f"the newest turn alone takes more than the budget; it lacks {-budget} tokens"
        )
    return kept[::-1]


def prompt(
    turns: Sequence[Message], context: Context | None, budget: int, count: Callable[[str], int]
) -> list[Chat]:
    """What was recalled, then the conversation, never over the budget."""
    recalled = context.messages if context is not None else []
    spent = sum(count(chat["content"]) + OVERHEAD for chat in recalled)
    return recalled + recent(turns, budget - spent, count)
