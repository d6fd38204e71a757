"""Voyage's rerankers."""

from __future__ import annotations

from typing import Any

from .service import Service


class VoyageReranker(Service):
    """`voyage:MODEL`. The key is VOYAGE_API_KEY."""

    service = "Voyage"
    home = "https://api.voyageai.com/v1"
    key = "VOYAGE_API_KEY"
    most_bytes = 100_000  # tokens of the least of its models

    def _asked(self, query: str, texts: list[str]) -> dict[str, Any]:
        asked = {"model": self.model, "query": query, "documents": texts}
        return {**asked, "top_k": len(texts), "return_documents": False, "truncation": True}

    def _rows(self, answer: Any) -> list[tuple[int, Any]]:
        return [(row["index"], row["relevance_score"]) for row in answer["data"]]
