"""What a session's prompt shows of a memory beside the turns, each part under its own budget."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ... import text
from ...orders import Query
from ...read.graph import Walk, When
from ...read.leads import leads
from ...read.steady import related, steady
from ...read.turns import Count
from ...text.names import mentions
from ...types import Context, Note, Scope, Where
from ...write.facts import current
from ...write.summary.note import OVER
from .showing import AsyncShowing
from .summing import AsyncSumming

HOPS, EDGES = 3, 64
"""How far the relations of those whom the last turns name are followed, and how many are."""
TRIES = 4


class AsyncPrompting(AsyncShowing, AsyncSumming):
    """Memory as a session shows it."""

    async def _kept_in_view(
        self, whose: Scope | None, told: Note | None, budget: int, count: Count
    ) -> str:
        """What stays the same from turn to turn: core notes and summaries."""
        core, before = list[Note](), None
        if whose is not None:
            core = await self._living.notes(Query(whose, Where(kind="core")))
            before = current(await self._living.notes(Query(whose, keys=(OVER,))), whose)
        scope = whose or (Scope() if told is None else told.scope)
        return await self._guarded(
            scope, lambda guard: steady(core, before, told, budget, count, guard)
        )

    async def _named(
        self, whose: Scope, said: Sequence[str], budget: int, count: Count
    ) -> tuple[str, list[Note]]:
        """The relations of those whom some words name, as text, and the notes that state them."""
        names = dict.fromkeys(name for words in said for name in mentions(words))
        walk = Walk(names, HOPS, EDGES)
        await self._walked(walk, whose, When(self._now()))
        fit = leads(walk, text.query_terms(" ".join(said)))
        shown = await self._guarded(
            whose, lambda guard: related(walk.edges, fit, budget, count, guard)
        )
        return shown, [edge.note for edge in walk.edges] if shown else []

    async def _fitting(
        self,
        asked: str,
        whose: Scope,
        budget: int,
        count: Count,
        without: Collection[str],
        core: bool,
        min_relevance: float = 0.0,
        most: int | None = None,
    ) -> Context:
        """A context that fits by whatever counter; by its own estimate it always does."""
        ids = {"user_id": whose.user_id, "agent_id": whose.agent_id}
        size, sought = budget, None
        for _ in range(TRIES):
            if sought is None or self._reranker is None:  # which is asked once for one prompt
                sought = await self._sought(asked, ids, size, min_relevance, most=most)
            shown = await self._packed(sought, size, without, core=core)
            cost = count(shown.text) if shown.text else 0
            if cost <= budget:
                return shown
            size = size * budget // (cost + 1)
            if size < 1:
                break
        return Context("", 0, budget)

    async def _summed_up_if_many(self, whose: Scope) -> None:
        """The summary over all sessions, once there is more than one."""
        if len(await self._summaries(whose)) > 1:
            await self._summed_up(whose)
