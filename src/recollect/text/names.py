"""Names of people and things, as the graph compares them."""

from __future__ import annotations

from ..types import Note


def folded(name: str) -> str:
    """A name without regard to case and spacing."""
    return " ".join(name.casefold().split())


def entities(note: Note) -> list[str]:
    """What a note relates: its subject and its object, folded."""
    return sorted({folded(name) for name in (note.subject, note.object) if name})
