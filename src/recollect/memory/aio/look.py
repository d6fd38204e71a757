"""Candidates: everything that may answer, from a store that looks itself or from its parts."""

from __future__ import annotations

from dataclasses import replace

from ...orders import Candidate, Found, Look, Match, Nearest, Query
from ...read.asking import echoes
from ...read.findings import Findings, findable, tells, unscored
from ...read.question import Question
from .walking import AsyncWalking

MOST = 20_000
"""Candidates that are looked at for one question, however many of them have ended."""


class AsyncLooking(AsyncWalking):
    """One look at an owner's records."""

    async def _look(self, look: Look, asked: Question | None = None) -> list[Candidate]:
        """What may answer: it tells something, and has not ended. Where much has, or does no more
        than repeat the question, more is looked at."""
        wanted = look.limit
        while True:
            found = await self._found(look)
            said = [one for one in found if tells(one.record)]
            alive = await self._living.candidates(look.scope, said)
            idle = 0 if asked is None else echoes(asked, alive)
            enough = len(alive) - idle >= min(wanted, len(found))
            if enough or not look.limit <= len(found) < MOST:
                break
            look = replace(look, limit=4 * look.limit)
        if len(alive) == len(said):
            return alive
        shown = {one.record.id for one in alive}
        if all(one.record.id in shown for one in said if one.recent):
            return alive
        return await self._with_newest(look, alive)

    async def _with_newest(self, look: Look, found: list[Candidate]) -> list[Candidate]:
        """Candidates, and the newest messages: those that have ended take none of their places."""
        query = Query(look.scope, look.where, last=look.recent)
        newest = [one for one in await self._living.messages(query) if tells(one)]
        ids = unscored((one.id for one in newest), [Found(one.record.id, 0.0) for one in found])
        more = Findings(await self._matched(look, ids), await self._near(look, ids))
        every = [*found, *more.candidates(one for one in newest if one.id in ids)]
        recent = {one.id: place / len(newest) for place, one in enumerate(newest, start=1)}
        return [one._replace(recent=recent.get(one.record.id, 0.0)) for one in every]

    async def _found(self, look: Look) -> list[Candidate]:
        """The union of all ways of looking, each record scored by all of them."""
        if self._store.features.look and self._vectors is None:
            return await self._store.look(look)
        keyed = await self._store.notes(Query(look.scope, look.where, keys=look.keys))
        recent = await self._store.messages(Query(look.scope, look.where, last=look.recent))
        led = await self._led(look)
        found = Findings(keys=[n.id for n in keyed], recent=[m.id for m in recent], leads=led)
        found = replace(found, terms=await self._matched(look))
        found = replace(found, vectors=await self._near(look))
        others = unscored(found.ids(), found.vectors)
        found = replace(found, vectors=[*found.vectors, *await self._near(look, others)])
        others = unscored(found.ids(), found.terms)
        found = replace(found, terms=[*found.terms, *await self._matched(look, others)])
        records = await self._records(look.scope, list(found.ids()))
        # An index may be behind, or wrong: what it found is held against the store.
        return found.candidates(r for r in records if findable(r) and look.where.admits(r))

    async def _led(self, look: Look) -> dict[str, float]:
        if not look.leads:
            return {}
        notes = await self._store.notes(Query(look.scope, look.where, ids=tuple(look.leads)))
        return {note.id: look.leads[note.id] for note in notes}

    async def _matched(self, look: Look, ids: tuple[str, ...] | None = None) -> list[Found]:
        if not look.terms or ids == ():
            return []
        limit = look.limit if ids is None else len(ids)
        return await self._match(Match(look.scope, look.terms, limit, look.where, ids))

    async def _near(self, look: Look, ids: tuple[str, ...] | None = None) -> list[Found]:
        if look.vector is None or ids == ():
            return []
        limit = look.near if ids is None else len(ids)
        return await self._nearest(Nearest(look.scope, look.vector, limit, look.where, ids))
