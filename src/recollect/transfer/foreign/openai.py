"""A list of chat messages, as models take them: OpenAI's and LangChain's."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from ...errors import InputError
from ...types import Message, Scope
from ...write.accept import accept


def messages(value: Any, scope: Scope, at: datetime) -> list[Message]:
    """One conversation. What has no id gets that of its words and its place, so that the same
    list, or a longer one, is taken once."""
    rows = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise InputError("this is no list of chat messages")
    found = []
    for number, row in enumerate(rows, start=1):
        chat = _plain(row)
        if chat.get("content") in (None, "", []) and not chat.get("tool_calls"):
            continue
        try:
            (said,) = accept([chat], scope, at)
        except (InputError, TypeError, ValueError) as error:
            raise InputError(f"message {number}: {error}; nothing was imported") from None
        found.append(said if chat.get("id") else replace(said, id=_id(said, number)))
    return found


def _plain(row: Any) -> dict[str, Any]:
    """A message as a chat dict; LangChain's has a type for the role, and may be wrapped."""
    if not isinstance(row, dict):
        raise InputError("this is no list of chat messages")
    data = row.get("data")
    inner = data if isinstance(data, dict) else row
    role = row.get("role") or row.get("type")
    return {**{k: v for k, v in inner.items() if k != "type" and v is not None}, "role": role}


def _id(said: Message, number: int) -> str:
    named = (said.user_id, said.agent_id, said.session_id, number, said.role, said.content)
    spelt = "\0".join(str(one) for one in named)
    return blake2b(spelt.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
