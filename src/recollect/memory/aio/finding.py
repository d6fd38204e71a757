"""The read path: question → candidates → ranking → hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from ...keep.decay import FADES
from ...keep.holding import released
from ...orders import Look, Match
from ...read.bridges import bridged
from ...read.events import FOUND, event, window
from ...read.graph import Walk, When
from ...read.leads import HOPS, MOST, USER, leads
from ...read.quarantine import Guard, marked
from ...read.question import Question, is_latin
from ...read.rank import rank
from ...read.ranked import Ranked
from ...read.relevance import Judge
from ...read.rivals import newest_first
from ...read.several import several, together
from ...read.slots import answering
from ...text.names import mentions
from ...types import Hits, Note, Record, Scope
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


class AsyncFinding(AsyncLooking):
    """From a question to what helps with it."""

    async def _found_for(
        self, scope: Scope, asked: Question, explain: bool = False, keep: Keep | None = None
    ) -> Hits:
        """What helps most, each with the rules by which it is not to be trusted."""
        hits = await self._hits(scope, asked, explain, keep)
        return await self._guarded(scope, lambda guard: marked(hits, guard))

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
        parts = several(asked)
        found = [await self._best(scope, part, explain, keep, pool) for part in parts]
        return found[0] if len(found) == 1 else together(found, asked.limit)

    async def _best(
        self, scope: Scope, asked: Question, explain: bool, keep: Keep | None, pool: int
    ) -> Hits:
        """What helps most with one question."""
        asked = await self._placed(scope, asked)
        look = await self._looking(scope, asked, pool)
        ranked = await self._ranked(look, asked, keep)
        self._follow_up()
        hits = self._judge(asked, ranked).hits(asked.min_relevance, asked.limit, explain)
        return Hits(hits, self._degraded(asked, look, ranked))

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

    async def _looking(self, scope: Scope, asked: Question, least: int = POOL) -> Look:
        """A question as the stores take it, with its vector if the embedder answers."""
        await self._prepare()
        pool = max(least, asked.limit)
        vector = await self._ask(asked.words)
        if vector is not None:  # the embedder works
            await self._follow_edits()
        return Look(
            scope,
            asked.terms,
            vector,
            limit=pool + SPARE,
            where=asked.where,
            keys=(*asked.keys, *asked.slots),
            recent=RECENT,
            leads=await self._leads(scope, asked),
            further=max(least + FURTHER, asked.limit) - pool,
        )

    async def _leads(self, scope: Scope, asked: Question) -> dict[str, float]:
        """The notes within two steps of those whom the question names."""
        walk = Walk(mentions(asked.words), HOPS, MOST, USER)
        await self._walked(walk, scope, When(asked.at))
        return leads(walk, asked.terms) if walk.edges else {}

    async def _ranked(self, look: Look, asked: Question, keep: Keep | None = None) -> list[Ranked]:
        """Everything that may answer, best first; if a time is asked about, more from then."""
        found = {one.record.id: one for one in await self._look(look, asked)}
        if asked.window is not None:
            then = replace(look, where=asked.window.narrows(look.where), limit=THEN, recent=0)
            found = {one.record.id: one for one in await self._look(then)} | found
        if keep is not None:
            found = {id: one for id, one in found.items() if keep(one.record)}
        candidates = bridged(answering(list(found.values()), asked.slots))
        faded = await self._faded(look.scope, asked, [one.record for one in candidates])
        ranked = newest_first(asked, rank(asked, candidates, self._latin, faded))
        return ranked if self._reranker is None else await self._reranked(asked, ranked)

    async def _faded(
        self, scope: Scope, asked: Question, records: Sequence[Record]
    ) -> dict[str, float]:
        """How far what happened has faded by the moment of asking."""
        if not any(isinstance(one, Note) and one.kind == FADES for one in records):
            return {}
        law = await self._living.law(scope.owner)
        return {one.id: law.faded(one, asked.at) for one in records}

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

    def _judge(self, asked: Question, ranked: list[Ranked]) -> Judge:
        """Who says how likely each helps."""
        read = not self._latin or is_latin(asked.words)
        cosines = self._cosines if read else None
        if self._reranker is None:
            return Judge(ranked, cosines)
        from ...read.rerank import Advised

        return Advised(ranked, cosines)

    def _degraded(self, asked: Question, look: Look, ranked: list[Ranked]) -> tuple[str, ...]:
        """The parts that should have had a say and had none."""
        silent = list[str]()
        if self._embedder is not None and (look.vector is None or _unseen(ranked)):
            silent += ["vectors"]
        if self._reranker is not None:
            from ...read.rerank import is_unread

            silent += ["reranker"] if is_unread(asked, ranked) else []
        away = (one.name for one in self._followers if one.trouble is not None)
        return tuple(dict.fromkeys([*silent, *away]))

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


def _unseen(ranked: list[Ranked]) -> bool:
    """Whether there is something and none of it has a vector of this embedder."""
    return bool(ranked) and all(one.candidate.cosine is None for one in ranked)
