"""One named agent: its blocks, its words, its archive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...write import limits
from ..block import Block
from ..settings import Settings
from .blocks import AsyncBlocks

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory


class AsyncPersistentAgent:
    """An agent that goes on from one process to the next; `Agents` makes and finds it."""

    def __init__(
        self,
        memory: AsyncMemory,
        name: str,
        *,
        user_id: str | None = None,
        session_id: str | None = None,
    ) -> None:
        self.name = name
        self.user_id = None if user_id is None else limits.identifier(user_id, "user_id")
        self.session_id = name if session_id is None else session_id
        self.core = AsyncBlocks(memory, name, self.user_id)
        self.memory = self.core.memory
        self._llm: Any = None
        self._tools: tuple[Callable[..., Any], ...] = ()

    def _equip(self, llm: Any, tools: Iterable[Callable[..., Any]]) -> None:
        self._llm, self._tools = llm, tuple(tools)

    async def settings(self) -> Settings:
        """Its system text, its model, its tools, and which blocks it shares."""
        return (await self.core.settings())[0]

    async def configure(self, **changes: Any) -> Settings:
        """Change settings: `system`, `llm`, `tools`, `description`, `tags` or `metadata`."""
        return await self.core.configure(lambda old: replace(old, **changes))

    async def blocks(self) -> list[Block]:
        """What it always has in view."""
        return await self.core.all()

    async def block(self, label: str) -> Block:
        """The block of a label."""
        return await self.core.one(label)

    async def add_block(self, block: Block) -> Block:
        """One more block of its own; Conflict if there is one of this label."""
        return await self.core.add(block)

    async def set_block(
        self,
        label: str,
        value: str | None = None,
        *,
        limit: int | None = None,
        read_only: bool | None = None,
        description: str | None = None,
        if_version: str | None = None,
        force: bool = False,
    ) -> Block:
        """Change a block: a new version of it. `if_version` is the version that was read: if
        another stands by now that is a `Stale`. `force` changes a read-only one."""
        return await self.core.change(
            label,
            value=value,
            limit=limit,
            read_only=read_only,
            description=description,
            if_version=if_version,
            force=force,
        )

    async def remove_block(self, label: str) -> None:
        """Take a block of its own away, or share one no longer."""
        await self.core.remove(label)

    async def attach(self, block: Block) -> Block:
        """Share a block that lives elsewhere: see `Agents.share`."""
        return await self.core.attach(block)

    async def detach(self, label: str) -> None:
        """Share a block no longer; it stays where it lives."""
        await self.core.detach(label)
