"""One tenant's part of a memory: the same parts, and nobody else's records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from ...errors import ConfigError
from ...orders import Found, Match, Nearest, Neighbours
from ...ports import Chat, Reply, Schema, Spent
from ...types import Owner, Record, Report, Stats
from .confined import AsyncConfined
from .door import AsyncMemory
from .shell import AsyncShell
from .spending import Recalled


class AsyncTenant(AsyncMemory):
    """What `AsyncMemory.tenant` gives. Work on the whole store is left to the memory it is of."""

    def __init__(self, memory: AsyncMemory, name: str) -> None:
        self._memory, self._tenant = memory, name
        store = AsyncConfined(memory._store, name)
        AsyncShell.__init__(
            self, store, memory._embedder, memory._index, lambda: memory._now(), memory._learning
        )
        self._author = memory._author
        self._secrets, self._llm, self._purse = memory._secrets, memory._llm, memory._purse
        self._vectors, self._graph = memory._vectors, memory._graph
        self._reranker, self._living.windows = memory._reranker, memory._living.windows
        self._background, self._used = memory._background, memory._used
        self._holds, self._undo, self._counting = memory._holds, memory._undo, memory._counting
        self._book, self._talkers = memory._book, memory._talkers
        self._untaken, self._streams = memory._untaken, memory._streams
        self._halt, self._using = memory._halt, memory._using

    def tenant(self, name: str) -> AsyncMemory:
        """Itself; another tenant's part cannot be had from here."""
        if name != self._tenant:
            raise ConfigError("this memory is one tenant's; ask the memory it was taken from")
        return self

    async def verify(self) -> Report:
        """Whether the store is whole. What is wrong with it is for those who run it."""
        whole, own = await self._memory.verify(), await self.stats()
        wrong = () if whole.ok else ("the store is damaged; those who run it see more: verify",)
        return Report({"messages": own.messages, "notes": own.notes}, wrong)

    async def reindex(self, **asked: Any) -> Stats:
        """Not for one tenant alone."""
        raise ConfigError("the indexes are those of all tenants; reindex the whole memory")

    async def close(self) -> None:
        """Nothing: the memory it is of holds what is to be closed."""

    async def _spent_by_others(self, lines: list[Spent]) -> list[Spent]:
        return []

    def _leaving_here(self, record: Record) -> Record:
        return replace(record, tenant="")

    def _coming_here(self, record: Record) -> Record:
        return super()._coming_here(replace(record, tenant=self._tenant))

    async def _prepare(self) -> None:
        await self._memory._prepare()

    async def _follow_edits(self) -> None:
        await self._memory._follow_edits()

    def _follow_up(self) -> None:
        self._memory._follow_up()

    def _talked(self) -> None:
        self._memory._talked()

    async def _feed_index(self) -> None:
        await self._memory._feed_index()

    async def _ask_index(self, request: Nearest | Match | Neighbours) -> list[Found]:
        return await self._memory._ask_index(request)

    async def _complete(self, owner: Owner, chat: Chat, schema: Schema | None) -> Reply:
        return await self._memory._complete(owner, chat, schema)

    @asynccontextmanager
    async def _paying(self, owner: Owner, model: str, tokens: int) -> AsyncIterator[str]:
        async with self._memory._paying(owner, model, tokens) as user:
            yield user

    async def _recall_spending(self, owner: Owner) -> Recalled:
        return await self._memory._recall_spending(owner)
