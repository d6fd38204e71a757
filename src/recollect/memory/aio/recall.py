"""The verbs that read. What `search` does is in `finding`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ...orders import Query
from ...read.absence import absence, also, among, loosened, remedied
from ...read.findings import Findings
from ...read.question import Question, question, read_where
from ...read.relevance import MIN_RELEVANCE
from ...read.several import several
from ...times import Moment
from ...types import Absence, Hits, Kind, Message, Note, Record, Scope, SessionInfo, Where
from ...write import limits
from ...write.facts import chain, current
from .finding import AsyncFinding
from .lineage import AsyncLineage

STEPS = 12
"""So often `why_not` asks again with more, until the record comes up."""


class AsyncRecall(AsyncFinding, AsyncLineage):
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
        explain: bool = False,
    ) -> Hits:
        """The messages and notes that help most with a question, best first; [] if none does.

        `at` is the moment of asking, `where` a filter, `min_relevance=0` ranks everything, and
        `explain=True` says in words why each was found.
        """
        scope = self._scope(user_id, agent_id)
        asked = question(query, self._at(at), limit, min_relevance, where)
        return await self._found_for(scope, asked, limits.flag(explain, "explain"))

    async def _search_without(
        self,
        ids: Collection[str],
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
        explain: bool = False,
    ) -> Hits:
        """`search`, as if the records with these ids were not there."""
        scope = self._scope(user_id, agent_id)
        asked = question(query, self._at(at), limit, min_relevance, where)
        return await self._found_for(scope, asked, explain, lambda one: one.id not in ids)

    async def why_not(
        self,
        query: str,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> Absence:
        """Why `search` with the same arguments does not give this record, and what would; NotFound
        if there is none in this scope."""
        record = await self._one(id, user_id, agent_id)
        asked = question(query, self._at(at), limit, min_relevance, where)
        named = user_id is not None or agent_id is not None
        scope = self._scope(user_id, agent_id) if named else record.scope.owner.scope
        found = last = await self._absence(scope, record, asked)
        options: dict[str, Any] = {}
        for _ in range(STEPS):
            if not last.options:
                break
            options = also(options, last.options)
            last = await self._absence(scope, record, loosened(asked, options))
        return remedied(found, last, options)

    async def _absence(self, scope: Scope, record: Record, asked: Question) -> Absence:
        """Why a question does not bring up a record."""
        parts = several(asked)
        found = [await self._absent(scope, record, part, len(parts)) for part in parts]
        hits = await self._hits(scope, asked) if len(parts) > 1 else ()
        return among(found, record, hits) if len(parts) > 1 else found[0]

    async def _absent(
        self, scope: Scope, record: Record, asked: Question, questions: int
    ) -> Absence:
        """Why one question does not bring up a record."""
        asked = await self._placed(scope, asked)
        look = await self._looking(scope, asked)
        ranked = await self._ranked(look, asked)
        near, terms = await self._near(look, (record.id,)), await self._matched(look, (record.id,))
        (own,) = Findings(terms, near).candidates([record])
        return absence(record, asked, ranked, self._judge(asked, ranked), own, questions)

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
        scope = self._scope(user_id, agent_id, session_id)
        newest = None if last is None else limits.count(last, "last", limits.MAX_LIST)
        return await self._living.messages(Query(scope, read_where(where), last=newest))

    async def notes(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        kind: Kind | None = None,
        key: str | None = None,
        closed: bool = False,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Note]:
        """What was concluded; `key` takes the facts under one key alone, and `closed` shows what
        newer notes have replaced, too."""
        scope, every = self._scope(user_id, agent_id), limits.flag(closed, "closed")
        asked = read_where(where)
        if kind is not None:
            asked = read_where(replace(asked, kind=kind))
        keys = None if key is None else (limits.identifier(key, "key"),)
        return await self._living.notes(Query(scope, asked, keys=keys, closed=every))

    async def sessions(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[SessionInfo]:
        """The conversations there were, oldest first."""
        return await self._living.sessions(self._scope(user_id, agent_id))

    async def value(
        self,
        key: str,
        default: Any = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
    ) -> Any:
        """The present value of a fact, exactly as it was set."""
        scope = self._scope(user_id, agent_id)
        name = limits.identifier(key, "key")
        note = current(await self._living.notes(Query(scope, keys=(name,))), scope)
        return default if note is None else note.value

    async def get(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """A message or a note by its id; NotFound if there is none in this scope."""
        return await self._one(id, user_id, agent_id)

    async def history(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[Note | Any]:  # so that nobody has to rule out the message of a message's id
        """Every version of a note, oldest first; a message has one: itself. NotFound if there is
        none in this scope."""
        record = await self._one(id, user_id, agent_id)
        if isinstance(record, Message):
            return [record]
        notes = await self._living.shown(record.scope, await self._line(record))
        return list(chain(notes, record.id)) or [record]
