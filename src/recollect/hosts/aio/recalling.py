"""What a model should see of a memory in a framework's own loop, beside what it is sent anyway."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...memory.aio.shell import log
from ...read.context import pack
from ...read.relevance import MIN_RELEVANCE
from ...types import Context, Hit, Note
from ...write import limits
from ...write.limits import share

BUDGET = 1500
HITS = 50
"""What is shown is chosen from so many."""


class AsyncRecall:
    """What is remembered of a user or an agent, under a budget."""

    def __init__(
        self,
        memory: AsyncMemory,
        *,
        user_id: str | None,
        agent_id: str | None,
        budget: int,
        min_relevance: float = MIN_RELEVANCE,
    ) -> None:
        if not isinstance(memory, AsyncMemory):
            raise InputError(f"memory must be AsyncMemory, not {type(memory).__name__}")
        limits.scope(user_id, agent_id)
        self._memory = memory
        self._budget = limits.count(budget, "budget", limits.MAX_BUDGET)
        self._least = share(min_relevance, "min_relevance")
        self._whose: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}

    async def beside(self, said: Sequence[tuple[str, str]], budget: int | None = None) -> Context:
        """What helps with the newest words of a user among those who say something, and is not
        among what they say."""
        asked = next((text for role, text in reversed(said) if role == "user"), "")
        sent = {text for _, text in said}
        return await self.context(asked, lambda hit: hit.text in sent, budget)

    async def context(
        self, asked: str, is_seen: Callable[[Hit], bool], budget: int | None = None
    ) -> Context:
        """What helps with some words and is not seen already, in its frame; empty if nothing.

        Trouble with memory never keeps a model from its call.
        """
        most = self._budget if budget is None else budget
        try:
            hits, core = await self._found(limits.storable(asked)[: limits.MAX_QUERY])
            new = [hit for hit in hits if not is_seen(hit)]
            return await self._memory._guarded(
                self._memory._scope(**self._whose),
                lambda guard: pack(new, core, most, guard=guard),
            )
        except Exception as error:
            log.warning("the model is asked without memory: %s", error)
            return pack([], [], most)

    async def _found(self, words: str) -> tuple[Sequence[Hit], Sequence[Note]]:
        memory, whose = self._memory, self._whose
        how: dict[str, Any] = {"limit": HITS, "min_relevance": self._least, **whose}
        hits = await memory.search(words, **how) if words.strip() else []
        return hits, await memory.notes(kind="core", **whose)
