"""Conversations as ShareGPT and many training sets have them: a list of who says what."""

from __future__ import annotations

from typing import Any

from ...errors import InputError
from ...types import Record
from .taking import Taking, part, read_each, words

ROLES = {
    "human": "user", "user": "user",
    "gpt": "assistant", "chatgpt": "assistant", "assistant": "assistant", "bing": "assistant",
    "bard": "assistant", "model": "assistant",
    "system": "system",
    "tool": "tool", "function": "tool", "function_response": "tool", "observation": "tool",
    "function_call": "assistant",
}  # fmt: skip


def records(value: Any, taking: Taking) -> list[Record]:
    """Every turn of every conversation; one without an id has its number for one."""
    rows = value if isinstance(value, list) else [value]
    return read_each(
        rows, "list of conversations", lambda one, number: _conversation(one, number, taking)
    )


def is_conversation(one: dict[str, Any]) -> bool:
    """Whether this is one of them."""
    turns = one.get("conversations")
    first = turns[0] if isinstance(turns, list) and turns else None
    return isinstance(first, dict) and "from" in first and "value" in first


def _conversation(raw: dict[str, Any], number: int, taking: Taking) -> list[Record]:
    session = f"{taking.scope.session_id}/{raw.get('id') or number}"
    found: list[Record] = []
    for place, turn in enumerate(part(raw, "conversations", list), start=1):
        text, role = words([turn["value"]]), ROLES.get(turn["from"])
        if role is None:
            raise InputError(f"turn {place} is from nobody that is known")
        if text:
            id = taking.id(session, place, role, text)
            found.append(taking.message(text, role, taking.at, id, session))
    return found
