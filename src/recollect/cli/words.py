"""Why a hit was found: the parts of its score, in words."""

from __future__ import annotations

from ..types import Hit

REASONS = {
    "terms": ("shares words", "bm25", "BM25"),
    "vectors": ("close in meaning", "cosine", "cosine"),
    "key": ("the question names its key", "", ""),
    "recent": ("among the newest", "", ""),
}
RAW = {"bm25", "cosine", "coverage"}


def why(hit: Hit) -> list[str]:
    """The reasons that count, the weightiest first."""
    counted = {name: part for name, part in hit.parts.items() if name not in RAW and part > 0.005}
    ordered = sorted(counted, key=lambda name: -counted[name])
    return [_reason(name, counted[name], hit) for name in ordered]


def sure(hit: Hit) -> str:
    """The relevance, as a person says it."""
    return f"{hit.relevance:.0%} relevant"


def _reason(name: str, part: float, hit: Hit) -> str:
    words, raw, label = REASONS.get(name, (name.replace("_", " "), "", ""))
    detail = f", {label} {hit.parts[raw]:.2f}" if raw in hit.parts else ""
    return f"{words} (+{part:.2f}{detail})"
