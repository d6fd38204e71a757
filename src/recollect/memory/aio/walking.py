"""Walking the graph: one question to the store for every step, or one to a graph for them all."""

from __future__ import annotations

from dataclasses import replace

from ...orders import Neighbours
from ...read.graph import Edge, Reached, Walk, When
from ...text.names import ALIAS
from ...types import Note, Scope
from ...write.limits import MAX_EDGES
from .shell import AsyncShell

FEW = 64
MANY = 1000
"""Notes that are read at once for a whole walk; where there are more, it goes step by step."""


class AsyncWalking(AsyncShell):
    """Following the relations that notes state."""

    async def _walked(
        self, walk: Walk, scope: Scope, when: When, kinds: tuple[str, ...] | None = None
    ) -> Walk:
        """A walk gone to its end, along relations of some kinds or of any."""
        asked = Neighbours(scope, walk.start, _with_aliases(kinds), hops=walk.hops)
        walk.reached = await self._reached(asked, when)
        while walk.frontier:
            walk.take(await self._around(walk, scope, when, kinds))
        return walk

    async def _met(self, one: Walk, other: Walk, scope: Scope, when: When, hops: int) -> list[Edge]:
        """The shortest way between where two walks begin, of so many steps at most.

        The one that has fewer names to ask about goes on, so that a way through somebody whom
        everybody knows is found without asking everybody.
        """
        both = Neighbours(scope, (*one.start, *other.start), hops=(hops + 1) // 2)
        one.reached = other.reached = await self._reached(both, when)
        for _ in range(hops):
            smaller = min(one, other, key=lambda walk: (len(walk.frontier), walk.distance))
            await self._step(smaller, scope, when, None)
            if (way := one.meets(other)) is not None:
                return way
            if not smaller.frontier:
                return []
        one.reached = None
        await self._step(one, scope, when, ())  # the last names may have others
        return one.meets(other) or []

    async def _step(
        self, walk: Walk, scope: Scope, when: When, kinds: tuple[str, ...] | None
    ) -> None:
        """One step away from all that a walk has reached, under all its names."""
        gone = walk.distance
        while walk.frontier and walk.distance == gone:
            walk.take(await self._around(walk, scope, when, kinds))

    async def _reached(self, asked: Neighbours, when: When) -> Reached | None:
        """All that a walk may come by, if a graph beside the store knows it, and it is not much."""
        if self._graph is None or asked.hops < 2:
            return None
        asked = replace(asked, limit=MANY, closed=when.past, as_of=when.as_of)
        found = await self._ask_graph(asked)
        if found is None or len(found) >= MANY:
            return None
        return Reached(asked.entities, await self._as_notes(asked, found), asked.hops)

    async def _around(
        self, walk: Walk, scope: Scope, when: When, kinds: tuple[str, ...] | None
    ) -> list[Note]:
        """What holds at the frontier. Few notes are read first, and more only if that is short."""
        known = None if walk.reached is None else walk.reached.at(walk.frontier)
        relations = _with_aliases(kinds)
        limit = max(FEW, walk.wanted)
        while True:
            request = Neighbours(scope, walk.frontier, relations, limit, when.past, when.as_of)
            found = await self._neighbours(request) if known is None else known[:limit]
            alive = await self._living.shown(scope, found)
            kept = when.held(walk.new(alive))
            steps = sum(note.relation != ALIAS for note in kept)
            if len(found) < limit or steps >= walk.wanted or limit >= MAX_EDGES:
                return kept
            limit = min(MAX_EDGES, 8 * limit)


def _with_aliases(kinds: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Other names are followed whatever the kinds."""
    return None if kinds is None else (*kinds, ALIAS)
