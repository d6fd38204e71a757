"""From hits to a context: what a model should see before it answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ...keep.decay import FADES, last_use
from ...orders import Query
from ...read.context import pack
from ...read.findings import tells
from ...read.leaning import lacking
from ...read.quarantine import Guard
from ...read.question import Question, question
from ...read.relevance import MIN_RELEVANCE
from ...times import Moment
from ...types import Context, Hits, Scope, Where
from ...write import limits
from .finding import POOL
from .recall import AsyncRecall

BUDGET = 1500
FEWEST = 200
"""The hits that the smallest context chooses from."""
FEW = 32
"""Where few hits are wanted, they are chosen from as few: of ten, 99 % are the same."""
A_USE = timedelta(days=1)
"""A use counts once in so long, so that reading does not mean writing."""
OWNERS = 10_000
"""Of so many owners what was shown is remembered until they write: many may never."""
A_HIT = 20
"""A larger one chooses from a hit for every so many tokens."""


class Sought(NamedTuple):
    """A question with what was found for it."""

    asked: Question
    scope: Scope
    hits: Hits


class AsyncShowing(AsyncRecall):
    """What was found, as a model reads it."""

    async def context(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        min_relevance: float = 0.0,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
        quarantined: bool = False,
    ) -> Context:
        """What a model should see before it answers: cited, and never over `budget` tokens.

        What may help goes in while there is room; `min_relevance` leaves out what is less sure.
        Text of others that looks like an instruction to a model is held back, unless
        `quarantined=True` asks for it.
        """
        whose: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}
        opened = limits.flag(quarantined, "quarantined")
        sought = await self._sought(query, whose, budget, min_relevance, at, where)
        return await self._packed(sought, budget, opened=opened)

    async def _sought(
        self,
        query: str,
        whose: Mapping[str, Any],
        budget: int,
        min_relevance: float = 0.0,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
        most: int | None = None,
    ) -> Sought:
        """What may help with a question, as much of it as a budget may have room for."""
        limits.count(budget, "budget", limits.MAX_BUDGET)
        limit = most or min(max(FEWEST, budget // A_HIT), limits.MAX_LIMIT)
        scope = self._scope(**whose)
        asked = question(query, self._at(at), limit, min_relevance, where)
        return Sought(asked, scope, await self._hits(scope, asked, pool=FEW if most else POOL))

    async def _packed(
        self,
        sought: Sought,
        budget: int,
        without: Collection[str] = (),
        opened: bool = False,
        core: bool = True,
    ) -> Context:
        """What was found, as long as there is room; nothing if none of it is relevant."""
        asked, scope, found = sought
        hits = [hit for hit in found if hit.id not in without and (core or hit.kind != "core")]
        if all(hit.relevance < MIN_RELEVANCE for hit in hits):
            hits = []
        always = await self._living.notes(Query(scope, Where(kind="core"))) if core else []
        before = [turn for hit in lacking(hits) for turn in await self._before(hit)]
        allowed = [
            turn
            for turn in before
            if asked.where.admits(turn) and turn.id not in without and tells(turn)
        ]

        def packed(guard: Guard) -> Context:
            best = (hit for hit in hits if hit.relevance >= MIN_RELEVANCE)
            shown = [] if all(guard.holds(hit.record) for hit in best) else hits
            return pack(shown, always, budget, allowed, found.degraded, guard)

        made = await self._guarded(scope, packed, opened)
        self._use(scope, asked.at, made)
        return made

    def _use(self, scope: Scope, at: datetime, context: Context) -> None:
        """What is shown to a model is used; it is written down with the next write."""
        notes = (hit.record for hit in context.hits if hit.kind == FADES)
        stale = {note.id: at for note in notes if at - last_use(note) > A_USE}
        if stale and (scope.owner in self._used or len(self._used) < OWNERS):
            self._used.setdefault(scope.owner, {}).update(stale)
