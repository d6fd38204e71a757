"""What is in a file that could be imported, before anything is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .. import settings
from ..counts import many
from ..transfer.jsonl import Reading
from ..types import Note, Scope
from ..write.screen import policy, screened

CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Contents:
    """How much there is, in how many sessions, and of which time."""

    messages: int
    notes: int
    sessions: int
    first: datetime | None
    last: datetime | None

    def __str__(self) -> str:
        """A sentence for people."""
        said = f"{many(self.messages, 'message')} in {many(self.sessions, 'session')}"
        all_ = f"{said} and {many(self.notes, 'note')}"
        if self.first is None or self.last is None:
            return all_
        return f"{all_}, from {self.first.date()} to {self.last.date()}"


def reading(source: Path, secrets: str | None) -> Reading:
    """An export to read; every line of it is checked as when it is imported."""
    rule = policy(secrets or settings.secrets())
    return Reading(source, lambda record: screened(record, rule))


def contents(source: Path, secrets: str | None) -> Contents:
    """What an export holds."""
    messages, notes = 0, 0
    sessions: set[Scope] = set()
    first = last = None
    with reading(source, secrets) as records:
        for record in (one for some in records.chunks(CHUNK) for one in some):
            first, last = min(first or record.at, record.at), max(last or record.at, record.at)
            if isinstance(record, Note):
                notes += 1
                continue
            messages += 1
            if record.session_id is not None:
                sessions.add(record.scope)
    return Contents(messages, notes, len(sessions), first, last)
