"""Hugging Face's Text Embeddings Inference, which speaks of texts where others say documents."""

from __future__ import annotations

from typing import Any

from .service import Service


class TEIReranker(Service):
    """`tei:MODEL@URL`. A server has one model, so its name is only a name here. The key, if it
    wants one, is RERANK_API_KEY."""

    service = "The server"
    key = "RERANK_API_KEY"
    most_texts = 32  # its own limit, unless it is told otherwise

    def _asked(self, query: str, texts: list[str]) -> dict[str, Any]:
        return {"query": query, "texts": texts, "raw_scores": True, "truncate": True}

    def _rows(self, answer: Any) -> list[tuple[int, Any]]:
        return [(row["index"], row["score"]) for row in answer]
