"""The turns of a persistent agent: its blocks are read anew before each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...read.formats import Prompt
from ...types import Message, Record
from ...write import limits
from ..archive import EVENT
from ..block import rendered
from .agent import AsyncAgent
from .blocks import AsyncBlocks


class AsyncLoop(AsyncAgent):
    """A chat loop whose system text is the agent's own, with its blocks behind it."""

    def __init__(
        self,
        core: AsyncBlocks,
        llm: Any,
        *,
        session_id: str,
        budget: int,
        steps: int,
        tools: Sequence[Callable[..., Any]],
    ) -> None:
        super().__init__(
            core.memory,
            llm,
            user_id=core.user_id,
            agent_id=core.agent_id,
            session_id=session_id,
            pattern="summary",
            budget=budget,
            tools=tools,
        )
        self._core, self._event = core, ""
        self._steps = limits.count(steps, "steps", limits.MAX_LIMIT)

    def of(self, event: str) -> AsyncLoop:
        """The same for a turn that no user began; the user does not see it."""
        self._event = event
        return self

    async def _prompt(self, sources: dict[str, Record]) -> Prompt:
        settings, _ = await self._core.settings()
        shown = rendered(await self._core.all())
        self.session.system = f"{settings.system}\n\n{shown}" if shown else settings.system
        return await super()._prompt(sources)

    async def _hear(self, text: str) -> Message:
        await self._core.settings()  # of one that was deleted nothing more is kept
        if not self._event:
            return await super()._hear(text)
        (kept,) = await self._keep([{"role": "user", "content": text}])
        return kept

    async def _keep(self, chat: list[dict[str, Any]], learn: Any = None) -> tuple[Message, ...]:
        await self._core.settings()
        if not self._event:
            return await super()._keep(chat, learn)
        marked = [{**one, "metadata": {**one.get("metadata", {}), EVENT: self._event}}
                  for one in chat]  # fmt: skip
        return await super()._keep(marked, "never")
