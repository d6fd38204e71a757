"""The messages of LlamaIndex's `Memory`, kept in a memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus

from ...errors import NotFound
from ...write import limits
from ..either import Conversations, Either, done
from ..transcript import Said
from .messages import IDS, Owner, answered, items, restored

ACTIVE = MessageStatus.ACTIVE
STATUS, MOVED = "status", "moved"
"""What became of messages: words are never rewritten, so it is an item of its own that says it."""


class RecollectChatStore(AsyncDBChatStore):  # type: ignore[misc]
    """Where a `Memory` of LlamaIndex keeps its messages: `Memory.from_defaults(chat_store=…)`.

    A key is a session of the user or the agent. Every message comes back as it was, and its words
    are remembered like any others, from the moment that it is said. Several processes may use one
    memory. A Memory works as well as an AsyncMemory. Close the memory, not this.
    """

    _memory: Any = PrivateAttr()
    _owner: Owner = PrivateAttr()
    _open: Conversations = PrivateAttr()

    def __init__(
        self, memory: Either, *, user_id: str | None = None, agent_id: str | None = None
    ) -> None:
        super().__init__()
        self._memory, self._owner = memory, (user_id, agent_id)
        self._open = Conversations(memory)
        self._conversation("any")  # which says at once if something is wrong with these
        limits.scope(user_id, agent_id)

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """The messages of a key with a status, or with any; oldest first."""
        start = offset or 0
        found = list((await self._found(key, status)).values())
        return found[start:] if limit is None else found[start : start + limit]

    async def count_messages(self, key: str, status: MessageStatus | None = ACTIVE) -> int:
        """How many messages a key has with a status, or with any."""
        return len(await self._found(key, status))

    async def add_message(
        self, key: str, message: ChatMessage, status: MessageStatus = ACTIVE
    ) -> None:
        """Keep a message behind those that are there."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = ACTIVE
    ) -> None:
        """Keep messages behind those that are there, all or none."""
        marks = {} if status is ACTIVE else {STATUS: status.value}
        said = [replace(one, marks={**one.marks, **marks}) for one in items(messages)]
        await done(self._conversation(key).add, said)

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = ACTIVE
    ) -> None:
        """Make these the messages of a key. Those that it begins with already stay, others go."""
        had = await self._found(key)
        alike = await self._found(key, status)
        same = _same(list(had.values()), messages)
        ids = list(had)
        await self._move(key, [own for own in ids[:same] if own not in alike], status)
        await self.add_messages(key, messages[same:], status)
        await self._delete(ids[same:])  # last, so that nothing is lost on the way

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Delete the message at a place, counted from 0 and whatever its status, and return it."""
        found = list((await self._found(key)).items())
        if not 0 <= idx < len(found):
            return None
        own, message = found[idx]
        await self._delete([own])
        return message

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Erase the messages of a key, or delete those with a status, and what was learned from
        them alone."""
        if status is None:
            await done(self._conversation(key).clear)
        else:
            await self._delete(list(await self._found(key, status)))

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Delete the oldest active messages of a key, and return them."""
        found = await self._oldest(key, n)
        await self._delete(list(found))
        return list(found.values())

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """From now on the oldest active messages of a key are archived; return them."""
        found = await self._oldest(key, n)
        await self._move(key, list(found), MessageStatus.ARCHIVED)
        return list(found.values())

    async def get_keys(self) -> list[str]:
        """The sessions of the owner."""
        user_id, agent_id = self._owner
        found = await done(self._memory.sessions, user_id=user_id, agent_id=agent_id)
        return [info.session_id for info in found]

    @classmethod
    def class_name(cls) -> str:
        """The class name."""
        return "RecollectChatStore"

    async def _found(self, key: str, status: MessageStatus | None = None) -> dict[str, ChatMessage]:
        """The messages of a key with a status, or with any, by their ids."""
        found: dict[str, ChatMessage] = {}
        states: dict[str, str] = {}
        for message, item in await done(self._conversation(key).items):
            if item is not None and MOVED in item:
                states |= dict.fromkeys(item[MOVED], item[STATUS])
                continue
            found[message.id] = restored(message, item)
            states[message.id] = message.metadata.get(STATUS, ACTIVE.value)
            IDS.put(found[message.id], self._owner, message.id)
        wanted = {status.value} if status else set(states.values())
        return {own: one for own, one in answered(found).items() if states[own] in wanted}

    async def _oldest(self, key: str, n: int) -> dict[str, ChatMessage]:
        return dict(list((await self._found(key, ACTIVE)).items())[: max(n, 0)])

    async def _move(self, key: str, ids: Sequence[str], status: MessageStatus) -> None:
        if ids:
            item = {MOVED: list(ids), STATUS: status.value}
            await done(self._conversation(key).add, [Said(item, "system")])

    async def _delete(self, ids: Sequence[str]) -> None:
        user_id, agent_id = self._owner
        for own in ids:
            try:
                await done(self._memory.delete, own, user_id=user_id, agent_id=agent_id)
            except NotFound:  # somebody else was faster
                continue

    def _conversation(self, key: str) -> Any:
        return self._open.of(key, *self._owner)


def _same(had: Sequence[ChatMessage], given: Sequence[ChatMessage]) -> int:
    """How many messages both begin with."""
    pairs = enumerate(zip(had, given, strict=False))
    return next((n for n, (one, other) in pairs if one != other), min(len(had), len(given)))
