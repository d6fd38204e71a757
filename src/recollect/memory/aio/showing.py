"""From hits to a context: what a model should see before it answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ...orders import Query
from ...read.context import pack
from ...read.leaning import lacking
from ...read.question import read_where
from ...read.relevance import MIN_RELEVANCE
from ...types import Context, Where
from ...write import limits
from .recall import AsyncRecall
from .remember import Moment

BUDGET = 1500
FEWEST = 200
"""The hits that the smallest context chooses from."""
A_HIT = 20
"""A larger one chooses from a hit for every so many tokens."""


class AsyncShowing(AsyncRecall):
    """What was found, as a model reads it."""

    async def context(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> Context:
        """What a model should see before it answers: cited, and never over `budget` tokens."""
        whose: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}
        return await self._shown(query, whose, budget, at=at, where=where)

    async def _shown(
        self,
        query: str,
        whose: Mapping[str, Any],
        budget: int,
        without: Collection[str] = (),
        **asked: Any,
    ) -> Context:
        """What may help, as long as there is room; nothing if none of it is relevant."""
        limits.count(budget, "budget", limits.MAX_BUDGET)
        limit = min(max(FEWEST, budget // A_HIT), limits.MAX_LIMIT)
        found = await self.search(query, limit=limit, min_relevance=0, **whose, **asked)
        hits = [hit for hit in found if hit.id not in without]
        if all(hit.relevance < MIN_RELEVANCE for hit in hits):
            hits = []
        scope, where = limits.scope(**whose), read_where(asked.get("where"))
        core = await self._store.notes(Query(scope, Where(kind="core")))
        before = [turn for hit in lacking(hits) for turn in await self._before(hit)]
        allowed = [turn for turn in before if where.admits(turn) and turn.id not in without]
        return pack(hits, core, budget, allowed, found.degraded)
