"""Looking after a memory: how much there is, whether it is whole, and moving it about."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import IO, Any

from ...counts import many
from ...errors import ConfigError, Conflict, ModelError, Stale
from ...keep.law import LAW, USES, is_hidden
from ...keep.ruling import joined, uses_joined
from ...orders import Batch, Neighbours, Query
from ...ports.aio import AsyncEmbedder
from ...transfer.jsonl import Reading, Writing
from ...types import Note, Owner, OwnerInfo, Record, Report, Stats
from ...wiring import AsyncParts
from ...write.screen import screened
from ..partly import IMPORTED, SoFar, kept
from .embedding import Key
from .ruling import AsyncRuling
from .shell import Progress, silent

CHUNK = 256
EVERY = 10**9
"""Relations of a name: all of them."""
EMBEDDED = "{done} of {total} records have their vectors, and reindex goes on with the others"


class AsyncUpkeep(AsyncRuling):
    """Everything that keeps a memory healthy."""

    async def stats(self, *, user_id: str | None = None, agent_id: str | None = None) -> Stats:
        """How much is kept: in all, or of one user or agent."""
        owner = self._owner_named(user_id, agent_id)
        counted = await self._store.stats(self._model or None, owner)
        beside = {one.name: await one.behind() for one in self._followers}
        return replace(counted, embedder=self._model or None, url=self._store.url, indexes=beside)

    async def owners(self) -> list[OwnerInfo]:
        """The users, agents and loose sessions that own memory here."""
        return await self._everybody()

    async def verify(self) -> Report:
        """Check the store, every record, and that each index agrees with them: the store's own,
        and a graph beside it, if it can be asked."""
        report = await self._store.check()
        if self._graph is None:
            return report
        held, lost = 0, 0
        for info in await self._everybody():
            edges = await self._edges(info.owner)
            for start in range(0, len(edges), CHUNK):
                here, gone = await self._in_graph(info.owner, edges[start : start + CHUNK])
                held, lost = held + here, lost + gone
        wrong = (
            f"the graph index at {self._graph.url} lacks {many(lost, 'relation')}: fill it anew: "
            "recollect reindex --index graph"
        )
        problems = (*report.problems, wrong) if lost else report.problems
        return Report({**report.checked, "relations in the graph": held}, problems)

    async def _edges(self, owner: Owner, ids: Iterable[str] | None = None) -> list[Note]:
        named = None if ids is None else tuple(ids)
        notes = await self._store.notes(Query(owner.scope, ids=named, closed=True))
        return [note for note in notes if note.subject and note.object]

    async def _in_graph(self, owner: Owner, edges: Sequence[Note]) -> tuple[int, int]:
        """How many of some relations the graph has, and how many it lacks; none and none if it
        cannot be asked."""
        names = tuple({note.subject or "" for note in edges})
        found = await self._ask_graph(Neighbours(owner.scope, names, limit=EVERY, closed=True))
        if found is None:
            return 0, 0
        lacking = {note.id for note in edges} - {one.id for one in found}
        lost = len(await self._edges(owner, lacking)) if lacking else 0  # some may be gone by now
        return len(edges) - len(lacking), lost

    async def reindex(
        self,
        *,
        embedder: Any = None,
        vectors: bool = False,
        index: str | None = None,
        progress: Progress | None = None,
    ) -> Stats:
        """Make terms and missing vectors anew from the words, and drop those of other models.

        `index` instead fills one index beside the store anew: "vectors" or "graph".
        `embedder` moves the memory to another model: searches go on with the old one until every
        vector is there, then this memory uses the new one. `vectors=True` makes every vector anew.
        Safe to interrupt: run it again to go on. No such embedder or index is a `ConfigError`; an
        embedder that fails is a `ModelError`, and an index a `StoreError`.
        """
        if index is not None:
            if embedder is not None or vectors:
                raise ConfigError(
                    "index fills one index beside the store from the vectors that are there; "
                    "reindex with embedder or vectors first, and without index"
                )
            await self._refill(index, progress or silent)
            return await self.stats()
        target = self._embedder if embedder is None else self._other(embedder)
        try:
            if target is not None and (vectors or target is not self._embedder):
                await self._require_working(target)
            for info in await self._store.owners():
                await self._remake_terms(info.owner)
            if target is not None:
                await self._embed_all(target, vectors, SoFar(progress))
        except BaseException:
            if target is not None and target is not self._embedder:
                await target.close()
            raise
        await self._change_to(target)
        return await self.stats()

    async def export_to(
        self,
        target: str | PathLike[str] | IO[str],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write every message and note as versioned JSON lines; counts them.

        A path appears whole or not at all. One that cannot be is an `InputError`, and a disk that
        fails an `OSError`.
        """
        count = 0
        async with aclosing(self._exporting(target, user_id, agent_id)) as writing:
            async for count, total in writing:
                (progress or silent)(count, total)
        return count

    async def _exporting(
        self, target: str | PathLike[str] | IO[str], user_id: str | None, agent_id: str | None
    ) -> AsyncGenerator[tuple[int, int], None]:
        """Write record by record, telling after each how many are written, and of how many."""
        held = await self._infos(user_id, agent_id)
        with Writing(target, sum(one.messages + one.notes for one in held)) as writing:
            for owner in (one.owner for one in held):
                law, now = await self._living.law(owner), self._now()
                for record in await self._records(owner.scope):
                    if law.holds(record, now):
                        writing.write(self._leaving_here(record))
                    yield writing.done, writing.total

    async def import_from(
        self, source: str | PathLike[str] | IO[str], *, progress: Progress | None = None
    ) -> int:
        """Read what `export_to` wrote; counts what was new. Every line is checked first.

        Records keep their ids and times, so importing the same file again changes nothing. What
        cannot be read is an `InputError` that names the line, and nothing is imported then; other
        words under an id are an `IdConflict`, and another open note under a key is a `Conflict`.
        """
        new, so_far = 0, SoFar(progress)
        await self._prepare()
        with Reading(source, self._coming_here) as reading, kept(so_far, IMPORTED):
            so_far(0, reading.total)
            for chunk in reading.chunks(CHUNK):
                new += await self._take(chunk)
                so_far(reading.done, reading.total)
        self._follow_up()
        return new

    def _leaving_here(self, record: Record) -> Record:
        """A record as an export has it."""
        return record

    def _coming_here(self, record: Record) -> Record:
        """A record as it is imported."""
        return screened(record, self._secrets)

    async def _refill(self, name: str, tell: Progress) -> None:
        """Empty an index, and feed it from the beginning."""
        chosen = next((one for one in self._followers if one.name == name), None)
        if chosen is None:
            known = ", ".join(one.name for one in self._followers) or "none"
            raise ConfigError(f"there is no index {name!r} beside this store ({known})")
        counted = await self._store.stats(None)
        total, done = counted.messages + counted.notes, 0

        def count(changes: int) -> None:
            nonlocal done
            done = min(done + changes, total)
            tell(done, total)

        await chosen.rebuild(count)
        tell(total, total)

    async def _take(self, records: list[Record]) -> int:
        by_owner: dict[Owner, list[Record]] = {}
        for record in records:
            by_owner.setdefault(record.scope.owner, []).append(record)
        fresh: list[Record] = []
        await self._expecting(records)
        for owner, group in by_owner.items():
            known = await self._records(owner.scope, [record.id for record in group])
            ids = {(record.id, record.text) for record in known}
            fresh += (record for record in group if (record.id, record.text) not in ids)
        if not fresh:
            return 0
        fresh = await self._without_laws(fresh)
        try:
            done, _ = await self._commit(Batch(await self._puts(fresh)))
        except Stale:
            raise Conflict(
                "the memory has an open note of its own under a key of the file; delete one of the "
                "two, here or there, and import again"
            ) from None
        return len(done.new)

    async def _without_laws(self, records: list[Record]) -> list[Record]:
        """What is imported, but for laws and uses, which join what holds here already, and for
        what was decided elsewhere about what is held back: whoever wrote the words may have
        written that, too."""
        for record in records:
            if isinstance(record, Note) and record.key in (LAW, USES):
                joins = uses_joined if record.key == USES else joined
                await self._amend(record.scope, partial(joins, theirs=record.value), record.key)
        return [record for record in records if not is_hidden(record)]

    def _other(self, embedder: Any) -> AsyncEmbedder | None:
        """The embedder to move to; the present one if it is the same."""
        made = AsyncParts.model(embedder)
        if made is None:
            raise ConfigError("name the embedder to move to; None stands for the present one")
        return self._embedder if made.id == self._model else made

    async def _require_working(self, embedder: AsyncEmbedder) -> None:
        if await self._embed(["Does it work?"], embedder) is None:
            raise ModelError(f"the embedder failed, and nothing was changed: {self._using.trouble}")

    async def _embed_all(self, by: AsyncEmbedder, anew: bool, tell: SoFar) -> None:
        """Vectors for all, beside those of other models, which go at the end in one commit."""
        if anew:
            await self._store.commit(Batch(forget=(by.id,)))
        with kept(tell, EMBEDDED):
            now = await self._embed_missing(by, tell)
        if others := tuple(model for model in now.vectors if model != by.id):
            await self._store.commit(Batch(forget=others))
        tell(now.messages + now.notes, now.messages + now.notes)

    async def _embed_missing(self, by: AsyncEmbedder, tell: SoFar) -> Stats:
        """Vectors for all that have none of this model."""
        refused: set[Key] = set()
        now = await self._store.stats(by.id)
        while left := now.pending:
            total = now.messages + now.notes
            tell(done := total - left, total)
            while made := await self._embed_pending(refused, CHUNK, by):
                tell(done := min(done + made, total), total)
            # None made may also mean that the work beside this, or another process, was faster.
            if (now := await self._store.stats(by.id)).pending >= left:
                raise ModelError(
                    f"the embedder failed with {many(left, 'vector')} to go; the words and the old "
                    f"vectors are kept. Run reindex again when it works ({self._using.trouble})"
                )
        return now

    async def _change_to(self, embedder: AsyncEmbedder | None) -> None:
        """Use this embedder from now on."""
        former = self._embedder
        if embedder is former:
            return
        self._using.embedder = embedder
        if former is not None:
            await former.close()
        self._using.behind += 1  # something may have come at the last moment
        self._follow_up()
