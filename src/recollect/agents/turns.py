"""What an agent keeps of a turn, and how it knows one that has no answer yet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..ports import Said
from ..read.findings import recalled
from ..types import Message

SYSTEM = (
    "You are a helpful assistant with a memory of earlier conversations. What you remember is "
    "given to you; use it where it helps, prefer what is newest, and say so when you do not know."
)
BROKEN = "broken"
"""The mark of an answer that stopped half way, and why it did."""
STOPPED = "stopped"
LEAST = 64
"""Tokens below which a prompt is not shrunk."""


def unanswered(turns: Sequence[Message]) -> Message | None:
    """The last words of the user, if nothing but calls of tools and broken answers followed."""
    for turn in reversed(turns):
        if not is_step(turn):
            return turn if turn.role == "user" else None
    return None


def is_step(turn: Message) -> bool:
    """Whether a turn is on the way to an answer, and none itself."""
    return turn.role == "tool" or bool(turn.metadata.keys() & {"tool_calls", BROKEN})


def answered(said: Said) -> dict[str, Any]:
    """A model's answer as a chat dict, with what is to be known of it."""
    marks = {name: True for name in ("cut", "refused") if getattr(said, name)}
    return {"role": "assistant", "content": said.text, "metadata": marks}


def called(
    said: Said, results: Sequence[str], tools: Collection[str], own: Collection[str]
) -> list[dict[str, Any]]:
    """A model's calls of tools and their results, as chat dicts: kept together or not at all.
    `tools`: the names of those there are, `own`: of those that are memory's own."""
    calls = [call.as_chat() for call in said.calls]
    return [
        {"role": "assistant", "content": said.text or None, "tool_calls": calls},
        *(
            {
                "role": "tool",
                "tool_call_id": call.id,
                "name": call.name if call.name in tools else None,
                "content": result,
                "metadata": recalled(result) if call.name in own else {},
            }
            for call, result in zip(said.calls, results, strict=True)
        ),
    ]


def broken(text: str, why: BaseException) -> dict[str, Any]:
    """What had been said when an answer stopped, and whether it failed or was stopped."""
    reason = type(why).__name__ if isinstance(why, Exception) else STOPPED
    return {"role": "assistant", "content": text, "metadata": {BROKEN: reason}}


def ends_with_the_user(prompt: list[dict[str, Any]]) -> None:
    """Take a broken answer off the end of a prompt: the model is to answer, not to go on."""
    while len(prompt) > 1 and prompt[-1]["role"] in ("assistant", "model"):
        del prompt[-1]
