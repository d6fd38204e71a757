"""Memory where LangChain looks for documents."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...memory.sync.door import Memory
from ...read.relevance import MIN_RELEVANCE
from ...types import Hit, Hits
from ..finding import described


class RecollectRetriever(BaseRetriever):  # type: ignore[misc]
    """What of a memory helps with a question, as documents, the best first.

    What reads like an instruction of others is left out. A Memory serves sync and async calls, an
    AsyncMemory async ones.
    """

    memory: Memory | AsyncMemory
    user_id: str | None = None
    agent_id: str | None = None
    k: int = 10
    """At most so many documents; `invoke(query, k=…)` wins."""
    where: dict[str, Any] | None = None
    """A filter, as `search` takes it."""
    min_relevance: float = MIN_RELEVANCE
    """What is less sure is left out; `invoke(query, score_threshold=…)` wins."""

    def _get_relevant_documents(
        self, query: str, *, run_manager: Any = None, **asked: Any
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            raise InputError("an AsyncMemory is for async calls: use ainvoke, or pass a Memory")
        return _documents(self.memory.search(query, **self._asked(**asked)))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: Any = None, **asked: Any
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            return _documents(await self.memory.search(query, **self._asked(**asked)))
        return await asyncio.to_thread(self._get_relevant_documents, query, **asked)

    def _asked(
        self, *, k: int | None = None, score_threshold: float | None = None
    ) -> dict[str, Any]:
        return {
            "user_id": self.user_id,
            "agent_id": self.agent_id,
            "limit": self.k if k is None else k,
            "where": self.where,
            "min_relevance": self.min_relevance if score_threshold is None else score_threshold,
        }


def _documents(hits: Hits) -> list[Document]:
    return [_document(hit) for hit in hits if not hit.suspect]


def _document(hit: Hit) -> Document:
    return Document(page_content=hit.text, id=hit.id, metadata=described(hit))
