"""The first step of the write path: whatever was handed to `add` → messages that can be kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..times import moment
from ..types import ROLES, Message, Scope
from . import limits
from .expiry import checked
from .parts import EXACT, dumped, tools, undressed, within, words

ALIASES = {"human": "user", "ai": "assistant", "model": "assistant", "function": "tool"}


def accept(content: Any, scope: Scope, at: datetime, metadata: Any = None) -> list[Message]:
    """One or many utterances as complete messages. Raises before anything is written.

    A message's own time, ids and metadata win over those of the call.
    """
    _refuse_pair(content)
    many = isinstance(content, Sequence) and not isinstance(content, str | bytes | bytearray)
    items = list(content) if many else [content]
    if not items:
        raise InputError("there is nothing to add: the list is empty")
    shared = dict(limits.metadata(metadata))
    messages = [_accept(item, scope, at, shared) for item in items]
    _refuse_repeats(messages)
    return messages


def _accept(item: Any, scope: Scope, at: datetime, shared: dict[str, Any]) -> Message:
    said = dumped(item)
    if isinstance(said, str):
        message = Message(said, at=at)
    elif isinstance(said, Message):
        message = said
    elif isinstance(said, Mapping):
        message = _from_chat(said, at)
    else:
        _refuse_pair(item)
        raise InputError(
            f"add takes text, a Message, a chat dict, or a list of them, not {type(item).__name__}"
        )
    return _complete(message, scope, shared)


def _from_chat(given: Mapping[str, Any], at: datetime) -> Message:
    chat = _modern(undressed(given))
    content, others = words(chat)
    own = dict(limits.metadata(chat.get("metadata")))
    own |= tools(chat)
    if others:
        own["parts"] = within(others, 2 * EXACT - len(str(own)))
    call = chat.get("tool_call_id")
    if call is not None:
        own["tool_call_id"] = call
    optional = {"id": chat["id"]} if chat.get("id") is not None else {}
    return Message(
        content,
        role=chat["role"] if "role" in chat else _speaker(chat),
        name=chat.get("name"),
        at=moment(chat["at"]) if chat.get("at") is not None else at,
        metadata=own,
        **optional,
    )


def _speaker(chat: Mapping[str, Any]) -> str:
    """Who speaks where no role is named. LangChain says it by the type, and of what a tool or a
    model said nothing may be taken for the user's own words."""
    kind = str(chat.get("type")).removesuffix("MessageChunk").lower()
    if kind in ROLES or kind in ALIASES:
        return kind
    return "user" if chat.get("tool_call_id") is None else "tool"


def _modern(chat: Mapping[str, Any]) -> Mapping[str, Any]:
    """A call as it was written when a turn had one at most, as one of several; its name is its id,
    and so is that of its result."""
    function, name = chat.get("function_call"), chat.get("name")
    if isinstance(function, Mapping) and not chat.get("tool_calls"):
        return {**chat, "tool_calls": [{"id": function.get("name"), "function": function}]}
    if chat.get("role") == "function" and chat.get("tool_call_id") is None and name:
        return {**chat, "tool_call_id": name}
    return chat


def _complete(message: Message, scope: Scope, shared: dict[str, Any]) -> Message:
    limits.text(message.content, "content")
    if not isinstance(message.role, str) or ALIASES.get(message.role, message.role) not in ROLES:
        raise InputError(f"role must be one of {', '.join(ROLES)}, not {str(message.role)[:40]!r}")
    if message.name is not None:
        limits.identifier(message.name, "name")
    return replace(
        message,
        id=limits.identifier(message.id, "id"),
        role=ALIASES.get(message.role, message.role),
        at=moment(message.at),
        metadata=checked(limits.metadata({**shared, **limits.metadata(message.metadata)})),
        user_id=_same(message.user_id, scope.user_id, "user_id"),
        agent_id=_same(message.agent_id, scope.agent_id, "agent_id"),
        session_id=_same(message.session_id, scope.session_id, "session_id"),
        tenant=scope.tenant,
    )


def _same(own: str | None, given: str | None, name: str) -> str | None:
    """A message that names its owner is never filed under another."""
    if own is not None and own != given and (given is not None or name == "user_id"):
        raise InputError(f"the message says {name}={own!r} and the call says {given!r}")
    return limits.identifier(own, name) if own is not None else given


def _refuse_pair(item: Any) -> None:
    """A role and a text would otherwise be two texts, the first of them "user"."""
    match item:
        case (str(role), str()) if isinstance(item, tuple) and (role in ROLES or role in ALIASES):
            raise InputError(f"a pair is no message; write {{'role': {role!r}, 'content': …}}")


def _refuse_repeats(messages: list[Message]) -> None:
    seen: dict[str, Message] = {}
    for message in messages:
        known = seen.setdefault(message.id, message)
        if (known.content, known.role) != (message.content, message.role):
            raise InputError(f"two messages in this call share the id {message.id!r}")
