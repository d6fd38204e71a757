"""Memory where LlamaIndex looks for nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...read.relevance import MIN_RELEVANCE
from ...types import Hit, Hits
from ...write import limits
from ..either import Either, done, either
from ..finding import described

SHOWN = ("at",)
"""What a model is shown of the metadata, beside the words."""


class RecollectRetriever(BaseRetriever):  # type: ignore[misc]
    """What of a memory helps with a question, as nodes, the best first; a score is a probability.

    What reads like an instruction of others is left out. A Memory serves sync and async calls, an
    AsyncMemory async ones. `where` is a filter, as `search` takes it.
    """

    def __init__(
        self,
        memory: Either,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        similarity_top_k: int = 10,
        where: Mapping[str, Any] | None = None,
        min_relevance: float = MIN_RELEVANCE,
        **options: Any,
    ) -> None:
        limits.scope(user_id, agent_id)
        super().__init__(**options)
        self._memory = either(memory)
        self._asked: dict[str, Any] = {
            "user_id": user_id,
            "agent_id": agent_id,
            "limit": similarity_top_k,
            "where": where,
            "min_relevance": min_relevance,
        }

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        if isinstance(self._memory, AsyncMemory):
            raise InputError("an AsyncMemory is for async calls: use aretrieve, or pass a Memory")
        return _nodes(self._memory.search(query_bundle.query_str, **self._asked))

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        search: Any = self._memory.search
        return _nodes(await done(search, query_bundle.query_str, **self._asked))


def _nodes(hits: Hits) -> list[NodeWithScore]:
    return [NodeWithScore(node=_node(hit), score=hit.relevance) for hit in hits if not hit.suspect]


def _node(hit: Hit) -> TextNode:
    about = described(hit)
    hidden = [name for name in about if name not in SHOWN]
    return TextNode(
        id_=hit.id,
        text=hit.text,
        metadata=about,
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=list(about),
    )
