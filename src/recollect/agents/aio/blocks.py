"""An agent's blocks in its memory: reading, editing, sharing. Each edit is a new version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import Conflict, InputError, NotFound, Stale
from ...types import Note
from .. import settings as state
from ..block import Block, changed, of_note, ordered, owned
from ..settings import Ref, Settings, placed

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory


class AsyncBlocks:
    """The core memory of one agent, towards one user if it is bound to one.

    What an agent learns with a user stays with that user: an edit of the agent's own block is
    then made for this user, in the scope of both. A shared block is edited where it lives.
    """

    def __init__(self, memory: AsyncMemory, agent_id: str, user_id: str | None = None) -> None:
        self.memory = memory.acting_as(agent_id)
        self.agent_id = agent_id
        self.user_id = user_id

    @property
    def own(self) -> dict[str, str]:
        """Where edits of the agent's own blocks go."""
        user = {} if self.user_id is None else {"user_id": self.user_id}
        return {**user, "agent_id": self.agent_id}

    async def settings(self) -> tuple[Settings, Note]:
        """The agent's settings, and the note that holds them."""
        for note in await self.memory._versions(state.KEY, self.memory._scope(None, self.agent_id)):
            if note.open:
                return state.of_note(note), note
        raise NotFound(f"there is no agent {self.agent_id[:80]!r} here; create it first")

    async def configure(self, change: Callable[[Settings], Settings]) -> Settings:
        """Change the settings: a new version of their note, made from the one that stands."""
        while True:
            old, note = await self.settings()
            new = state.checked(change(old))
            if new == old:
                return new
            try:
                await self.memory.update(
                    note.id, value=new.as_dict(), text=note.text, agent_id=self.agent_id
                )
                return new
            except Stale:
                continue  # somebody else changed them meanwhile: read again

    async def all(self) -> list[Block]:
        """Every block in view, in an order that no edit changes."""
        settings, _ = await self.settings()
        found = {one.label: one for one in await self._kept({"agent_id": self.agent_id})}
        if self.user_id is not None:
            found |= {one.label: one for one in await self._kept(self.own)}
        for ref in settings.attached:
            shared = await self._shared(ref)
            if shared is not None:
                found[shared.label] = shared
        return ordered(found.values())

    async def one(self, label: str) -> Block:
        """The block of a label; NotFound says which there are."""
        blocks = await self.all()
        for block in blocks:
            if block.label == label:
                return block
        known = ", ".join(block.label for block in blocks) or "none"
        raise NotFound(f"there is no block {str(label)[:80]!r}; there are: {known}")

    async def add(self, block: Block) -> Block:
        """One more block of the agent's own."""
        made = replace(owned(block), key=block.label)
        if any(one.label == made.label for one in await self.all()):
            raise Conflict(f"there is a block {made.label!r} already; change that")
        return await self._create(made, self.own)

    async def change(
        self, label: str, *, if_version: str | None = None, force: bool = False, **changes: Any
    ) -> Block:
        """A block with some parts changed. With `if_version`, only if that version stands."""
        return await self.edit(
            label, lambda old: changed(old, force=force, **changes), if_version=if_version
        )

    async def edit(
        self, label: str, edit: Callable[[Block], Block], *, if_version: str | None = None
    ) -> Block:
        """Make a new version of a block from the one that stands. Without `if_version` it is
        made again if somebody was faster; with it that is a `Stale`."""
        while True:
            old = await self.one(label)
            new = edit(old)
            if new == old and if_version in (None, old.version):
                return old
            try:
                return await self._put(old, new, if_version)
            except Stale:
                if if_version is not None:
                    raise

    async def remove(self, label: str) -> None:
        """Take a block of the agent's own away; a shared one is only detached."""
        block = await self.one(label)
        if block.shared:
            await self.detach(label)
        else:
            await self.memory.delete(block.version, **block.owner)

    async def attach(self, block: Block) -> Block:
        """Share a block that lives elsewhere: a team's, a user's, or another agent's."""
        if not block.version:
            raise InputError("keep the block first: agents.share(block, team_name=…)")
        if any(one.label == block.label for one in await self.all()):
            raise Conflict(f"there is a block {block.label!r} already; detach or rename it first")
        ref = Ref(block.key, block.user_id, block.agent_id)
        await self.configure(lambda old: old.with_ref(ref))
        return replace(block, shared=True)

    async def detach(self, label: str) -> None:
        """Share a block no longer. It stays where it lives."""
        block = await self.one(label)
        if not block.shared:
            raise InputError(f"the block {label!r} is the agent's own; remove it instead")
        ref = Ref(block.key, block.user_id, block.agent_id)
        await self.configure(lambda old: old.without(ref))

    async def _kept(self, owner: dict[str, str]) -> list[Block]:
        """The core facts of exactly this owner."""
        wanted = self.memory._scope(**placed(owner))
        notes = await self.memory.notes(
            kind="core", user_id=wanted.user_id, agent_id=wanted.agent_id
        )
        return [
            of_note(note)
            for note in notes
            if note.key and (note.user_id, note.session_id) == (wanted.user_id, None)
        ]

    async def _shared(self, ref: Ref) -> Block | None:
        """A shared block, if it is still there."""
        versions = await self.memory._versions(ref.key, self.memory._scope(**placed(ref.owner)))
        return next((of_note(note, shared=True) for note in versions if note.open), None)

    async def _put(self, old: Block, new: Block, if_version: str | None) -> Block:
        own = self.own
        if not old.shared and old.owner != own:  # the agent's own, changed for one user
            if if_version not in (None, old.version):
                raise await self._overtaken(old)
            return await self._create(new, own)
        note = await self.memory.update(
            old.version,
            value=new.value,
            metadata=new.metadata,
            if_version=old.version if if_version is None else if_version,
            **old.owner,
        )
        return of_note(note, shared=old.shared)

    async def _create(self, block: Block, owner: dict[str, str]) -> Block:
        note = await self.memory.set(
            block.key, block.value, kind="core", metadata=block.metadata, if_version="", **owner
        )
        return of_note(note)

    async def _overtaken(self, old: Block) -> Stale:
        note = await self.memory.get(old.version, **old.owner)
        assert isinstance(note, Note), "a block is a note"
        return Stale(f"another version stands; retry with if_version={note.id!r}", note)
