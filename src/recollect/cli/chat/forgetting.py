"""What somebody means who says "forget that", and taking it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...agents.offline import NEAR, OFFLINE, tells
from ...errors import NotFound, RecollectError
from ...types import Message, Note, Record, Where
from ...write import limits

if TYPE_CHECKING:
    from ... import Memory

MOST = 5


def meant(memory: Memory, text: str, ids: dict[str, Any]) -> list[Record]:
    """The record of an id; else what was said about something, best first."""
    try:
        return [memory.get(limits.identifier(text, "id"), **ids)]
    except RecollectError:
        hits = memory.search(text, limit=4 * MOST, min_relevance=NEAR, **ids)
    found: dict[str, Record] = {}
    for hit in hits:
        if tells(hit.record):
            found |= {record.id: record for record in _words(memory, hit.record, ids)}
    return list(found.values())[:MOST]


def removed(memory: Memory, records: Sequence[Record], ids: dict[str, Any]) -> int:
    """Delete records, and the answers that quoted them; how many went."""
    count = 0
    for record in [*records, *_quoting(memory, records, ids)]:
        try:
            count += sum(memory.delete(record.id, **ids).removed.values())
        except NotFound:
            continue  # it went with another
    return count


def _words(memory: Memory, record: Record, ids: dict[str, Any]) -> list[Record]:
    """A message; and for a note what was said, since the note would only be concluded again."""
    if isinstance(record, Message) or not record.sources:
        return [record]
    said: list[Record] = []
    for id in record.sources:
        try:
            said.append(memory.get(id, **ids))
        except NotFound:
            continue
    return said or [record]


def _quoting(memory: Memory, records: Sequence[Record], ids: dict[str, Any]) -> list[Message]:
    """Answers without a model that repeat one of some records."""
    texts = [" ".join(record.text.split()) for record in records]
    notes = [note for record in records for note in _notes(memory, record, ids)]
    texts += [note.text for note in notes]
    answers = memory.messages(where=Where(role="assistant", metadata={OFFLINE: True}), **ids)
    return [one for one in answers if any(text in one.content for text in texts)]


def _notes(memory: Memory, record: Record, ids: dict[str, Any]) -> list[Note]:
    return [note for note in memory.notes(closed=True, **ids) if record.id in note.sources]
