"""Rerankers of any server that speaks what Jina's service speaks, as most do."""

from __future__ import annotations

from typing import Any

from .service import Service


class ServedReranker(Service):
    """`rerank:MODEL@URL`: vLLM, llama.cpp, Infinity, … `/rerank` is put behind the URL. The key, if
    it wants one, is RERANK_API_KEY."""

    service = "The server"
    key = "RERANK_API_KEY"
    most_texts = 100

    def _asked(self, query: str, texts: list[str]) -> dict[str, Any]:
        asked = {"model": self.model, "query": query, "documents": texts}
        return {**asked, "top_n": len(texts), "return_documents": False}
