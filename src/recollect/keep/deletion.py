"""What else must go when a record goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..orders import Batch, Put
from ..types import Message, Note, Record
from ..write.index import drops, terms


def deletion(record: Record, citing: Sequence[Note], summaries: Sequence[Note] = ()) -> Batch:
    """Drop a record, and with a message what was concluded from it alone.

    A note that rests on other messages too stays, without the source that is gone. `summaries` are
    those that were made from it: they may quote it, so they do not stay.
    """
    if not isinstance(record, Message):
        return Batch(drops=drops([record]))
    others = [note for note in citing if note not in summaries]
    kept = (_without(note, record.id) for note in others if set(note.sources) != {record.id})
    return Batch(
        puts=tuple(Put(note, terms(note)) for note in kept),
        drops=drops([record, *others, *summaries]),
    )


def _without(note: Note, source: str) -> Note:
    left = tuple(id for id in note.sources if id != source)
    return replace(note, sources=left, seen=max(1, note.seen - 1))
