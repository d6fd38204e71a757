"""What is around an entity, and who there is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...errors import StoreError
from ...orders import AsOf, Query
from ...read.entities import Entity, entities
from ...read.graph import Edge, Walk, When
from ...text.names import folded
from ...times import Moment, moment
from ...write import limits
from ...write.relations import relation_names
from .walking import AsyncWalking


class AsyncAround(AsyncWalking):
    """Reading relations."""

    async def related(
        self,
        entity: str,
        *,
        relation: str | Sequence[str] | None = None,
        hops: int = 1,
        user_id: str | None = None,
        agent_id: str | None = None,
        as_of: Moment | None = None,
        at: Moment | None = None,
        limit: int = 100,
    ) -> list[Edge]:
        """The relations around an entity under all its names, either way, the nearest first.

        `relation` follows only one kind, or some. `as_of` shows what was known at a moment (a
        `StoreError` where the store keeps no past), `at` what is known to have been true at one.
        """
        scope = self._scope(user_id, agent_id)
        name = limits.name(entity, "entity")
        far = limits.count(hops, "hops", limits.MAX_HOPS)
        walk = Walk([folded(name)], far, limits.count(limit, "limit"))
        kinds = None if relation is None else relation_names(relation)
        await self._walked(walk, scope, self._when(as_of, at), kinds)
        return walk.edges

    async def path(
        self,
        start: str,
        end: str,
        *,
        max_hops: int = limits.MAX_HOPS,
        user_id: str | None = None,
        agent_id: str | None = None,
        as_of: Moment | None = None,
        at: Moment | None = None,
    ) -> list[Edge]:
        """The shortest way from one entity to another: relations in order, [] if there is none.
        `as_of` and `at` are those of `related`."""
        scope = self._scope(user_id, agent_id)
        first, last = limits.name(start, "start"), limits.name(end, "end")
        far = limits.count(max_hops, "max_hops", limits.MAX_HOPS)
        here, there = (Walk([folded(name)], far + 1, limits.MAX_EDGES) for name in (first, last))
        return await self._met(here, there, scope, self._when(as_of, at), far)

    async def entities(
        self, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 100
    ) -> list[Entity]:
        """Everybody and everything that relations name, the most related first."""
        scope = self._scope(user_id, agent_id)
        most = limits.count(limit, "limit", limits.MAX_LIST)
        when = self._when(None, None)
        notes = await self._living.notes(Query(scope))
        return entities(note for note in notes if when.holds(note))[:most]

    def _when(self, as_of: Moment | None, at: Moment | None) -> When:
        true = None if at is None else moment(at)
        if as_of is None:
            return When(self._now(), true)
        known = self._back(moment(as_of, "as_of"))
        return When(known.at, true, known)

    def _back(self, at: datetime) -> AsOf:
        """A moment to look back to, if the store and the index can."""
        parts = (self._store,) if self._index is None else (self._store, self._index)
        if not all(part.features.as_of for part in parts):
            raise StoreError(
                "this store keeps no past to look back to; copy it to a file that does: "
                "recollect copy FROM agent.db"
            )
        return AsOf(at)
