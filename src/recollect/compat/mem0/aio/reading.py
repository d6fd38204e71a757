"""Reading memories as mem0 has them: one, all, or those that fit a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from ....errors import NotFound
from ....memory.aio.door import AsyncMemory as AsyncDoor
from ....read.several import lifted, questions
from ....types import Hit, Message, Note, utcnow
from ..checks import MOST
from ..exceptions import MemoryNotFoundError
from ..filters import Filter
from ..item import KINDS, LOOSE, MARK, Item, first, item, line, near
from ..shapes import Json, Scored, gone, past
from .gone import AsyncGone

POOL = 60
ASKING = 0.4
"""What is left of a question's score."""
NOTHING = 0.1
"""mem0's threshold unless another is given."""


class AsyncReading:
    """What is read. `user_id` is whom it is bound to, if it is: nobody else is seen then."""

    def __init__(self, memory: AsyncDoor, user_id: str | None = None) -> None:
        self.memory = memory
        self._bound = user_id
        self._gone = AsyncGone(memory, user_id)

    async def one(self, id: str) -> Item:
        """The memory of an id, as it stands now."""
        versions = await self._versions(id)
        if not versions[-1].open:
            raise _missing(id)
        return replace(await self._item(versions[-1], versions[0]), id=id)

    async def knows(self, id: str) -> bool:
        """Whether there is a memory of this id, whatever became of it."""
        try:
            return bool(await self._versions(id))
        except NotFound:
            return False

    async def history(self, id: str) -> list[Json]:
        """What became of a memory; nothing of one that was never there, and of one that was
        deleted that it was."""
        try:
            versions = await self._versions(id)
        except NotFound:
            deleted = await self._gone.at(id) if isinstance(id, str) else None
            return [] if deleted is None else [gone(id, deleted)]
        return past(versions, id, await self._item(versions[-1], versions[0]))

    async def all(self, where: Filter, show_expired: bool = False) -> list[Item]:
        """Every memory that a filter admits, the newest first."""
        found: list[Item] = []
        for place in await self._places(where):
            notes = {one.id: one for one in await self.memory.notes(**place, closed=True)}
            shown = [one for one in notes.values() if one.open and one.kind in KINDS]
            said: dict[str, Message] = {}
            if any(MARK not in note.metadata for note in shown):
                said = {one.id: one for one in await self.memory.messages(**place)}
            for note in shown:
                began = first(note, notes)
                source = next((said[id] for id in began.sources if id in said), None)
                found.append(item(note, began, source))
        passed = [one for one in found if _shows(where, one, show_expired)]
        return sorted(passed, key=lambda one: (one.updated_at, one.id), reverse=True)

    async def search(
        self, query: str, where: Filter, top_k: int, threshold: float, **how: Any
    ) -> list[Scored]:
        """The memories that fit a question, best first."""
        places = await self._places(where) if top_k else []
        found: list[list[Scored]] = []
        for one in questions(query) if len(places) > 1 else (query,):
            each = [await self._found(one, place, where, top_k, **how) for place in places]
            fit = [one for one in chain(*each) if one.score >= threshold]
            found.append(sorted(fit, key=lambda one: one.score, reverse=True))
        return _together(found)[:top_k]

    async def _found(
        self,
        query: str,
        place: dict[str, Any],
        where: Filter,
        top_k: int,
        *,
        at: Any = None,
        show_expired: bool = False,
    ) -> list[Scored]:
        limit = min(MOST, max(POOL, 4 * top_k))
        while True:
            hits = await self.memory.search(
                query, **place, limit=limit, min_relevance=0, at=at, where={"kind": "note"}
            )
            found = []
            for hit, score in _scored(hits):
                note = hit.record
                if not isinstance(note, Note) or note.kind not in KINDS or hit.suspect:
                    continue
                one = await self._item(note)
                if _shows(where, one, show_expired):
                    found.append(Scored(one, score, hit.parts))
                if len(found) == top_k:
                    return found
            if len(hits) < limit or limit == MOST:
                return found
            limit = MOST

    async def _item(self, note: Note, began: Note | None = None) -> Item:
        """A note as a memory."""
        began = await self._began(note) if began is None else began
        for id in () if MARK in note.metadata else began.sources:
            found = await self._maybe(id, note)
            if isinstance(found, Message):
                return item(note, began, found)
        return item(note, began, None)

    async def _began(self, note: Note) -> Note:
        """The first version of a memory, as far as it is kept."""
        seen = {note.id}
        while note.replaces is not None and note.replaces not in seen:
            before = await self._maybe(note.replaces, note)
            if not isinstance(before, Note):
                break
            note = before
            seen.add(note.id)
        return note

    async def _maybe(self, id: str, beside: Note) -> Message | Note | None:
        """A record of the owner of another, if it is there."""
        try:
            return await self.memory.get(id, **near(beside))
        except NotFound:
            return None

    async def _versions(self, id: str) -> list[Note]:
        """The versions of a memory, oldest first."""
        try:
            record = await self.memory.get(id, user_id=self._bound)
            if isinstance(record, Note):
                if record.open and record.replaces is None:
                    return [record]
                kept = await self.memory.history(id, **near(record))
                notes = [one for one in kept if isinstance(one, Note)]
                return line(notes, id) or [record]
        except NotFound:
            pass
        raise _missing(id)

    async def _places(self, where: Filter) -> list[dict[str, Any]]:
        """Whose memories can pass a filter: of those it names, or of everybody there is."""
        users, agents = where.only("user_id"), where.only("agent_id")
        agent = {"agent_id": next(iter(agents))} if agents and len(agents) == 1 else {}
        if self._bound is not None:
            users = {self._bound} & (users or {self._bound})
        if users is not None:
            return [{"user_id": user, **agent} for user in sorted(users)]
        places: list[dict[str, Any]] = []
        for owner in [info.owner for info in await self.memory.owners()]:
            if owner.kind == "user":
                places.append({"user_id": owner.id, **agent})
            elif owner.kind == "agent" and _may(owner.id, agents, where):
                places.append({"agent_id": owner.id})
        return places


