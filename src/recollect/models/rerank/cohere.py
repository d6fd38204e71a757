"""Cohere's rerankers."""

from __future__ import annotations

from typing import Any

from .service import Service


class CohereReranker(Service):
    """`cohere:MODEL`. The key is CO_API_KEY."""

    service = "Cohere"
    home = "https://api.cohere.com/v2"
    key = "CO_API_KEY"

    def _asked(self, query: str, texts: list[str]) -> dict[str, Any]:
        return {"model": self.model, "query": query, "documents": texts, "top_n": len(texts)}
