"""Why a hit was found: the parts of its score, in words."""

from __future__ import annotations

from ..types import Hit

REASONS = {
    "terms": ("shares words", "bm25", "BM25"),
    "vectors": ("close in meaning", "cosine", "cosine"),
    "key": ("the question names its key", "", ""),
    "recent": ("among the newest", "", ""),
    "coverage": ("holds the question's words", "share", "share"),
    "speaker": ("said by somebody the question names", "", ""),
    "opening": ("opens its session", "", ""),
    "before": ("answers a turn with the question's words", "", ""),
    "after": ("is answered by a turn that fits", "", ""),
    "session": ("its session fits", "", ""),
    "assistant": ("the assistant's words", "", ""),
    "asking": ("a question itself", "", ""),
    "short": ("says little", "", ""),
}
RAW = {"bm25", "cosine", "share"}


def why(hit: Hit) -> list[str]:
    """The reasons that count, the weightiest first."""
    parts = hit.parts.items()
    counted = {name: part for name, part in parts if name not in RAW and abs(part) > 0.005}
    ordered = sorted(counted, key=lambda name: -abs(counted[name]))
    return [_reason(name, counted[name], hit) for name in ordered]


def sure(hit: Hit) -> str:
    """The relevance, as a person says it."""
    return f"{hit.relevance:.0%} relevant"


def _reason(name: str, part: float, hit: Hit) -> str:
    words, raw, label = REASONS.get(name, (name.replace("_", " "), "", ""))
    detail = f", {label} {hit.parts[raw]:.2f}" if raw in hit.parts else ""
    return f"{words} ({part:+.2f}{detail})"
