"""A session of a memory as LangChain's chat message history."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    message_to_dict,
    messages_from_dict,
)

from ...errors import InputError
from ...read.formats import SYSTEMS
from ...types import Message
from ..aio.conversation import AsyncConversation
from ..either import Either, conversation, done
from ..sync.conversation import Conversation
from ..transcript import Json, Said
from .turns import calls, role


class RecollectChatMessageHistory(BaseChatMessageHistory):  # type: ignore[misc]
    """The messages of one conversation, for chains with a `RunnableWithMessageHistory`.

    Every message comes back as it was, and its words are the user's memory like any others. One
    that has an id is kept once. A Memory serves sync and async calls, an AsyncMemory async ones.
    """

    def __init__(
        self,
        memory: Either,
        session_id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
    ) -> None:
        self._whose = [user_id, agent_id, session_id]
        self._kept = conversation(memory, session_id, user_id=user_id, agent_id=agent_id)

    @property
    def messages(self) -> list[BaseMessage]:
        """The messages of the conversation, oldest first."""
        return [_message(*one) for one in self._own.items()]

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Keep messages behind those that are there, all or none."""
        self._own.add(self._said(messages))

    def clear(self) -> None:
        """Erase the conversation, and what was learned from it alone."""
        self._own.clear()

    async def aget_messages(self) -> list[BaseMessage]:
        """The messages of the conversation, oldest first."""
        return [_message(*one) for one in await done(self._kept.items)]

    async def aadd_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Keep messages behind those that are there, all or none."""
        await done(self._kept.add, self._said(messages))

    async def aclear(self) -> None:
        """Erase the conversation, and what was learned from it alone."""
        await done(self._kept.clear)

    @property
    def _own(self) -> Conversation:
        if isinstance(self._kept, AsyncConversation):
            raise InputError("an AsyncMemory is for async calls: use ainvoke, or pass a Memory")
        return self._kept

    def _said(self, messages: Iterable[BaseMessage]) -> list[Said]:
        return [self._one(message) for message in messages]

    def _one(self, message: BaseMessage) -> Said:
        if not isinstance(message, BaseMessage):
            raise InputError(f"a history keeps messages, not {type(message).__name__}")
        item = message_to_dict(message)
        own = None if message.id is None else self._id(item)
        return Said(item, role(message) or "system", list(_lines(message)), id=own)

    def _id(self, item: Json) -> str:
        """The same for the same message of this conversation."""
        made = json.dumps([*self._whose, item], sort_keys=True, default=str)
        return hashlib.sha256(made.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _lines(message: BaseMessage) -> Iterator[str]:
    """What is said in a message, and which tools are called."""
    content: Any = message.content
    if isinstance(content, str):
        yield content
    else:
        for block in content:
            text = block if isinstance(block, str) else block.get("text")
            if isinstance(text, str):
                yield text
    if isinstance(message, AIMessage):
        yield from (f"[tool call {one['name']} {one['arguments']}]" for one in calls(message))


def _message(kept: Message, item: Json | None) -> BaseMessage:
    """A message, also of what somebody else said in the session."""
    if item is not None:
        (made,) = messages_from_dict([item])
        return made
    if kept.role in SYSTEMS:
        return SystemMessage(kept.content)
    return HumanMessage(kept.content) if kept.role == "user" else AIMessage(kept.content)
