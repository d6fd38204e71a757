"""LlamaIndex's messages as items of a transcript, and back."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence

from llama_index.core.base.llms.types import ChatMessage, TextBlock, ToolCallBlock

from ...errors import InputError
from ...types import Message
from ...write.accept import ALIASES
from ..transcript import Json, Said, echoed, leaves

ROLES = {**ALIASES, "chatbot": "assistant"}
SESSION = "session_id"
"""What `Memory` writes into the messages that it hands to its blocks: it is none of theirs."""
Owner = tuple[str | None, str | None]


class Ids:
    """Which message of an owner a `ChatMessage` is: it has no id, and cannot be hashed."""

    def __init__(self) -> None:
        self._ids: dict[tuple[int, Owner], str] = {}

    def get(self, message: ChatMessage, owner: Owner) -> str | None:
        """Its id, if it has been seen."""
        return self._ids.get((id(message), owner))

    def put(self, message: ChatMessage, owner: Owner, own: str) -> str:
        """From now on this is its id, for as long as there is this object."""
        key = id(message), owner
        if key not in self._ids:
            weakref.finalize(message, self._ids.pop, key, None).atexit = False
        self._ids[key] = own
        return own


IDS = Ids()
"""A store and a block on one memory know by this that they speak of the same message."""


def items(messages: Sequence[ChatMessage]) -> list[Said]:
    """Messages that follow one another, and what is said in each of them."""
    for message in messages:
        if not isinstance(message, ChatMessage):
            raise InputError(f"a memory keeps ChatMessages, not {type(message).__name__}")
    recalled = _recalled(messages)
    return [_said(message, recalled) for message in messages]


def lines(message: ChatMessage) -> Iterator[str]:
    """The texts of a message that somebody said; what a model thought is none."""
    for block in message.blocks:
        if isinstance(block, TextBlock):
            yield block.text
        elif isinstance(block, ToolCallBlock):
            yield f"[tool call {block.tool_name}]"
            yield from leaves(block.tool_kwargs)


def restored(message: Message, item: Json | None) -> ChatMessage:
    """A message, also of what somebody else said in the session."""
    if item is not None:
        return ChatMessage.model_validate(item)
    # A provider wants the call that a tool answers, and there is none.
    role = "assistant" if message.role == "tool" else message.role
    return ChatMessage(role=role, content=message.content)


def answered(found: Mapping[str, ChatMessage]) -> dict[str, ChatMessage]:
    """Messages by their ids, without calls of `recall` whose results were erased with what they
    quoted: a provider wants a result for each call."""
    results = {_call(one) for one in found.values() if one.role == "tool"}
    lost = _recalled(found.values()) - results
    made = {}
    for own, message in found.items():
        left = [block for block in message.blocks if _named(block) not in lost]
        if left or not message.blocks:
            message.blocks = left
            made[own] = message
    return made


def _said(message: ChatMessage, recalled: set[str | None]) -> Said:
    try:
        item = message.model_dump(mode="json")
    except ValueError as error:
        raise InputError(f"a message must be JSON: {error}") from None
    item["additional_kwargs"].pop(SESSION, None)
    role = ROLES.get(message.role.value, message.role.value)
    if role == "tool" and _call(message) in recalled:
        return Said(item, role, marks=echoed(lines(message)))
    return Said(item, role, list(lines(message)))


def _recalled(messages: Iterable[ChatMessage]) -> set[str | None]:
    """The calls whose results are what is remembered already: it is no news."""
    blocks = (block for message in messages for block in message.blocks)
    calls = {_named(one) for one in blocks if getattr(one, "tool_name", None) == "recall"}
    return calls - {None}


def _named(block: object) -> str | None:
    """The id of a call."""
    return block.tool_call_id if isinstance(block, ToolCallBlock) else None


def _call(message: ChatMessage) -> str | None:
    """The call that a tool's message answers."""
    named = message.additional_kwargs.get("tool_call_id")
    return named if isinstance(named, str) else None
