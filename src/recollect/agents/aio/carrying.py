"""Agents in and out of a memory: one is read whole, and written in one commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import Conflict, Stale
from ...memory.aio.learning import RULES
from ...orders import Batch, Cursor
from ...types import Note, Record
from ...write.facts import fact, lasting
from ..carried import Carried, of_records, settled
from ..settings import KEY, Settings, is_one, of_note
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
        records: list[Record] = [*await self._memory.messages(agent_id=name)]
        records += await self._memory.notes(agent_id=name, closed=True)
        return of_records(replace(settings, attached=()), records, await core.all(), name)

    async def list(self) -> Sequence[Settings]:
        """The agents there are, each by the name that the other calls take: one that Letta's client
        made is also called something else."""
        return [replace(of_note(note), name=note.agent_id or "") for note in await self.notes()]

    async def notes(self) -> Sequence[Note]:
        """The notes that hold the agents' settings; `agent_id` is the id of each."""
        found: Sequence[Note] = ()
        for info in await self._memory.owners():
            if info.owner.kind == "agent":
                scope = self._memory._scope(None, info.owner.id)
                notes = await self._memory._versions(KEY, scope)
                found = [*found, *(one for one in notes if one.open and is_one(one.value))]
        return found

    async def copy(self, name: str, new: str) -> None:
        """A second agent like one; what it shares stays shared."""
        settings, _ = await AsyncBlocks(self._memory, name).settings()
        carried = await self.read(name)
        own = tuple(one for one in carried.blocks if not one.shared)
        await self.write(replace(carried, settings=replace(settings, name=new), blocks=own), new)

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
        records = [memory._entering(one) for one in made]
        await memory._prepare()
        batch = Batch(await memory._puts(records), cursors=(Cursor(scope.owner, RULES),))
        try:
            await memory._commit(batch)
        except Stale:
            raise Conflict(f"there is an agent {name[:80]!r} by now; choose another name") from None
        memory._follow_up()


def about(settings: Settings) -> str:
    """The text of the note that holds an agent's settings."""
    return f"The agent {settings.name}. {settings.description}".strip()
