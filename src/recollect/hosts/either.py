"""A memory of either colour in a framework that is async."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from ..errors import InputError
from ..memory.aio.door import AsyncMemory
from ..memory.sync.door import Memory
from .aio.conversation import AsyncConversation
from .aio.recalling import AsyncRecall
from .sync.conversation import Conversation
from .sync.recalling import Recall

Either = Memory | AsyncMemory
P = ParamSpec("P")
T = TypeVar("T")


async def done(
    method: Callable[P, T] | Callable[P, Awaitable[T]], *given: P.args, **named: P.kwargs
) -> T:
    """What a method gives: awaited, or from a thread if it is a plain one."""
    if iscoroutinefunction(method):
        awaited: T = await method(*given, **named)
        return awaited
    plain: Any = method
    return await asyncio.to_thread(plain, *given, **named)


def either(memory: Either) -> Either:
    """The memory, if it is one."""
    if not isinstance(memory, Memory | AsyncMemory):
        raise InputError(f"memory must be a Memory or AsyncMemory, not {type(memory).__name__}")
    return memory


def awaited(memory: AsyncMemory) -> AsyncMemory:
    """The memory, if it is one for an async loop alone."""
    if not isinstance(memory, AsyncMemory):
        raise InputError(f"this needs an AsyncMemory, not {type(memory).__name__}")
    return memory


def conversation(
    memory: Either, session_id: str, *, user_id: str | None, agent_id: str | None
) -> Conversation | AsyncConversation:
    """A session of a memory, in the memory's own colour."""
    if isinstance(memory, AsyncMemory):
        return AsyncConversation(memory, session_id, user_id=user_id, agent_id=agent_id)
    return Conversation(memory, session_id, user_id=user_id, agent_id=agent_id)


class Conversations:
    """The sessions of a memory that are in use: one object for each, so that what is added to it
    takes turns."""

    def __init__(self, memory: Either) -> None:
        self._memory = memory
        self._open = WeakValueDictionary[tuple[str | None, ...], Any]()

    def of(self, session_id: str, user_id: str | None, agent_id: str | None) -> Any:
        """A session of a user or an agent."""
        key = session_id, user_id, agent_id
        made = self._open.get(key)
        if made is None:
            made = conversation(self._memory, session_id, user_id=user_id, agent_id=agent_id)
            self._open[key] = made
        return made


def recalling(memory: Either, **how: Any) -> Recall | AsyncRecall:
    """What is recalled from a memory, in the memory's own colour."""
    return AsyncRecall(memory, **how) if isinstance(memory, AsyncMemory) else Recall(memory, **how)
