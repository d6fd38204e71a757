"""Where a call goes: a memory, whose part of it, and whether it may write."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ...errors import InputError
from ...write import limits
from . import shapes

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory
    from ...read.quarantine import Guard
    from ...types import Context, Hit, Record

Made = TypeVar("Made")


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

    async def framed(self, hits: Sequence[Hit]) -> Context:
        """Some hits as a model should read them."""
        return await self._guarded(lambda guard: shapes.framed(hits, guard))

    async def shown(self, records: Sequence[Record]) -> list[dict[str, Any]]:
        """Some records as resources show them."""
        return await self._guarded(lambda guard: [shapes.record(one, guard) for one in records])

    async def _guarded(self, make: Callable[[Guard], Made]) -> Made:
        return await self.memory._guarded(self.memory._scope(**self.ids), make)

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
