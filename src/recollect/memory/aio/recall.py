"""The read path: question → candidates → ranking → hits → context."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...orders import Look, Query
from ...read.absence import absence
from ...read.context import pack
from ...read.findings import Findings
from ...read.question import Question, question, read_where
from ...read.rank import rank
from ...read.relevance import MIN_RELEVANCE, relevant
from ...read.tokens import estimate
from ...types import (
    Absence,
    Context,
    Hits,
    Kind,
    Message,
    Note,
    Record,
    Scope,
    SessionInfo,
    Where,
)
from ...write import limits
from ...write.facts import chain, current
from .look import AsyncLooking
from .remember import Moment

POOL = 64
RECENT = 5
CONTEXT_HITS = 50
BUDGET = 1500


class AsyncRecall(AsyncLooking):
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
        look = await self._looking(scope, asked)
        found = await self._look(look)
        ranked = rank(asked.words, found, self._latin)
        self._follow_up()
        blind = look.vector is None or (found and all(one.cosine is None for one in found))
        degraded = ("vectors",) if blind and self._embedder is not None else ()
        return Hits(relevant(ranked, asked.min_relevance, asked.limit), degraded)

    async def why_not(
        self,
        query: str,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        where: Where | Mapping[str, Any] | None = None,
    ) -> Absence:
        """Why `search` with the same arguments does not give this record, and what would."""
        record = await self._one(id, user_id, agent_id)
        asked = question(query, self._now(), limit, min_relevance, where)
        named = user_id is not None or agent_id is not None
        scope = limits.scope(user_id, agent_id) if named else record.scope.owner.scope
        look = await self._looking(scope, asked)
        ranked = rank(asked.words, await self._look(look), self._latin)
        near, terms = await self._near(look, (record.id,)), await self._matched(look, (record.id,))
        (own,) = Findings(terms, near).candidates([record])
        return absence(record, asked, ranked, own)

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
        return pack(hits, core, budget, estimate, hits.degraded)

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

    async def _looking(self, scope: Scope, asked: Question) -> Look:
        """A question as the stores take it, with its vector if the embedder answers."""
        await self._prepare()
        vector = await self._ask(asked.words)
        pool = max(POOL, asked.limit)
        return Look(scope, asked.terms, vector, pool, asked.where, asked.keys, RECENT)

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
