"""Vectors: made of what is written and asked, and made later where the embedder failed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from ... import vectors
from ...concurrency import AsyncAhead, AsyncBackground
from ...errors import ConfigError, RecollectError
from ...orders import Batch, Late, Put, Vector
from ...ports.aio import AsyncEmbedder, AsyncStore
from ...types import Owner, Record
from ...write.index import passage, puts

CATCH_UP = 64
LOOK_UP = 16
Key: TypeAlias = tuple[Owner, str]
log = logging.getLogger("recollect")


class AsyncUsing:
    """The embedder that all views of a memory use: `reindex` may put another in its place."""

    def __init__(self, embedder: AsyncEmbedder | None) -> None:
        self.embedder = embedder
        self.behind = int(embedder is not None)
        """How often vectors had to follow since none was missing."""
        self.trouble: Exception | None = None
        self.given_up: set[Key] = set()
        """What people wrote whose vector was not to be had: no question waits for it again."""


class AsyncEmbedding:
    """The embedder of a memory, and what still waits for it."""

    def __init__(self, store: AsyncStore, embedder: AsyncEmbedder | None) -> None:
        self._store = store
        self._using = AsyncUsing(embedder)
        self._background = AsyncBackground()
        self._foreseen: dict[str, AsyncAhead] = {}
        """Vectors of questions that are about to be asked."""

    @property
    def _embedder(self) -> AsyncEmbedder | None:
        return self._using.embedder

    @property
    def _model(self) -> str:
        return self._embedder.id if self._embedder is not None else ""

    @property
    def _latin(self) -> bool:
        return self._embedder is not None and self._embedder.latin

    @property
    def _cosines(self) -> tuple[float, float] | None:
        return None if self._embedder is None else self._embedder.cosines

    async def _embed(
        self, texts: Sequence[str], by: AsyncEmbedder | None = None
    ) -> list[Vector] | None:
        """Unit vectors, or None when the embedder failed: the words are kept all the same."""
        embedder = by or self._embedder
        return None if embedder is None else await self._made(embedder, texts)

    async def _puts(self, records: Sequence[Record]) -> tuple[Put, ...]:
        """Records as they are stored: with their terms and, when the embedder answers, vectors."""
        return puts(records, await self._embed([passage(record) for record in records]))

    async def _ask(self, question: str) -> Vector | None:
        """The vector of a question, or None when the embedder failed."""
        ahead = self._foreseen.pop(question, None)
        made: Vector | None = await (
            self._question_vector(question) if ahead is None else ahead.get()
        )
        return made

    async def _question_vector(self, question: str) -> Vector | None:
        if self._embedder is None:
            return None
        made = await self._made(self._embedder, [question], asking=True)
        return None if made is None else made[0]

    def _foresee(self, question: str) -> None:
        """Begin with the vector of a question while other things are read for it."""
        if self._embedder is not None:
            self._foreseen[question] = AsyncAhead(lambda: self._question_vector(question))

    def _unforesee(self, question: str) -> None:
        """It was asked, or will not be."""
        self._foreseen.pop(question, None)

    async def _made(
        self, embedder: AsyncEmbedder, texts: Sequence[str], *, asking: bool = False
    ) -> list[Vector] | None:
        """Each with the id of the embedder that made it: `reindex` may change it meanwhile."""
        if not texts:  # a remote one would be asked, and may well refuse
            return []
        try:
            made = await (embedder.ask(texts) if asking else embedder.embed(texts))
            return [Vector(embedder.id, row) for row in vectors.checked(made, len(texts))]
        except Exception as error:
            # Any embedder may be plugged in, so any error may come out of it.
            if isinstance(error, ConfigError):
                raise
            log.warning("the embedder failed, its vectors will follow later: %s", error)
            self._using.behind, self._using.trouble = self._using.behind + 1, error
            return None

    def _follow_up(self) -> None:
        """Make missing vectors beside the caller's work."""
        if self._using.behind and self._embedder is not None:
            self._background.start(self._catch_up)

    async def _follow_edits(self) -> None:
        """Make vectors of what people wrote: it is to be found by the very next question. So many
        at most; the rest follows."""
        given_up = self._using.given_up
        if not self._store.features.edited or not (records := await self._lacking(given_up)):
            return
        self._using.behind += 1
        try:
            if not await self._is_foreign():
                await self._embed_late(records, given_up)
                return
        except RecollectError as error:
            log.warning("vectors could not be made now: %s", error)
        given_up.update(map(_key, records))

    async def _catch_up(self) -> None:
        refused: set[Key] = set()
        try:
            made = 0
            while not self._background.stopping:
                records = await self._lacking(refused)
                # Asked again now and then: the memory may have been moved meanwhile. But not where
                # nothing lacks, as most often: to count all that is kept takes long.
                if not records or (made % LOOK_UP == 0 and await self._is_foreign()):
                    return
                if not await self._embed_late(records, refused):
                    return
                made += 1
        except RecollectError as error:
            log.warning("vectors could not be made now: %s", error)

    async def _is_foreign(self) -> bool:
        """Whether most vectors here are another model's.

        Then nothing is made unasked: somebody may have opened the wrong file, and a provider would
        be sent everything in it. Only `reindex` moves a memory to another model.
        """
        stats = replace(await self._store.stats(self._model), embedder=self._model)
        if stats.foreign is None:
            return False
        self._using.behind = 0
        log.warning(
            "the vectors here were made by %s, not by %s: words alone are compared. Open the "
            "memory with that embedder, or move it to this one with reindex",
            stats.foreign,
            stats.embedder,
        )
        return True

    async def _embed_pending(
        self, refused: set[Key], most: int = CATCH_UP, by: AsyncEmbedder | None = None
    ) -> int:
        """Make some of the missing vectors; 0 when none is missing or the embedder fails.

        What the embedder would not take joins `refused`, and is not tried again in this run.
        """
        records = await self._lacking(refused, most, by)
        return await self._embed_late(records, refused, by) if records else 0

    async def _lacking(
        self, refused: set[Key], most: int = CATCH_UP, by: AsyncEmbedder | None = None
    ) -> list[Record]:
        """Some of the records without a vector, but for those that were refused."""
        model = self._model if by is None else by.id
        behind = self._using.behind
        found = await self._store.pending(model, most + len(refused))
        if not found and self._using.behind == behind:  # else something was left to follow
            self._using.behind = 0
        return [record for record in found if _key(record) not in refused]

    async def _embed_late(
        self, records: list[Record], refused: set[Key], by: AsyncEmbedder | None = None
    ) -> int:
        """Make and keep the vectors of some records."""
        made = await self._embed_records(records, by)
        refused.update({*map(_key, records)} - {(late.scope.owner, late.id) for late in made})
        if made:
            await self._store.commit(Batch(vectors=tuple(made)))
        return len(made)

    async def _embed_records(self, records: list[Record], by: AsyncEmbedder | None) -> list[Late]:
        """All at once; one by one if that fails, since a single text may be what is wrong."""
        made = await self._embed([passage(record) for record in records], by)
        if made is not None:
            return [
                Late(record.scope, record.id, vector)
                for record, vector in zip(records, made, strict=True)
            ]
        if len(records) == 1:
            return []
        probes = {0, len(records) // 2, len(records) - 1}
        late = [one for place in probes for one in await self._embed_records([records[place]], by)]
        if not late:
            return []  # it fails altogether: no use in asking for each
        rest = [record for place, record in enumerate(records) if place not in probes]
        return late + [one for record in rest for one in await self._embed_records([record], by)]


def _key(record: Record) -> Key:
    return record.scope.owner, record.id
