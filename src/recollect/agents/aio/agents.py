"""Named agents that outlive a process: made, listed, carried, and taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import Conflict, InputError, NotFound, Stale
from ...receipts import Receipt
from ...wiring import DEFAULT, require_voice
from ..block import Block, block, checked, of_note, owned
from ..carried import Carried, as_text, given, of_plain
from ..lettafile import from_af, is_af, to_af
from ..settings import SYSTEM, Settings, agent_name, of_dict, placed, team
from .carrying import AsyncCarrying
from .persistent import BUDGET, STEPS, AsyncPersistentAgent, Equipment
from .served import AsyncServed

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory


class AsyncAgents:
    """The agents of a memory, by name.

    `llm` is the model of those that name none, or with `strict` of all: "anthropic:…", "openai:…",
    …, a function of messages, or None to be offline; else that of RECOLLECT_LLM. `tools` are Python
    functions that all of them may call beside their own, `steps` is how often in one turn, and
    `budget` how many tokens a prompt may have.
    """

    def __init__(
        self,
        memory: AsyncMemory,
        llm: Any = DEFAULT,
        *,
        tools: Iterable[Callable[..., Any]] = (),
        steps: int = STEPS,
        budget: int = BUDGET,
        strict: bool = False,
    ) -> None:
        self.memory = memory
        self._with = Equipment(llm, tuple(tools), steps, budget, strict)
        self._carrying = AsyncCarrying(memory) if memory._wire is None else AsyncServed(memory)

    async def create(
        self,
        name: str,
        *,
        persona: str | None = None,
        human: str | None = None,
        blocks: Iterable[Block] = (),
        system: str = SYSTEM,
        llm: str | None = None,
        **about: Any,
    ) -> AsyncPersistentAgent:
        """Make an agent. Conflict if there is one of this name.

        `persona` and `human` are its usual two blocks, `blocks` are more of them; those of a team
        are shared. `about` may be `tools` (names of its own tools; all by default), `description`,
        `tags` and `metadata`.
        """
        made = list(_usual(persona, human)) + [owned(one) for one in blocks]
        labels = [one.label for one in made]
        if len({*labels}) < len(labels):
            raise InputError("two blocks have one label; each needs its own")
        unknown = sorted(set(about) - {"tools", "description", "tags", "metadata"})
        if unknown:
            raise InputError(f"an agent has no {unknown[0]!r}")
        settings = of_dict({"name": agent_name(name), "system": system, "llm": llm, **about})
        if settings.llm is not None:
            require_voice(settings.llm)
        own = tuple(one for one in made if not one.version)
        await self._carrying.write(Carried(settings, own), name)
        agent = await self.get(name)
        for one in made:
            if one.version:
                await agent.attach(one)
        return agent

    async def get(
        self, name: str, *, user_id: str | None = None, session_id: str | None = None
    ) -> AsyncPersistentAgent:
        """An agent, towards one user if that is said; NotFound if there is none of this name.

        Without `session_id` it goes on with its one conversation.
        """
        agent = AsyncPersistentAgent(
            self.memory, agent_name(name), user_id=user_id, session_id=session_id
        )
        await agent.settings()
        agent._equip(self._with)
        return agent

    async def list(self) -> list[Settings]:
        """The agents there are, by name."""
        return sorted(await self._carrying.list(), key=lambda one: one.name)

    async def delete(self, name: str) -> Receipt:
        """Erase an agent: its settings, blocks, words and notes. What it shared with others, and
        what belongs to its users, stays with them."""
        await self.get(name)
        return await self.memory.erase(agent_id=name)

    async def clone(self, name: str, new: str) -> AsyncPersistentAgent:
        """A second agent like one: settings, blocks, words and notes; shared blocks stay shared."""
        await self._carrying.copy(agent_name(name), agent_name(new))
        return await self.get(new)

    async def export(self, name: str, form: str = "dict") -> Any:
        """An agent's whole state: a dict, or text as "json", "yaml" or "af" (Letta's file)."""
        carried = await self._carrying.read(agent_name(name))
        if form == "af":
            return as_text(to_af([carried]), "json")
        return carried.as_dict() if form == "dict" else as_text(carried.as_dict(), form)

    async def import_(
        self, state: str | Path | Mapping[str, Any], *, name: str | None = None
    ) -> AsyncPersistentAgent:
        """An agent from its state: a dict, text as `export` writes it, Letta's file, or the path
        of a file. `name` is another name for it. Of a file with several agents, the first."""
        value = given(state)
        carried = from_af(value)[0] if is_af(value) else of_plain(value)
        called = agent_name(carried.settings.name if name is None else name)
        await self._carrying.write(
            replace(carried, settings=replace(carried.settings, name=called)), called
        )
        return await self.get(called)

    async def share(self, block: Block, *, team_name: str | None = None, **owner: Any) -> Block:
        """Keep a block that several agents share: of a team, or of a user (`user_id=…`). Conflict
        if there is one of this label."""
        sharing = checked(block)
        made = replace(sharing, key=sharing.key or sharing.label)
        whose = owner if team_name is None else {"agent_id": team(team_name)}
        self.memory._scope(**placed(whose))
        try:
            note = await self.memory.set(
                made.key, made.value, kind="core", metadata=made.metadata, if_version="", **whose
            )
        except Stale:
            raise Conflict(
                f"a block {made.label!r} is shared there already; read it with agents.shared, "
                "attach it, and change it with set_block"
            ) from None
        return of_note(note, shared=True)

    async def shared(self, label: str, *, team_name: str | None = None, **owner: Any) -> Block:
        """A shared block as it stands; NotFound if there is none of this label."""
        whose = owner if team_name is None else {"agent_id": team(team_name)}
        for note in await self.memory._versions(label, self.memory._scope(**placed(whose))):
            if note.open:
                return of_note(note, shared=True)
        raise NotFound(f"nobody shares a block {str(label)[:80]!r} there")


def _usual(persona: str | None, human: str | None) -> Iterable[Block]:
    if persona is not None:
        yield block("persona", persona, description="Who you are, and how you speak.")
    if human is not None:
        yield block("human", human, description="Whom you speak with, and what you know of them.")
