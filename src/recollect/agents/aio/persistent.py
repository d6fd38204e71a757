"""One named agent: its blocks, its words, its archive, and its turns."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...errors import InputError, ModelError
from ...keep.consolidation import Merge
from ...types import Message, Note
from ...wiring import require_voice
from ...write import limits
from ..archive import EVENT, hidden
from ..block import Block
from ..reply import Reply
from ..settings import CHANGES, Settings
from .blocks import AsyncBlocks
from .loop import AsyncLoop
from .tools import AsyncAgentTools, AsyncRestTools

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory

STEPS, BUDGET = 8, 12_000
"""How often a model may call tools in one turn, and how many tokens a prompt may have."""
BEAT = "[heartbeat] Nobody has written. {why} Do what is to be done, then say briefly what it was."
REST = (
    "[rest] Nobody has written. Look at your core memory and at what was said since you last "
    "rested. Bring the blocks up to date: add what stays true, correct what changed, and write a "
    "block anew with rethink_memory where it is long or in disorder. Leave nothing out that is "
    "still true. Then say briefly what you changed."
)


@dataclass(frozen=True, slots=True)
class Rested:
    """What a rest did: the summary of the conversation, the notes that became one, the blocks that
    have a new version, and what hindered the model, if something did."""

    summary: Note | None = None
    merged: tuple[Merge, ...] = ()
    blocks: tuple[Block, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Equipment:
    """What an agent works with: a model, functions of its program, and bounds. The model is for
    those that name none, or with `strict` for all."""

    llm: Any = None
    tools: tuple[Callable[..., Any], ...] = ()
    steps: int = STEPS
    budget: int = BUDGET
    strict: bool = False


class AsyncPersistentAgent:
    """An agent that goes on from one process to the next; `Agents` makes and finds it.

    Leaving the block ends the conversation for now, as `close` does.
    """

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
        self._with = Equipment()
        self._loop: AsyncLoop | None = None
        self._made_with: tuple[Any, ...] = ()

    async def __aenter__(self) -> AsyncPersistentAgent:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def settings(self) -> Settings:
        """Its system text, its model, its tools, and which blocks it shares."""
        return (await self.core.settings())[0]

    async def configure(self, **changes: Any) -> Settings:
        """Change settings: `system`, `llm`, `tools`, `description`, `tags` or `metadata`."""
        unknown = sorted(set(changes) - {*CHANGES})
        if unknown:
            raise InputError(f"{unknown[0]!r} is no setting to change: {', '.join(CHANGES)} are")
        if changes.get("llm") is not None:
            require_voice(limits.identifier(changes["llm"], "llm"))
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

    async def chat(self, text: str) -> Reply:
        """Say something, and get the answer; the model may use its tools before that."""
        return await (await self._looping()).chat(text)

    async def stream(self, text: str) -> AsyncGenerator[str, None]:
        """The same in pieces, as they come."""
        loop = await self._looping()
        async with aclosing(loop.stream(text)) as pieces:
            async for piece in pieces:
                yield piece

    async def heartbeat(self, why: str = "Some time has passed.") -> Reply:
        """A turn that no user began, such as a timer's. It is kept, and `messages` does not show
        it unless asked to."""
        loop = (await self._looping(anew=True)).of("heartbeat")
        return await loop.chat(BEAT.format(why=why))

    async def rest(self) -> Rested:
        """Between conversations: sum up, merge notes that say the same, and let the model bring
        the blocks up to date. Nothing is removed: each change is a version with a past."""
        loop = await self._looping()
        summary = await loop.session.end()
        merged = await self.memory.consolidate(user_id=self.user_id, agent_id=self.name)
        before = {one.label: one.version for one in await self.blocks()}
        trouble = await self._rethought(before)
        blocks = [one for one in await self.blocks() if before.get(one.label) != one.version]
        return Rested(summary, tuple(merged), tuple(blocks), trouble)

    async def messages(self, last: int | None = None, *, hidden_too: bool = False) -> list[Message]:
        """What was said in the conversation, the newest last; with `hidden_too` also calls of
        tools, their results, heartbeats and rests."""
        newest = None if last is None else limits.count(last, "last", limits.MAX_LIST)
        found = await self.memory.messages(
            session_id=self.session_id,
            user_id=self.user_id,
            agent_id=self.name,
            last=newest if hidden_too else None,
        )
        shown = found if hidden_too else [one for one in found if not hidden(one)]
        return shown if newest is None else shown[-newest:]

    async def archive(self, text: str, tags: Sequence[str] = ()) -> Note:
        """Keep a note in its archive, as its tool does."""
        return await AsyncAgentTools(self.core).archive(text, list(tags))

    async def archived(
        self, query: str | None = None, *, tags: Sequence[str] = (), limit: int = 10
    ) -> list[Note]:
        """Notes of its archive: the best for a question, or the newest."""
        return await AsyncAgentTools(self.core).archived(query, tags, limit)

    async def tools(self) -> AsyncAgentTools:
        """The tools that its model may call: functions, schemas for each provider, and `call`."""
        return self._tools(await self.settings())

    async def close(self) -> None:
        """End the conversation for now: a summary of it is kept."""
        if self._loop is not None:
            await self._loop.close()

    def _equip(self, equipment: Equipment) -> None:
        self._with = equipment

    def _tools(self, settings: Settings) -> AsyncAgentTools:
        return AsyncAgentTools(self.core, settings.tools, self._with.tools)

    async def _looping(self, anew: bool = False, tools: AsyncAgentTools | None = None) -> AsyncLoop:
        """The loop of its turns: another once it has another model, or other tools."""
        settings = await self.settings()
        llm = self._with.llm if settings.llm is None or self._with.strict else settings.llm
        made_with = (llm, settings.tools)
        if self._loop is not None and not anew and self._made_with == made_with:
            return self._loop
        made = AsyncLoop(
            self.core,
            llm,
            session_id=self.session_id,
            budget=self._with.budget,
            steps=self._with.steps,
            tools=list(self._tools(settings) if tools is None else tools),
        )
        if not anew:
            self._loop, self._made_with = made, made_with
        return made

    async def _rethought(self, versions: dict[str, str]) -> str:
        """Let the model look at the blocks, if there is one and something new was said."""
        said = await self.messages(1, hidden_too=True)
        if not said or said[-1].metadata.get(EVENT) == "rest":
            return ""
        tools = AsyncRestTools(self.core, dict(versions))
        loop = (await self._looping(anew=True, tools=tools)).of("rest")
        if loop.model == "offline":
            return ""
        try:
            await loop.chat(REST)
        except ModelError as error:
            return str(error)
        return ""
