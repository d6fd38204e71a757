"""What else must go when a message goes, and what stays otherwise than it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..types import Message, Note, Record


@dataclass(frozen=True, slots=True)
class Deletion:
    """A decision: which records go, and which notes stay, before and after."""

    gone: Mapping[str, Record]
    changed: Mapping[str, tuple[Note, Note]]


def deletion(
    message: Message,
    citing: Sequence[Note],
    summaries: Sequence[Note],
    others: Mapping[str, Note | None],
) -> Deletion:
    """A message goes, and with it what was concluded from it alone.

    A note that rests on other messages too stays, without the source that is gone. `summaries` are
    those that were made from it: they may quote it, so they do not stay. `others` has notes as the
    other messages alone say them, by id: the words of such a note may be those that go. It has
    None for a note that goes, since they say the same at another time.
    """
    notes = [note for note in citing if note not in summaries]
    told = {note.id: others.get(note.id, _without(note, message.id)) for note in notes}
    alone = [n for n in notes if set(n.sources) == {message.id} or told[n.id] is None]
    gone: list[Record] = [message, *alone, *summaries]
    changed = {
        note.id: (note, _as_told(note, made) if note.id in others else made)
        for note in notes
        if note not in alone and (made := told[note.id]) is not None
    }
    return Deletion({record.id: record for record in gone}, changed)


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
        metadata={**marks, **told.metadata},
    )