def _may(agent: str, agents: set[str] | None, where: Filter) -> bool:
    """Whether what belongs to an agent alone can pass."""
    if agents is not None:
        return agent in agents
    for name, start in LOOSE.items():
        named = where.only(name)
        if agent.startswith(start) and named is not None:
            return agent.removeprefix(start) in named
    return True


def _shows(where: Filter, one: Item, show_expired: bool) -> bool:
    return where.admits(one.fields) and (show_expired or not one.expired(utcnow()))


def _together(found: Sequence[Sequence[Scored]]) -> list[Scored]:
    """The best for each question, then the second best for each, and so on; each memory once."""
    every: dict[str, Scored] = {}
    for one in filter(None, chain(*zip_longest(*found))):
        known = every.get(one.item.id, one)
        every[one.item.id] = max(known, one, key=lambda each: each.score)
    scores = lifted([one.score for one in every.values()])
    return [replace(one, score=score) for one, score in zip(every.values(), scores, strict=True)]


def _scored(hits: Sequence[Hit]) -> list[tuple[Hit, float]]:
    """Hits with a score from 0 to 1: none is below those that it was ranked above. A question that
    was kept as it was asked answers none, so it comes behind what does."""
    scores = [round(min(1.0, max(hit.relevance, _alike(hit))), 6) for hit in hits]
    found = [
        (hit, round(score * ASKING, 6) if hit.text.rstrip().endswith("?") else score)
        for hit, score in zip(hits, lifted(scores), strict=True)
    ]
    return sorted(found, key=lambda one: one[1], reverse=True)


def _alike(hit: Hit) -> float:
    """A cosine as mem0's users know it: what has nothing in common scores less than a tenth."""
    cosine = hit.parts.get("cosine", -1.0)
    return NOTHING + (1 - NOTHING) * cosine if cosine > 0 else NOTHING * (1 + max(-1.0, cosine))


def _missing(id: str) -> MemoryNotFoundError:
    return MemoryNotFoundError(
        f"Memory with id {str(id)[:80]} not found. Please provide a valid 'memory_id'"
    )
