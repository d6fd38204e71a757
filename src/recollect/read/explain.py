"""Why a record was found: the parts of its score, in words."""

from __future__ import annotations

from collections.abc import Mapping

REASONS = {
    "terms": ("shares words", "share", "share"),
    "vectors": ("close in meaning", "cosine", "cosine"),
    "key": ("the fact that the question asks for", "", ""),
    "graph": ("related to somebody or something the question names", "", ""),
    "faded": ("happened long ago and was not used since", "", ""),
    "importance": ("more important than most, or less", "", ""),
    "reranker": ("fits, as the reranker reads it", "reranked", "it says"),
    "newer": ("says anew what an older hit said", "", ""),
    "recent": ("among the newest", "", ""),
    "onward": ("of the last sessions on a topic that the question goes on with", "", ""),
    "speaker": ("said by somebody the question names", "", ""),
    "when": ("said in the time that is asked about", "", ""),
    "opening": ("opens its session", "", ""),
    "before": ("answers a turn with the question's words", "", ""),
    "earlier": ("goes on after a turn with the question's words", "", ""),
    "after": ("is answered by a turn that fits", "", ""),
    "session": ("its session fits", "", ""),
    "alone": ("little else in its session shares words with the question", "", ""),
    "assistant": ("the assistant's words", "", ""),
    "asking": ("a question itself", "", ""),
    "standing": ("what the user wants of all answers", "", ""),
    "preference": ("says what the user prefers, and advice is asked for", "", ""),
    "short": ("says little", "", ""),
    "impersonal": ("says little of the one who speaks", "", ""),
}
RAW = {"bm25", "cosine", "share", "reranked"}
LEAST = 0.005


def reasons(parts: Mapping[str, float]) -> tuple[str, ...]:
    """The reasons that count, the weightiest first."""
    counted = {name: part for name, part in parts.items() if name not in RAW and abs(part) > LEAST}
    ordered = sorted(counted, key=lambda name: -abs(counted[name]))
    return tuple(_reason(name, parts) for name in ordered)


def _reason(name: str, parts: Mapping[str, float]) -> str:
    words, raw, label = REASONS[name]
    detail = f", {label} {parts[raw]:.2f}" if raw in parts else ""
    return f"{words} ({parts[name]:+.2f}{detail})"
