"""Consolidation: notes that say the same become one that cites all of them."""

from __future__ import annotations

from ...errors import Stale
from ...keep.consolidation import Merge, alike, candidates, merges
from ...orders import Batch, Query
from ...types import Note, Scope
from ...write import limits
from ..tries import Tries
from .pruning import AsyncPruning


class AsyncConsolidating(AsyncPruning):
    """Bringing near-duplicates together."""

    async def consolidate(
        self, *, user_id: str | None = None, agent_id: str | None = None, dry_run: bool = False
    ) -> list[Merge]:
        """Merge notes that say the same in other words, of one owner or of all; says what became
        one.

        What was merged is closed, not lost: see `history`. Messages, what was set by hand, pins
        and conflicts are left alone. `dry_run` only says what would become one.
        """
        limits.flag(dry_run, "dry_run")
        scopes = await self._scopes(user_id, agent_id)
        await self._prepare()
        return [merge for scope in scopes for merge in await self._consolidated(scope, dry_run)]

    async def _consolidated(self, scope: Scope, dry_run: bool) -> list[Merge]:
        tries = Tries()
        while True:
            law = await self._living.law(scope.owner)
            groups = candidates(await self._living.notes(Query(scope)), law)
            found = [merge for group in groups for merge in await self._merges(group)]
            if dry_run or not found:
                return found
            made = [merge.note for merge in found]
            closes = tuple(close for merge in found for close in merge.closes)
            batch = Batch(await self._puts(made), closes)
            try:
                await self._commit(batch)
            except Stale:
                tries.again()  # somebody else wrote meanwhile: look again
                continue
            self._follow_up()
            return found

    async def _merges(self, group: list[Note]) -> list[Merge]:
        """What of a group becomes one: by words first, then the few that agree by meaning."""
        pairs = alike(group)
        if not pairs:
            return []
        places = sorted({place for pair in pairs for place in pair[:2]})
        vectors = await self._embed([group[place].text for place in places])
        if vectors is None:
            return merges(group, pairs, None, self._now())
        rows = {place: made.data for place, made in zip(places, vectors, strict=True)}
        return merges(group, pairs, lambda i, j: float(rows[i] @ rows[j]), self._now())
