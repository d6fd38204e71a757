"""Messages of the Agent Framework as items of a transcript, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from agent_framework import Content, Message

from ...errors import InputError
from ...types import ROLES
from ...types import Message as Kept
from ...write.accept import ALIASES
from ..transcript import Json, Said, echoed, leaves


def items(messages: Sequence[Message]) -> list[Said]:
    """Messages that follow one another, and what is said in each of them."""
    for message in messages:
        if not isinstance(message, Message):
            raise InputError(f"a memory keeps Messages, not {type(message).__name__}")
    recalled = _recalled(messages)
    return [_said(message, recalled) for message in messages]


def lines(message: Message) -> list[str]:
    """The texts of a message that somebody said; what a model thought is none."""
    return [line for content in message.contents for line in _texts(content)]


def restored(kept: Kept, item: Json | None) -> Message:
    """A message, also of what somebody else said in the session."""
    if item is not None:
        made: Message = Message.from_dict(item)
        return made
    # A provider wants the call that a tool answers, and there is none.
    return Message("assistant" if kept.role == "tool" else kept.role, [kept.content])


def fresh(had: Sequence[Json], given: Sequence[Said]) -> Sequence[Said]:
    """What of some messages is not there already: a caller may send a whole transcript with each
    run, or again what has ids. Equal words without an id are said again."""
    old, new = [identity(item) for item in had], [identity(said.item) for said in given]
    rest = given[len(old) :]
    if old and new[: len(old)] == old and rest and rest[0].role != "assistant":
        return rest
    for size in range(min(len(old), len(new)), 0, -1):
        if old[-size:] == new[:size] and all(own for own, *_ in new[:size]):
            return given[size:]
    return given


def identity(item: Json) -> tuple[str | None, ...]:
    """What a message is known by: its id, or who says what in it."""
    if own := item.get("message_id"):
        return (str(own),)
    said = json.dumps(item.get("contents"), sort_keys=True, default=str)
    return None, str(item.get("role")), said


def answered(messages: Sequence[Message]) -> list[Message]:
    """Without calls of `recall` whose results were erased with what they quoted, nor others that
    were answered with them: a provider wants a result for each call."""
    results = {one.call_id for one in _of(messages, "function_result")}
    made = []
    for message in messages:
        lost = _recalled([message]) and {one.call_id for one in _of([message], "function_call")}
        left = [one for one in message.contents if not _is_call(one, lost - results)]
        if left or not message.contents:
            message.contents = left
            made.append(message)
    return made


def _said(message: Message, recalled: set[str]) -> Said:
    item = message.to_dict()
    role = ALIASES.get(message.role, message.role)
    role = role if role in ROLES else "assistant"
    known = [one for one in _of([message], "function_result") if one.call_id in recalled]
    if not known:
        return Said(item, role, lines(message))
    quoted = [line for one in known for line in _texts(one)]
    other = [line for one in message.contents if one not in known for line in _texts(one)]
    return Said(item, "tool", other, marks=echoed(quoted))


def _texts(content: Content) -> Iterator[str]:
    if content.type == "text":
        yield content.text or ""
    elif content.type == "function_call":
        yield f"[tool call {content.name}]"
        yield from leaves(content.arguments)
    elif content.type == "function_result":
        yield from (one.text or "" for one in content.items or () if one.type == "text")


def _recalled(messages: Iterable[Message]) -> set[str]:
    """The calls whose results are what is remembered already: it is no news."""
    return {str(one.call_id) for one in _of(messages, "function_call") if one.name == "recall"}


def _of(messages: Iterable[Message], kind: str) -> list[Any]:
    return [one for message in messages for one in message.contents if one.type == kind]


def _is_call(content: Content, lost: set[str]) -> bool:
    return content.type == "function_call" and content.call_id in lost
