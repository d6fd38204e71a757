"""Jina's rerankers."""

from __future__ import annotations

from .served import ServedReranker


class JinaReranker(ServedReranker):
    """`jina:MODEL`. The key is JINA_API_KEY."""

    service = "Jina"
    home = "https://api.jina.ai/v1"
    key = "JINA_API_KEY"
