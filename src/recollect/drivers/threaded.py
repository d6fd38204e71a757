"""Back-ends and models written in sync, lifted to async by a worker thread of their own.

A write that has started is finished before a cancellation goes through, so the caller never has
to wonder whether it happened half. A write that still waits for its turn is not done at all, and
a read is abandoned at once.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..errors import StoreClosed
from ..orders import (
    Batch,
    Candidate,
    Change,
    Committed,
    Found,
    Look,
    Match,
    Nearest,
    Neighbours,
    Query,
)
from ..ports.callers import whose
from ..types import Message, Note, Owner, OwnerInfo, Record, Report, Scope, SessionInfo, Stats
from .turns import LAST, Job, Turns

if TYPE_CHECKING:
    from ..orders import Floats
    from ..ports import Chat, Reply, Schema
    from ..ports.aio import AsyncEmbedder, AsyncIndex, AsyncLLM, AsyncReranker, AsyncStore
    from ..ports.sync import LLM, Embedder, Index, Reranker, Store

P = ParamSpec("P")
T = TypeVar("T")


class ThreadedStore:
    """An async store that runs a sync one in a thread."""

    def __init__(self, store: Store) -> None:
        self.features = store.features
        self.url = store.url
        self._store = store
        self._worker = Worker("store")

    async def commit(self, batch: Batch) -> Committed:
        """Do all of a batch or none of it, once per batch id."""
        return await self._worker.write(self._store.commit, batch)

    async def messages(self, query: Query) -> list[Message]:
        """Read messages, by event time."""
        return await self._worker.read(self._store.messages, query)

    async def notes(self, query: Query) -> list[Note]:
        """Read notes, by the time they were learned."""
        return await self._worker.read(self._store.notes, query)

    async def locate(self, id: str) -> list[Owner]:
        """The owners that hold a record of this id."""
        return await self._worker.read(self._store.locate, id)

    async def changes(
        self, after: int, limit: int = 1000, owner: Owner | None = None
    ) -> list[Change]:
        """The feed of changes behind a position."""
        return await self._worker.read(self._store.changes, after, limit, owner)

    async def position(self, at: datetime) -> int:
        """How far the feed had come at a moment."""
        return await self._worker.read(self._store.position, at)

    async def cursor(self, owner: Owner, name: str) -> int:
        """How far a reader of an owner's changes has come."""
        return await self._worker.read(self._store.cursor, owner, name)

    async def cursors(self, owner: Owner, prefix: str = "") -> dict[str, int]:
        """Where the cursors of an owner are whose names begin so."""
        return await self._worker.read(self._store.cursors, owner, prefix)

    async def pending(self, model: str, limit: int) -> list[Record]:
        """Records that have no vector of this model yet."""
        return await self._worker.read(self._store.pending, model, limit)

    async def owners(self) -> list[OwnerInfo]:
        """Who owns memory here."""
        return await self._worker.read(self._store.owners)

    async def sessions(self, scope: Scope) -> list[SessionInfo]:
        """The conversations in a scope, oldest first."""
        return await self._worker.read(self._store.sessions, scope)

    async def stats(
        self, model: str | None, owner: Owner | None = None, tenant: str | None = None
    ) -> Stats:
        """Count what is kept, in all, for one owner, or for a tenant."""
        return await self._worker.read(self._store.stats, model, owner, tenant)

    async def check(self) -> Report:
        """Look for damage."""
        return await self._worker.read(self._store.check)

    async def outdated(self, version: int) -> list[Owner]:
        """Owners whose terms were made by another version of the text analysis."""
        return await self._worker.read(self._store.outdated, version)

    async def erase(self, owner: Owner) -> dict[str, int]:
        """Remove everything of an owner; counts by kind."""
        return await self._worker.write(self._store.erase, owner)

    async def scrub(self) -> list[str]:
        """Overwrite whatever removed records left behind."""
        return await self._worker.write(self._store.scrub)

    async def traces(self, needles: Sequence[bytes]) -> dict[str, int]:
        """How many of these can be read where no kept record holds them, by place."""
        return await self._worker.read(self._store.traces, needles)

    async def close(self) -> None:
        """Close the store and end its thread. Closing twice is fine."""
        await self._worker.close(self._store.close)

    async def nearest(self, request: Nearest) -> list[Found]:
        """Best cosine first."""
        return await self._worker.read(self._store.nearest, request)

    async def match(self, request: Match) -> list[Found]:
        """Best BM25 first."""
        return await self._worker.read(self._store.match, request)

    async def look(self, request: Look) -> list[Candidate]:
        """All that may answer, each scored every way."""
        return await self._worker.read(self._store.look, request)

    async def neighbours(self, request: Neighbours) -> list[Note]:
        """Notes whose subject or object is one of the entities."""
        return await self._worker.read(self._store.neighbours, request)


