"""Agents in and out of a memory: one is read whole, and written in one commit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import Conflict, Stale
from ...memory.aio.learning import RULES
from ...orders import Batch, Cursor, Query
from ...types import Note, Record
from ...write.authors import signed
from ...write.facts import fact, lasting
from ...write.index import passage, puts
from ...write.screen import screened
from ..carried import Carried, of_records, settled
from ..settings import KEY, Settings
from .blocks import AsyncBlocks

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory


class AsyncCarrying:
    """Reads and writes whole agents."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory

    async def read(self, name: str) -> Carried:
        """An agent as it stands, with its words and notes. Shared blocks stay where they live:
        their text comes along as the agent's own."""
        core = AsyncBlocks(self._memory, name)
        settings, _ = await core.settings()
        query = Query(self._memory._scope(None, name), closed=True)
        records: list[Record] = [*await self._memory._living.messages(query)]
        records += await self._memory._living.notes(query)
        return of_records(replace(settings, attached=()), records, await core.all(), name)

    async def write(self, carried: Carried, name: str) -> None:
        """A new agent, all of it or none; Conflict if there is one of this name."""
        scope = self._memory._scope(None, name)
        memory = self._memory.acting_as(name)
        taken = [note for note in await memory._versions(KEY, scope) if note.open]
        if taken:
            raise Conflict(f"there is an agent {name[:80]!r} already; choose another name")
        now = memory._now()

        def kept(key: str, value: Any, kind: str, metadata: Any = None) -> Note:
            return lasting(fact(key, value, scope, now, now), kind, None, metadata)

        state = kept(KEY, carried.settings.as_dict(), "procedural")
        made: list[Record] = [replace(state, text=about(carried.settings))]
        for block in carried.blocks:
            metadata = replace(block, key=block.label).metadata
            made.append(kept(block.label, block.value, "core", metadata))
        made += settled(carried, scope)
        records = [screened(signed(one, name), memory._secrets) for one in made]
        await memory._prepare()
        vectors = await memory._embed([passage(one) for one in records])
        cursor = Cursor(scope.owner, RULES)
        try:
            await memory._commit(Batch(puts(records, vectors), cursors=(cursor,)))
        except Stale:
            raise Conflict(f"there is an agent {name[:80]!r} by now; choose another name") from None
        memory._follow_up()


def about(settings: Settings) -> str:
    """The text of the note that holds an agent's settings."""
    return f"The agent {settings.name}. {settings.description}".strip()
