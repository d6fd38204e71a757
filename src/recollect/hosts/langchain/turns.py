"""LangChain's messages as the turns that memory keeps."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    ToolMessage,
)

from ...agents.wires.base import Json, Turn, called
from ...read.formats import SYSTEMS
from ...types import ROLES
from ...write.accept import ALIASES

CALLS = ("tool_call", "tool_call_chunk", "invalid_tool_call", "tool_use", "function_call")
"""Blocks that a message of the assistant has among its calls, too."""


def turns(messages: Iterable[BaseMessage], known: Collection[str] = ()) -> Iterator[Turn]:
    """What people, the assistant and tools said, but for the results of `known` tools."""
    for message in messages:
        if isinstance(message, ToolMessage) and message.name in known:
            continue
        made = turn(message)
        if made is not None:
            yield made


def turn(message: BaseMessage) -> Turn | None:
    """One message; None if nobody says anything in it."""
    who = role(message)
    if who is None or "lc_source" in message.additional_kwargs:  # a summary that was put there
        return None
    said: Json = {"role": who, "content": message.content}
    if message.name:
        said["name"] = message.name
    if isinstance(message, AIMessage):
        said |= _answer(message)
    elif isinstance(message, ToolMessage):
        said["tool_call_id"] = message.tool_call_id
    elif isinstance(message, FunctionMessage):  # what tools were called before
        said["tool_call_id"] = said.pop("name")
    content = said["content"]
    empty = not content.strip() if isinstance(content, str) else not content
    if empty and not said.get("tool_calls"):
        return None
    return Turn(said, str(message.text) if who == "user" else "")


def role(message: BaseMessage) -> str | None:
    """Whose turn it is; what the system says is nobody's. A role of one's own is no user's."""
    if isinstance(message, ChatMessage):
        who = ALIASES.get(message.role, message.role)
        return None if who in SYSTEMS else who if who in ROLES else "assistant"
    if isinstance(message, HumanMessage):
        return "user"
    if isinstance(message, AIMessage):
        return "assistant"
    return "tool" if isinstance(message, ToolMessage | FunctionMessage) else None


def calls(message: AIMessage) -> list[Json]:
    """The tools that the assistant calls, with their arguments as JSON or as far as they go."""
    made = [(one["id"], one["name"], json.dumps(one["args"])) for one in message.tool_calls]
    torn = [(one["id"], one["name"], one["args"] or "") for one in message.invalid_tool_calls]
    return [{"id": id, "name": name, "arguments": given} for id, name, given in made + torn]


def _answer(message: AIMessage) -> Json:
    made = [called(one["id"], one["name"], one["arguments"]) for one in calls(message)]
    content: Any = message.content
    if not isinstance(content, str):
        content = [one for one in content if isinstance(one, str) or one.get("type") not in CALLS]
    return {"content": content, "tool_calls": made} if made else {"content": content}
