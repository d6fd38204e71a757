"""Whose words they are, how far they are trusted, and whether they are kept apart.

What a user says is the user's own will. What comes from a tool, a document or an import may have
been written by anybody: it is kept like the rest, but what reads like an instruction to a model is
quarantined, which means that no context shows it unless asked to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, get_args

from ..types import Message, Note, Record
from .parts import RESULTS
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
"""Words in `metadata["source"]`, alone or before a colon, and the class they stand for. They can
only lower trust."""

_PLACE = re.compile(r"\w+://|www\.|[^\s/\\]+\.(?:pdf|html?|docx?|md|txt|csv|json|eml)\b", re.I)
ASSISTANT = 1.0
"""The weight that makes an assistant's words suspicious: it often speaks of itself and of users."""
_MEMORY = {"memory.save", "memory.user"}
"""What an assistant may well say when it takes a note itself."""


def source_class(record: Record) -> Source:
    """Where words come from: by `metadata["source"]`, the role, and the parts of a message."""
    own = _by_nature(record)
    named = record.metadata.get("source")
    said = _by_name(named.strip()) if isinstance(named, str) else None
    return own if said is None else min(own, said, key=trust)


def names(message: Message) -> Iterator[str]:
    """Every name of where a message comes from: its class, alone and before the name of the tool
    or of the place; that place; its session; its id."""
    source = source_class(message)
    yield source
    place = message.metadata.get("source")
    if isinstance(place, str) and (place := place.strip()):
        yield from (place, f"{source}:{place.removeprefix(source + ':')}")
    if message.name is not None:
        yield f"{source}:{message.name}"
    if message.session_id is not None:
        yield f"session:{message.session_id}"
    yield from (message.id, f"message:{message.id}")


def outside(record: Record) -> bool:
    """Whether it may have been written by anybody: such words are only quoted."""
    return TRUST[source_class(record)] <= TRUST["import"]


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


def resting(note: Note, sources: Sequence[Record]) -> Note:
    """A note as trusted as the least trusted thing it rests on, whose class it names."""
    least = min(map(source_class, sources), key=trust, default="user")
    marks = note.metadata if least == "user" else {**note.metadata, "source": least}
    return replace(note, trust=min(note.trust, derived(sources)), metadata=marks)


def imported(record: Record) -> Record:
    """A record of a file that does not say where it comes from."""
    if trust(source_class(record)) <= TRUST["import"]:
        return record
    marks = {**record.metadata, "source": _imported(record.metadata)}
    if isinstance(record, Message):
        return replace(record, metadata=marks)
    return replace(record, metadata=marks, trust=min(record.trust, TRUST["import"]))


def _own(record: Record) -> float:
    if suspicion(record) is not None:
        return UNSAFE
    return record.trust if isinstance(record, Note) else TRUST[source_class(record)]


def _by_nature(record: Record) -> Source:
    if isinstance(record, Note):
        return _of_trust(record.trust)
    if record.role == "tool" or _has_results(record.metadata.get("parts")):
        return "tool"
    return "assistant" if record.role == "assistant" else "user"


def _by_name(named: str) -> Source | None:
    """The class of `web`, `tool:calendar`, `https://…` or `notes.pdf`."""
    for word in (named, named.partition(":")[0]):
        if (known := NAMES.get(word.strip().lower())) is not None:
            return known
    return "document" if _PLACE.match(named) else None


def _imported(metadata: Mapping[str, Any]) -> str:
    place = metadata.get("source")
    return f"import:{place}" if isinstance(place, str) and place.strip() else "import"


def _of_trust(value: float) -> Source:
    """The most trusted class that a note's trust still reaches."""
    return next((source for source in TRUST if value >= TRUST[source]), "document")


def _has_results(parts: object) -> bool:
    return isinstance(parts, list) and any(
        isinstance(part, dict) and part.get("type") in RESULTS for part in parts
    )
