"""What stands again once the words that ended it are gone: as if they had never been said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..types import Note, Record
from ..write.changes import ends
from ..write.extract import Claim
from ..write.facts import staying_before
from ..write.keys import RIVAL
from ..write.summary.note import is_summary
from .law import is_hidden


def standing(
    kept: Sequence[Note], gone: Mapping[str, Record], claims: Sequence[Claim], made: Sequence[Note]
) -> list[Note]:
    """The closed notes, of those that are kept, that only what is gone had closed.

    `claims` is what the gone messages say, and `made` are notes that are concluded anew: of one
    fact, one note stands.
    """
    followed = {note.replaces for note in kept}
    taken = {_fact(note) for note in (*kept, *made) if note.open}
    replaced, found = set(_replaced(gone)), list[Note]()
    for note in sorted(kept, key=lambda note: note.learned_at, reverse=True):
        if note.open or note.id in followed or is_summary(note) or is_hidden(note):
            continue
        over = note.id in replaced or ended(note, claims) or _came_late(note, gone)
        if over and _fact(note) not in taken:
            found.append(note)
            taken.add(_fact(note))
    return found


def ended(note: Note, claims: Sequence[Claim]) -> bool:
    """Whether one of some claims closed a note without taking its place."""
    was = replace(note, closed_at=None)
    return any(
        claim.note.learned_at == note.closed_at
        and claim.scope == note.scope
        and (
            note.key in (*claim.against, f"{claim.key}{RIVAL}")
            or (claim.act != "state" and ends(claim, was))
        )
        for claim in claims
    )


def _came_late(note: Note, gone: Mapping[str, Record]) -> bool:
    """Whether a note was told after what is gone, of a time before it, and so stored as ended."""
    return any(
        isinstance(last, Note)
        and last.open
        and _fact(last) == _fact(note)
        and last.learned_at == note.closed_at
        and (last.recorded_at < note.recorded_at or not set(note.sources).isdisjoint(last.sources))
        for last in gone.values()
    )


def _replaced(gone: Mapping[str, Record]) -> Iterator[str]:
    """The notes whose place was taken by what is gone, and by nothing that ended before it went."""
    for last in gone.values():
        if isinstance(last, Note) and last.open:
            before = staying_before(last, gone)
            if before is not None:
                yield before


def _fact(note: Note) -> object:
    """What only one open note may say."""
    return note.id if note.key is None else (note.key, note.scope)
