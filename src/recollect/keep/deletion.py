"""What else must go when a record goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..orders import Batch, Put
from ..types import Message, Note, Record
from ..write.index import drops, terms


def deletion(
    record: Record,
    citing: Sequence[Note],
    summaries: Sequence[Note],
    others: Mapping[str, Note],
) -> Batch:
    """Drop a record, and with a message what was concluded from it alone.

    A note that rests on other messages too stays, without the source that is gone. `summaries` are
    those that were made from it: they may quote it, so they do not stay. `others` has notes as the
    other messages alone say them, by id: the words of such a note may be those that go.
    """
    if not isinstance(record, Message):
        return Batch(drops=drops([record]))
    notes = [note for note in citing if note not in summaries]
    kept = (
        _as_told(note, others[note.id]) if note.id in others else _without(note, record.id)
        for note in notes
        if set(note.sources) != {record.id}
    )
    return Batch(
        puts=tuple(Put(note, terms(note)) for note in kept),
        drops=drops([record, *notes, *summaries]),
    )


def _without(note: Note, source: str) -> Note:
    left = tuple(id for id in note.sources if id != source)
    return replace(note, sources=left, seen=max(1, note.seen - 1))


def _as_told(note: Note, told: Note) -> Note:
    """A note in the words of those who are left; it stays the same version."""
    marks = {name: value for name, value in note.metadata.items() if name != "source"}
    return replace(
        told,
        id=note.id,
        replaces=note.replaces,
        recorded_at=note.recorded_at,
        learned_at=min(told.learned_at, note.closed_at or told.learned_at),
        metadata={**marks, **told.metadata},
    )
