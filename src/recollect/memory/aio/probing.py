"""After an erasure: every way of reading is asked for what was erased."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...counts import many
from ...errors import NotFound
from ...keep.erasure import sampled
from ...orders import AsOf, Match, Nearest, Neighbours, Query
from ...receipts import Probe
from ...text import query_terms
from ...text.names import entities
from ...types import Message, Note, Owner, Record, Scope
from ...write import limits
from .following import AsyncFollower
from .showing import AsyncShowing
from .upkeep import AsyncUpkeep

ANYTHING = "Is anything left?"
"""Asked instead of the erased words, which no embedder shall see again."""
CHUNK = 500
FEW = 5


class AsyncProbing(AsyncShowing, AsyncUpkeep):
    """Looks for what should not be there."""

    async def _probes(
        self, scope: Scope, gone: Sequence[Record], needles: Sequence[bytes]
    ) -> list[Probe]:
        """One line for each way of reading; what was found counts only if it was erased."""
        owners = {info.owner for info in await self._store.owners()}
        return [*await self._asked(scope, gone, owners), *await self._traced(needles)]

    async def _traced(self, needles: Sequence[bytes]) -> list[Probe]:
        """The bytes themselves, place by place."""
        held = await self._store.traces(needles)
        return [
            Probe(place, f"{many(len(needles), 'piece')} of text, byte by byte", found)
            for place, found in held.items()
        ]

    async def _asked(
        self, scope: Scope, gone: Sequence[Record], owners: Collection[Owner]
    ) -> list[Probe]:
        """Every way of reading but the bytes; `owners` are those who are listed by now."""
        whole, ids = scope.owner.scope, [record.id for record in gone]
        some = sampled(gone)
        made = [
            Probe("get", many(len(ids), "id"), await self._by_id(whole, ids)),
            Probe("messages", "all of the scope", await self._listed(scope, set(ids))),
            Probe("notes", "all of the owner", await self._noted(whole, set(ids))),
            Probe("history", *await self._versions_of(whole, some)),
            Probe("sessions", *await self._sessions_of(whole, gone, set(ids))),
            Probe("words", *await self._worded(whole, some, set(ids))),
            Probe("vectors", *await self._embedded(whole, ids)),
            Probe("relations", *await self._related_to(whole, some, set(ids))),
            Probe("keys", *await self._keyed(whole, some, set(ids))),
            Probe("as of", *await self._at_their_time(whole, some, set(ids))),
            Probe("sources", *await self._citing(whole, some)),
            Probe("search", repr(ANYTHING), await self._searched(whole, set(ids))),
            Probe("export", "all of the owner", await self._exported(scope.owner, set(ids))),
        ]
        if scope == whole:
            made.append(Probe("owners", "all", await self._owning(scope.owner, owners)))
        made += [await self._beside(one, whole, some) for one in self._followers]
        return made

    async def _by_id(self, scope: Scope, ids: Sequence[str]) -> int:
        parts = [ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK)]
        return sum([len(await self._records(scope, part)) for part in parts])

    async def _listed(self, scope: Scope, ids: Collection[str]) -> int:
        return _left(await self._store.messages(Query(scope)), ids)

    async def _noted(self, scope: Scope, ids: Collection[str]) -> int:
        return _left(await self._store.notes(Query(scope, closed=True)), ids)

    async def _versions_of(self, scope: Scope, some: Sequence[Record]) -> tuple[str, int]:
        found = 0
        for record in some:
            with suppress(NotFound):
                found += len(await self.history(record.id, **_whose(scope)))
        return many(len(some), "id"), found

    async def _sessions_of(
        self, scope: Scope, gone: Sequence[Record], ids: Collection[str]
    ) -> tuple[str, int]:
        """A session may go on, with messages that were not erased."""
        names = {record.session_id for record in gone if isinstance(record, Message)} - {None}
        listed = {info.session_id for info in await self._store.sessions(scope)} & names
        going_on = [
            await self._store.messages(Query(replace(scope, session_id=name), last=1))
            for name in listed
        ]
        found = sum(not said or said[0].id in ids for said in going_on)
        return many(len(names), "session"), found

    async def _worded(
        self, scope: Scope, some: Sequence[Record], ids: Collection[str]
    ) -> tuple[str, int]:
        found = 0
        for record in some:
            if words := query_terms(record.text[: limits.MAX_QUERY]):
                found += _left(await self._match(Match(scope, words, limits.MAX_LIMIT)), ids)
        return f"the words of {many(len(some), 'text')}", found

    async def _embedded(self, scope: Scope, ids: Sequence[str]) -> tuple[str, int]:
        vector = await self._ask(ANYTHING)
        if vector is None:
            return "no embedder here", 0
        found = 0
        for start in range(0, len(ids), CHUNK):
            part = tuple(ids[start : start + CHUNK])
            found += len(await self._nearest_here(Nearest(scope, vector, len(part), ids=part)))
        return f"those of {many(len(ids), 'id')}", found

    async def _beside(self, one: AsyncFollower, scope: Scope, some: Sequence[Record]) -> Probe:
        """An index beside the store, asked for ids or for names, whatever it can find."""
        requests: list[Nearest | Neighbours] = []
        ids, vector = tuple(record.id for record in some), await self._ask(ANYTHING)
        if one.index.features.nearest and vector is not None and ids:
            requests.append(Nearest(scope, vector, len(ids), ids=ids))
        if one.index.features.neighbours:
            requests += [Neighbours(scope, (name,), closed=True) for name in _names(some)]
        found = [await one.ask(request) or [] for request in requests]
        what = many(len(requests), "question")
        return Probe(f"{one.name} index", what, sum(_left(part, ids) for part in found))

    async def _related_to(
        self, scope: Scope, some: Sequence[Record], ids: Collection[str]
    ) -> tuple[str, int]:
        names, found = _names(some), 0
        for name in names:
            request = Neighbours(scope, (name,), limit=limits.MAX_LIMIT)
            if self._store.features.neighbours:
                found += _left(await self._store.neighbours(request), ids)
            elif self._index is not None:
                found += _left(await self._index.search(request), ids)
        return many(len(names), "name"), found

    async def _keyed(
        self, scope: Scope, some: Sequence[Record], ids: Collection[str]
    ) -> tuple[str, int]:
        keys = tuple({note.key for note in some if isinstance(note, Note) and note.key})
        notes = await self._store.notes(Query(scope, keys=keys, closed=True)) if keys else []
        return many(len(keys), "key"), _left(notes, ids)

    async def _at_their_time(
        self, scope: Scope, some: Sequence[Record], ids: Collection[str]
    ) -> tuple[str, int]:
        """As of the moment when it was said, whatever was closed since."""
        if not some or not self._store.features.as_of:
            return "no past is kept here", 0
        then = AsOf(max(record.at for record in some))
        named = Query(scope, ids=tuple(one.id for one in some), closed=True, as_of=then)
        found = len(await self._store.messages(named)) + len(await self._store.notes(named))
        for record in sampled(some, FEW):
            if words := query_terms(record.text[: limits.MAX_QUERY]):
                asked = Match(scope, words, limits.MAX_LIMIT, as_of=AsOf(record.at))
                found += _left(await self._match(asked), ids)
        return f"{many(len(some), 'id')} and the words of some", found

    async def _citing(self, scope: Scope, some: Sequence[Record]) -> tuple[str, int]:
        queries = [Query(scope, cites=record.id, closed=True) for record in some]
        found = [await self._store.notes(query) for query in queries]
        return f"notes that rest on {many(len(some), 'id')}", sum(map(len, found))

    async def _searched(self, scope: Scope, ids: Collection[str]) -> int:
        if scope.user_id is None and scope.agent_id is None:
            return 0  # what belongs to a session alone is not searched
        whose = _whose(scope)
        hits = await self.search(ANYTHING, limit=limits.MAX_LIMIT, min_relevance=0, **whose)
        context = await self.context(ANYTHING, budget=limits.MAX_BUDGET, **whose)
        return _left(hits, ids) + _left(context.hits, ids)

    async def _exported(self, owner: Owner, ids: Collection[str]) -> int:
        if owner.kind == "session":
            return 0  # exported with everything or not at all
        lines = io.StringIO()
        await self.export_to(lines, **_whose(owner.scope))
        lines.seek(0)  # as a file: `splitlines` ends lines at U+2028, too, which JSON may hold
        return sum(json.loads(line).get("id") in ids for line in lines)

    async def _owning(self, owner: Owner, listed: Collection[Owner]) -> int:
        """Somebody may have come back since, with something new to say, or be gone again."""
        if owner not in listed or await self._records(owner.scope):
            return 0
        return sum(info.owner == owner for info in await self._store.owners())


def _names(some: Sequence[Record]) -> set[str]:
    """Whom notes are about."""
    return {name for note in some if isinstance(note, Note) for name in entities(note)}


def _left(found: Sequence[object], ids: Collection[str]) -> int:
    return sum(getattr(one, "id", None) in ids for one in found)


def _whose(scope: Scope) -> dict[str, Any]:
    return {"user_id": scope.user_id, "agent_id": scope.agent_id}
