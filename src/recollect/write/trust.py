"""Whose words they are, how far they are trusted, and whether they are kept apart.

What a user says is the user's own will. What comes from a tool, a document or an import may have
been written by anybody: it is kept like the rest, but what reads like an instruction to a model is
quarantined, which means that no context shows it unless asked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

from ..types import Note, Record
from .suspicion import Suspicion, weigh

Source: TypeAlias = Literal["user", "assistant", "tool", "document", "import"]
SOURCES: tuple[Source, ...] = get_args(Source)

TRUST: dict[Source, float] = {
    "user": 1.0, "assistant": 0.7, "import": 0.5, "tool": 0.4, "document": 0.3,
}  # fmt: skip
UNSAFE = 0.1
"""The trust of what looks like an instruction, and of every note that rests on it."""

NAMES: dict[str, Source] = {
    **dict.fromkeys(("web", "website", "webpage", "page", "url", "file", "pdf", "email", "mail",
                     "attachment", "rag", "retrieval", "search", "crawler", "document", "doc"),
                    "document"),
    **dict.fromkeys(("tool", "function", "api", "mcp", "plugin", "tool_result"), "tool"),
    **dict.fromkeys(("import", "imported", "export", "migration"), "import"),
}  # fmt: skip
"""Words in `metadata["source"]`, and the class they stand for. They can only lower trust."""

_PLACE = re.compile(r"\w+://|www\.|[^\s/\\]+\.(?:pdf|html?|docx?|md|txt|csv|json|eml)\b", re.I)
_RESULTS = ("tool_result", "function_call_output")
ASSISTANT = 1.0
"""The weight that makes an assistant's words suspicious: it often speaks of itself and of users."""
_MEMORY = {"memory.save", "memory.user"}
"""What an assistant may well say when it takes a note itself."""


def source_class(record: Record) -> Source:
    """Where words come from: by `metadata["source"]`, the role, and the parts of a message."""
    named = record.metadata.get("source")
    if isinstance(named, str):
        if (known := NAMES.get(named.strip().lower())) is not None:
            return known
        if _PLACE.match(named.strip()):
            return "document"
    if isinstance(record, Note):
        return _of_trust(record.trust)
    if record.role == "tool" or _has_results(record.metadata.get("parts")):
        return "tool"
    return "assistant" if record.role == "assistant" else "user"


def trust(source: Source) -> float:
    """How far a class of sources is trusted, from 0 to 1."""
    return TRUST[source]


def suspicious(text: str, source: Source) -> Suspicion | None:
    """Why a text from some source looks like an instruction to a model; None if it does not.

    A user's own words are never suspicious: to instruct the model is what they are for.
    """
    if source == "user":
        return None
    found = weigh(text)
    if found is not None and source == "assistant":
        own = found.score < ASSISTANT or set(found.rules) <= _MEMORY
        return None if own else found
    return found


def suspicion(record: Record) -> Suspicion | None:
    """Why a record is quarantined; None if it is not. A note is what it was made from, too."""
    if isinstance(record, Note) and record.trust <= UNSAFE:
        return Suspicion(("source.unsafe",), 1.0)
    return suspicious(record.text, source_class(record))


def derived(sources: Iterable[Record]) -> float:
    """The trust of a conclusion: that of the least trusted thing it rests on."""
    return min((_own(record) for record in sources), default=TRUST["user"])


def _own(record: Record) -> float:
    if suspicion(record) is not None:
        return UNSAFE
    return record.trust if isinstance(record, Note) else TRUST[source_class(record)]


def _of_trust(value: float) -> Source:
    """The most trusted class that a note's trust still reaches."""
    return next((source for source in TRUST if value >= TRUST[source]), "document")


def _has_results(parts: object) -> bool:
    return isinstance(parts, list) and any(
        isinstance(part, dict) and part.get("type") in _RESULTS for part in parts
    )
