"""What is said to a model: the caller's messages, and our own few words about the answer."""

from __future__ import annotations

import json

from ...errors import InputError
from ...ports import Chat, Schema
from ...text.tokens import estimate
from .service import Answer

_ROLES = ("system", "user", "assistant")
_SHOWN = 4_000
_EACH = 4  # tokens around a message


def checked(messages: Chat) -> list[dict[str, str]]:
    """The messages as they are sent; InputError if one is no chat message."""
    made = []
    for message in messages:
        role, content = message.get("role"), message.get("content")
        if role not in _ROLES or not isinstance(content, str):
            raise InputError("a message for a model has a role (system, user, assistant) and text")
        made.append({"role": role, "content": content.encode("utf-8", "replace").decode()})
    if not any(message["role"] == "user" for message in made):
        raise InputError("a model needs at least one message of the user")
    return made


def tokens(messages: Chat, schema: Schema | None) -> int:
    """About how many tokens a request has."""
    said = sum(estimate(message["content"]) + _EACH for message in messages)
    return said + (estimate(json.dumps(schema)) if schema is not None else 0)


def with_schema(messages: Chat, schema: Schema | None) -> Chat:
    """The messages, the last of which says how to answer: for servers that take no schema."""
    if schema is None:
        return messages
    *others, last = messages
    asked = (
        f"{last['content']}\n\nAnswer with JSON alone, without any other words. It has to fit this "
        f"JSON Schema:\n{json.dumps(schema, ensure_ascii=False)}"
    )
    return [*others, {**last, "content": asked}]


def correction(answer: Answer, why: str) -> list[dict[str, str]]:
    """What to add so that the next answer fits. Roles take turns: some servers insist on it."""
    given = answer.text if answer.data is None else json.dumps(answer.data, default=str)
    return [
        {"role": "assistant", "content": given[:_SHOWN].strip() or "(nothing)"},
        {"role": "user", "content": f"That cannot be used: {why}. Answer again."},
    ]