class ThreadedIndex:
    """An async index that runs a sync one in a thread."""

    def __init__(self, index: Index) -> None:
        self.features = index.features
        self.url = index.url
        self._index = index
        self._worker = Worker("index", threads=8 if index.features.shared else 1)

    async def apply(self, changes: Sequence[Change], after: int = 0) -> None:
        """Take the next changes of the feed."""
        await self._worker.write(self._index.apply, changes, after)

    async def position(self) -> int:
        """The last change applied; 0 for none."""
        return await self._worker.read(self._index.position)

    async def tail(self) -> str:
        """The sign of the last change applied."""
        return await self._worker.read(self._index.tail)

    async def search(self, request: Nearest | Match | Neighbours) -> list[Found]:
        """Answer a request of a kind that `features` declares."""
        return await self._worker.read(self._index.search, request)

    async def erase(self, owner: Owner) -> None:
        """Forget everything of an owner."""
        await self._worker.write(self._index.erase, owner)

    async def clear(self) -> None:
        """Forget everything."""
        await self._worker.write(self._index.clear)

    async def close(self) -> None:
        """Close the index and end its thread. Closing twice is fine."""
        await self._worker.close(self._index.close)


class ThreadedEmbedder:
    """An async embedder that runs a sync one in a thread."""

    def __init__(self, embedder: Embedder) -> None:
        self.id = embedder.id
        self.latin, self.cosines = embedder.latin, embedder.cosines
        self._embedder = embedder
        self._worker = Worker("embedder")

    async def embed(self, texts: Sequence[str]) -> Floats:
        """One row per text."""
        return await self._worker.read(self._embedder.embed, texts)

    async def ask(self, texts: Sequence[str]) -> Floats:
        """One row per question."""
        return await self._worker.read(self._embedder.ask, texts)

    async def close(self) -> None:
        """Close the embedder and end its thread. Closing twice is fine."""
        await self._worker.close(self._embedder.close)


class ThreadedReranker:
    """An async reranker that runs a sync one in threads, some calls at a time."""

    def __init__(self, reranker: Reranker) -> None:
        self.id = reranker.id
        self._reranker = reranker
        self._worker = Worker("reranker", threads=8)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """A number for each text."""
        return await self._worker.read(self._reranker.score, query, texts)

    async def close(self) -> None:
        """Close the reranker and end its threads. Closing twice is fine."""
        await self._worker.close(self._reranker.close)


class ThreadedLLM:
    """An async language model that runs a sync one in threads, some calls at a time.

    A call that is cancelled is abandoned at once. If it was under way, it ends on its own, and
    what it spends is counted.
    """

    def __init__(self, llm: LLM) -> None:
        self.id = llm.id
        self._llm = llm
        self._worker = Worker("language model", threads=8)

    async def complete(
        self, messages: Chat, schema: Schema | None = None, *, user: str = ""
    ) -> Reply:
        """The answer to a chat."""
        return await self._worker.read(self._llm.complete, messages, schema, user=user)

    async def close(self) -> None:
        """Close the model and end its threads. Closing twice is fine."""
        await self._worker.close(self._llm.close)


class Worker:
    """A thread that does one job after the other, or several such threads. Where jobs of several
    callers wait, they take turns."""

    def __init__(self, name: str, threads: int = 1) -> None:
        self._name = name
        self._threads = threads
        self._closed = False
        self._start()

    async def read(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run something that may be abandoned at any time."""
        return await asyncio.wrap_future(self._submit(call, *args, **kwargs))

    async def write(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run something that, once started, is seen to its end."""
        job = self._submit(call, *args, **kwargs)
        outcome = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(outcome)
        except asyncio.CancelledError:
            if not job.cancel():
                await _drain(outcome)
            raise

    async def close(self, call: Callable[[], None]) -> None:
        """Run the last job, whatever happens, and end the thread."""
        if self._closed:
            return
        mark = whose.set(LAST)
        outcome = asyncio.wrap_future(self._submit(call))
        whose.reset(mark)
        self._closed = True
        try:
            await asyncio.shield(outcome)
        except asyncio.CancelledError:
            await _drain(outcome)
            raise
        finally:
            self._pool.shutdown(wait=False)

    def _start(self) -> None:
        self._pid = os.getpid()
        self._turns = Turns()
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix=f"recollect-{self._name}")

    def _submit(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._closed:
            raise StoreClosed(f"this {self._name} is closed; open the memory again")
        if self._pid != os.getpid():  # after a fork, whose child has none of the threads
            self._start()
        job: Future[T] = Future()
        self._turns.add(whose.get(), Job(job, partial(call, *args, **kwargs)))
        self._pool.submit(self._turns.do_next)
        return job


async def _drain(outcome: asyncio.Future[T]) -> None:
    """Wait for the end, however often the wait is cancelled."""
    while not outcome.done():
        try:
            await asyncio.wait([outcome])
        except asyncio.CancelledError:
            continue
    if not outcome.cancelled():
        outcome.exception()  # looked at, so that asyncio does not report it as overlooked


if TYPE_CHECKING:

    def _held_to_the_contracts(
        store: ThreadedStore,
        index: ThreadedIndex,
        embedder: ThreadedEmbedder,
        reranker: ThreadedReranker,
        llm: ThreadedLLM,
    ) -> tuple[AsyncStore, AsyncIndex, AsyncEmbedder, AsyncReranker, AsyncLLM]:
        return store, index, embedder, reranker, llm
