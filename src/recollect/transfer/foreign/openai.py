"""Lists of chat messages, as models take them: OpenAI's, also of many conversations as for
fine-tuning, and LangChain's, also as its `dumps` writes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...errors import InputError
from ...types import Record, Scope
from ...write.accept import accept
from .taking import NOTHING, Taking, part, read_each

TYPES = ("human", "ai", "system", "tool", "function", "chat")
"""Who speaks, as LangChain has it."""


def records(value: Any, taking: Taking) -> list[Record]:
    """One conversation, which has the file's name, or many, which have their numbers too. What has
    no id gets that of its words and its place, so that the same list, or a longer one, is taken
    once."""
    if isinstance(value, dict):
        value = value.get("messages")
    if not (isinstance(value, list) and value and is_conversation(value[0])):
        return _conversation(value, str(taking.scope.session_id), taking)
    name = taking.scope.session_id
    return read_each(
        value, "list of chats",
        lambda one, n: _conversation(part(one, "messages", list), f"{name}/{n}", taking),
    )  # fmt: skip


def is_conversation(one: Any) -> bool:
    """Whether this is one of many lists of messages."""
    return isinstance(one, dict) and isinstance(one.get("messages"), list)


def is_message(one: dict[str, Any]) -> bool:
    """Whether this is a message as OpenAI has it."""
    return "role" in one and ("content" in one or "tool_calls" in one)


def is_langchain(one: dict[str, Any]) -> bool:
    """Whether this is a message as LangChain has it."""
    inner, kind = _opened(one)
    return kind in TYPES and "content" in inner


def _conversation(rows: Any, session: str, taking: Taking) -> list[Record]:
    return read_each(
        rows, "list of chat messages", lambda one, n: _message(one, n, session, taking), "message"
    )


def _message(row: Any, number: int, session: str, taking: Taking) -> list[Record]:
    chat = _plain(row)
    if chat.get("content") in (None, "", []) and not chat.get("tool_calls"):
        return []
    scope = Scope(taking.scope.user_id, taking.scope.agent_id, session)
    (said,) = accept([chat], scope, taking.at)
    if chat.get("id"):
        return [said]
    return [replace(said, id=taking.id(session, number, said.role, said.content))]


def _plain(row: Any) -> dict[str, Any]:
    """A message as a chat dict; LangChain's has a type for the role, and may be wrapped."""
    if not isinstance(row, dict):
        raise InputError(f"this is no list of chat messages{NOTHING}")
    inner, kind = _opened(row)
    role = inner.get("role") or row.get("role") or kind
    return {**{k: v for k, v in inner.items() if k != "type" and v is not None}, "role": role}


def _opened(row: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What is in a message of LangChain's, and its type."""
    if row.get("type") == "constructor":
        row = {"type": (row.get("id") or [""])[-1], "data": row.get("kwargs")}
    inner = row["data"] if isinstance(row.get("data"), dict) else row
    kind = str(row.get("type")).removesuffix("Chunk").removesuffix("Message").lower()
    return inner, kind
