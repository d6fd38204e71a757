"""The read path: question → candidates → ranking → hits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from ...keep.decay import FADES
from ...keep.holding import released
from ...orders import Look, Match, Query
from ...read.absence import absence
from ...read.bridges import bridged
from ...read.events import FOUND, event, window
from ...read.findings import Findings
from ...read.graph import Walk, When
from ...read.leads import HOPS, MOST, USER, leads
from ...read.quarantine import Guard, marked
from ...read.question import Question, is_latin, question, read_where
from ...read.rank import Ranked, rank
from ...read.relevance import MIN_RELEVANCE, Judge
from ...read.rivals import newest_first
from ...read.slots import answering
from ...text.names import mentions
from ...times import Moment
from ...types import (
    Absence,
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
from .shell import log

Keep: TypeAlias = Callable[[Record], bool]
Made = TypeVar("Made")
POOL = 64
FURTHER = 36
"""What words find is soon of no use; what is near in meaning may be, a good way down."""
SPARE = 16
"""Room for the notes that step back for their words."""
RECENT = 5
THEN = 32
"""What is looked for besides in the time that a question asks about."""


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
        explain: bool = False,
    ) -> Hits:
        """The messages and notes that help most with a question, best first; [] if none does.

        `at` is the moment of asking, `where` a filter, `min_relevance=0` ranks everything, and
        `explain=True` says in words why each was found.
        """
        return await self._search_without(
            (),
            query,
            user_id=user_id,
            agent_id=agent_id,
            limit=limit,
            min_relevance=min_relevance,
            at=at,
            where=where,
            explain=explain,
        )

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
        keep = (lambda one: one.id not in ids) if ids else None
        hits = await self._hits(scope, asked, explain, keep)
        return await self._guarded(scope, lambda guard: marked(hits, guard))

    async def _guarded(
        self, scope: Scope, make: Callable[[Guard], Made], opened: bool = False
    ) -> Made:
        """What is made under a guard; made anew if that held back what somebody has released."""
        guard = Guard(opened)
        made = make(guard)
        if guard.held:
            let = await self._released(scope)
            if not let.isdisjoint(guard.held):
                return make(Guard(opened, let))
        return made

    async def _released(self, scope: Scope) -> frozenset[str]:
        """The ids of what is quarantined and was released, of an owner."""
        return released((await self._living.law(scope.owner)).decisions)

    async def _hits(
        self,
        scope: Scope,
        asked: Question,
        explain: bool = False,
        keep: Keep | None = None,
        pool: int = POOL,
    ) -> Hits:
        """What helps most, before anybody has looked whether it can be trusted; with `keep` as if
        there were nothing but what it keeps."""
        asked = await self._placed(scope, asked)
        look = await self._looking(scope, asked, pool)
        ranked = await self._ranked(look, asked, keep)
        self._follow_up()
        blind = look.vector is None or _unseen(ranked)
        away = [one.name for one in self._followers if one.trouble is not None]
        unread = ["vectors"] if blind and self._embedder is not None else []
        if self._reranker is not None and self._unranked(asked, ranked):
            unread.append("reranker")
        degraded = tuple(dict.fromkeys([*unread, *away]))
        hits = self._judge(asked, ranked).hits(asked.min_relevance, asked.limit, explain)
        return Hits(hits, degraded)

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
        scope = self._scope(user_id, agent_id) if named else record.scope.owner.scope
        asked = await self._placed(scope, asked)
        look = await self._looking(scope, asked)
        ranked = await self._ranked(look, asked)
        near, terms = await self._near(look, (record.id,)), await self._matched(look, (record.id,))
        (own,) = Findings(terms, near).candidates([record])
        return absence(record, asked, ranked, self._judge(asked, ranked), own)

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
        scope = self._scope(user_id, agent_id)
        asked = read_where(where)
        if kind is not None:
            asked = read_where(replace(asked, kind=kind))
        keys = None if key is None else (limits.identifier(key, "key"),)
        return await self._living.notes(Query(scope, asked, keys=keys, closed=closed))

    async def _ranked(self, look: Look, asked: Question, keep: Keep | None = None) -> list[Ranked]:
        """Everything that may answer, best first; if a time is asked about, more from then."""
        found = {one.record.id: one for one in await self._look(look)}
        if asked.window is not None:
            then = replace(look, where=asked.window.narrows(look.where), limit=THEN, recent=0)
            found = {one.record.id: one for one in await self._look(then)} | found
        if keep is not None:
            found = {id: one for id, one in found.items() if keep(one.record)}
        candidates = bridged(answering(list(found.values()), asked.slots))
        faded = await self._faded(look.scope, asked, [one.record for one in candidates])
        ranked = newest_first(asked, rank(asked, candidates, self._latin, faded))
        return ranked if self._reranker is None else await self._reranked(asked, ranked)

    async def _reranked(self, asked: Question, ranked: list[Ranked]) -> list[Ranked]:
        """The ranking with a reranker's opinion of the best; without, if it fails."""
        from ...read import rerank

        read = rerank.chosen(asked, ranked)
        if self._reranker is None or not read:
            return ranked
        texts = [rerank.reading(asked, one) for one in read]
        try:
            made = await self._reranker.score(rerank.asking(asked), texts)
            scores = rerank.checked(made, len(texts))
        except Exception as error:
            # Any reranker may be plugged in, so any error may come out of it.
            log.warning("the reranker failed, so the ranking is without it: %s", error)
            return ranked
        return rerank.reranked(asked, ranked, scores)

    def _unranked(self, asked: Question, ranked: list[Ranked]) -> bool:
        """Whether the reranker failed."""
        from ...read.rerank import is_unread

        return is_unread(asked, ranked)

    async def _faded(
        self, scope: Scope, asked: Question, records: Sequence[Record]
    ) -> dict[str, float]:
        """How far what happened has faded by the moment of asking."""
        if not any(isinstance(one, Note) and one.kind == FADES for one in records):
            return {}
        law = await self._living.law(scope.owner)
        return {one.id: law.faded(one, asked.at) for one in records}

    def _judge(self, asked: Question, ranked: list[Ranked]) -> Judge:
        read = not self._latin or is_latin(asked.words)
        cosines = self._cosines if read else None
        if self._reranker is None:
            return Judge(ranked, cosines)
        from ...read.rerank import Advised

        return Advised(ranked, cosines)

    async def _looking(self, scope: Scope, asked: Question, least: int = POOL) -> Look:
        """A question as the stores take it, with its vector if the embedder answers."""
        await self._prepare()
        vector = await self._ask(asked.words)
        pool, near = max(least, asked.limit) + SPARE, max(least + FURTHER, asked.limit) + SPARE
        led = await self._leads(scope, asked)
        keys = (*asked.keys, *asked.slots)
        look = Look(scope, asked.terms, vector, pool, asked.where, keys, RECENT, led)
        return replace(look, further=near - pool)

    async def _placed(self, scope: Scope, asked: Question) -> Question:
        """A question that names an event, with the time of that, if one is clearly known."""
        named = event(asked)
        if named is None:
            return asked
        await self._prepare()
        found = [hit.id for hit in await self._match(Match(scope, named.terms, FOUND))]
        records = await self._records(scope, found) if found else []
        records = await self._living.shown(scope, records)
        return replace(asked, window=window(named, records, asked.at))

    async def _leads(self, scope: Scope, asked: Question) -> dict[str, float]:
        """The notes within two steps of those whom the question names."""
        walk = Walk(mentions(asked.words), HOPS, MOST, USER)
        await self._walked(walk, scope, When(asked.at))
        return leads(walk, asked.terms) if walk.edges else {}

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
        """Every version of a note, oldest first; a message has one: itself."""
        record = await self._one(id, user_id, agent_id)
        if isinstance(record, Message):
            return [record]
        query = Query(record.scope.owner.scope, closed=True)
        return list(chain(await self._living.notes(query), record.id)) or [record]


def _unseen(ranked: list[Ranked]) -> bool:
    """Whether there is something and none of it has a vector of this embedder."""
    return bool(ranked) and all(one.candidate.cosine is None for one in ranked)
