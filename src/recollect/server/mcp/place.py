"""Where a call goes: a memory, whose part of it, and whether it may write."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from ...errors import InputError
from ...write import limits

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory


@dataclass(frozen=True, slots=True)
class Place:
    """One caller's part of a memory."""

    memory: AsyncMemory
    user_id: str | None
    agent_id: str | None = None
    writes: bool = True

    @property
    def ids(self) -> dict[str, Any]:
        """As the front door takes them."""
        return {"user_id": self.user_id, "agent_id": self.agent_id}

    def may_write(self) -> None:
        """Refuse a write that the caller's key does not allow."""
        if not self.writes:
            raise InputError("this key may only read; use one with the scope write")


Seat: TypeAlias = "Callable[[str | None], Awaitable[Place]]"
"""Finds the place of a call, given the user that the client named, where it may name one."""


def fixed(
    memory: Callable[[], Awaitable[AsyncMemory]], user_id: str | None, agent_id: str | None = None
) -> Seat:
    """One memory and one user for all calls, unless the client may choose the user and does."""

    async def seat(user: str | None = None) -> Place:
        named = user_id if user is None else limits.identifier(user, "user_id")
        return Place(await memory(), named, agent_id)

    return seat
