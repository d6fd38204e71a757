"""The read path: question → candidates → fusion → hits → context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...orders import Match, Nearest, Query, Vector
from ...read.context import pack
from ...read.fusion import Candidates, Ranked, fuse, unscored
from ...read.question import Question, question, read_where
from ...read.relevance import MIN_RELEVANCE, judge
from ...types import Context, Hit, Hits, Kind, Message, Note, Record, Scope, SessionInfo, Where
from ...write import limits
from ...write.facts import chain, current
from .remember import Moment
from .shell import AsyncShell

POOL = 100
SHORTLIST = 50
RECENT = 5
CONTEXT_HITS = 50
BUDGET = 1500


class AsyncRecall(AsyncShell):
    """Everything that reads a memory."""

    async def search(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> Hits:
        """The messages and notes that help most with a question, best first; [] if none does.

        `at` is the moment of asking, `where` a filter, and `min_relevance=0` ranks everything.
        """
        scope = limits.scope(user_id, agent_id)
        asked = question(query, self._at(at), limit, min_relevance, where)
        found, degraded = await self._candidates(scope, asked)
        hits = await self._hits(scope, asked, fuse(found, max(SHORTLIST, asked.limit)))
        self._follow_up()
        return Hits(hits, degraded)

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
        limits.count(budget, "budget", limits.MAX_BUDGET)
        hits = await self.search(
            query, user_id=user_id, agent_id=agent_id, limit=CONTEXT_HITS, at=at, where=where
        )
        scope = limits.scope(user_id, agent_id)
        core = await self._store.notes(Query(scope, Where(kind="core")))
        return pack(hits, core, budget, self._count, hits.degraded)

    async def messages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        last: int | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Message]:
        """What was said, word for word, by event time; `last` takes only the newest."""
        scope = limits.scope(user_id, agent_id, session_id)
        newest = None if last is None else limits.count(last, "last", limits.MAX_LIST)
        return await self._store.messages(Query(scope, read_where(where), last=newest))

    async def notes(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        kind: Kind | None = None,
        closed: bool = False,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Note]:
        """What was concluded; `closed` shows what newer notes have replaced, too."""
        scope = limits.scope(user_id, agent_id)
        asked = read_where(where)
        if kind is not None:
            asked = read_where(replace(asked, kind=kind))
        return await self._store.notes(Query(scope, asked, closed=closed))

    async def sessions(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[SessionInfo]:
        """The conversations there were, oldest first."""
        return await self._store.sessions(limits.scope(user_id, agent_id))

    async def value(
        self,
        key: str,
        default: Any = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
    ) -> Any:
        """The present value of a fact, exactly as it was set."""
        scope = limits.scope(user_id, agent_id)
        name = limits.identifier(key, "key")
        note = current(await self._store.notes(Query(scope, keys=(name,))), scope)
        return default if note is None else note.value

    async def get(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """A message or a note by its id; NotFound if there is none in this scope."""
        return await self._one(id, user_id, agent_id)

    async def history(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[Record]:
        """Every version of a note, oldest first; a message has one."""
        record = await self._one(id, user_id, agent_id)
        if isinstance(record, Message):
            return [record]
        query = Query(record.scope.owner.scope, closed=True)
        return list(chain(await self._store.notes(query), record.id)) or [record]

    async def _candidates(
        self, scope: Scope, asked: Question
    ) -> tuple[Candidates, tuple[str, ...]]:
        """A true union: whatever any way of looking finds is scored by all of them."""
        await self._prepare()
        pool = max(POOL, asked.limit)
        keyed = await self._store.notes(Query(scope, asked.where, keys=asked.keys))
        recent = await self._store.messages(Query(scope, asked.where, last=RECENT))
        found = Candidates(keys=[n.id for n in keyed], recent=[m.id for m in recent])
        match = Match(scope, asked.terms, pool, asked.where)
        if asked.terms:
            found = replace(found, terms=await self._match(match))
        vectors = await self._embed([asked.words])
        if vectors is not None:
            nearest = Nearest(scope, Vector(self._model, vectors[0]), pool, asked.where)
            found = replace(found, vectors=await self._nearest(nearest))
            others = unscored(found.ids(), found.vectors)
            more = await self._nearest(replace(nearest, ids=others)) if others else []
            found = replace(found, vectors=[*found.vectors, *more])
        others = unscored(found.ids(), found.terms) if asked.terms else ()
        more = await self._match(replace(match, ids=others)) if others else []
        degraded = ("vectors",) if vectors is None and self._embedder is not None else ()
        return replace(found, terms=[*found.terms, *more]), degraded

    async def _hits(self, scope: Scope, asked: Question, ranked: Sequence[Ranked]) -> list[Hit]:
        """The best that are relevant enough; the rest are read only if some are still missing."""
        hits: list[Hit] = []
        for part in (ranked[: asked.limit], ranked[asked.limit :]):
            if part and len(hits) < asked.limit:
                records = await self._records(scope, [one.id for one in part])
                found = {record.id: record for record in records}
                judged = (judge(asked, one, found[one.id]) for one in part if one.id in found)
                hits += (hit for hit in judged if hit.relevance >= asked.min_relevance)
        return hits[: asked.limit]
