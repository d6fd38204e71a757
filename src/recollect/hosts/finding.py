"""What is found, where a framework looks for documents."""

from __future__ import annotations

from typing import Any

from ..types import Hit


def described(hit: Hit) -> dict[str, Any]:
    """Where a hit is from and how good it is, as the metadata of a document."""
    return {
        "id": hit.id,
        "relevance": hit.relevance,
        "score": hit.score,
        "kind": hit.kind,
        "at": hit.at.isoformat(),
        "session_id": hit.record.session_id,
        "sources": list(hit.sources),
    }
