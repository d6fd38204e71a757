"""What to undo when a source is no longer believed: close, open again, conclude anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..orders import Close
from ..receipts import RolledBack
from ..types import Note, new_id
from ..write.extract import Claim
from ..write.facts import earlier
from ..write.keys import RIVAL
from .derivation import rederived
from .standing import ended

MARK = "rolled_back"
"""What a version that is there because of a roll-back says of it in its metadata: the source."""
_LEARNED = ("rule", "model")


@dataclass(frozen=True, slots=True)
class Source:
    """What is no longer believed, and what is known besides."""

    name: str
    ids: Collection[str]
    """Its messages."""
    counts: Mapping[str, int]
    """How many of them each note rests on, listed or not."""
    doubted: Collection[str]
    """Its messages, and those that were taken back before."""
    claims: Sequence[Claim]
    """What they say."""
    others: Sequence[Claim]
    """What the other messages say that some of the same notes rest on."""


def touched(notes: Sequence[Note], counts: Mapping[str, int]) -> list[Note]:
    """The notes, closed ones too, that were learned from a source; not those edited by hand."""
    known = {note.id: note for note in notes}
    return [note for note in notes if counts.get(note.id) and not _by_hand(note, known)]


def marks(notes: Sequence[Note]) -> set[str]:
    """The names of the sources that were taken back before."""
    return {str(note.metadata[MARK]) for note in notes if MARK in note.metadata}


def wanted(notes: Sequence[Note], doubted: Collection[str], counts: Mapping[str, int]) -> set[str]:
    """The other messages of the notes that rest on such as are doubted; `*` if one counts others
    without listing any."""
    found: set[str] = set()
    for note in notes:
        left = set(note.sources).difference(doubted)
        if counts[note.id] or len(left) < len(note.sources):
            found |= left or ({"*"} if note.seen > counts[note.id] else set())
    return found


def rollback(
    source: Source, notes: Sequence[Note], now: datetime
) -> tuple[RolledBack, list[Close]]:
    """Decide, given all notes of an owner, closed ones too, by the time they were learned."""
    return _Plan(source, notes, now).made()


class _Plan:
    def __init__(self, source: Source, notes: Sequence[Note], now: datetime) -> None:
        self._source, self._now = source, now
        self._notes = {note.id: note for note in notes}
        self._open = {(note.scope, note.key): note for note in notes if note.open}
        self._touched = {note.id: note for note in touched(notes, source.counts)}
        self._followed = {note.replaces for note in notes if note.replaces}
        self._closed: dict[str, Note] = {}
        self._reopened: list[Note] = []
        self._derived: list[Note] = []

    def made(self) -> tuple[RolledBack, list[Close]]:
        for note in [one for one in self._touched.values() if one.open]:
            self._undo(note)
        for note in [*self._ended()]:
            self._reopen(note, note)
        result = RolledBack(
            self._source.name,
            len(self._source.ids),
            tuple(self._closed.values()),
            tuple(self._reopened),
            tuple(self._derived),
        )
        closes = [Close(n.scope, n.id, max(self._now, n.learned_at)) for n in self._closed.values()]
        return result, closes

    def _undo(self, note: Note) -> None:
        self._close(note)
        anew = self._anew(note)
        if anew is not None:
            self._derived.append(self._version(anew, note))
            return
        old = next(filter(None, map(self._standing, earlier(note, self._notes))), None)
        if old is not None:
            self._reopen(old, note)
            return
        rival = self._open.get((note.scope, f"{note.key}{RIVAL}"))
        if note.key is not None and rival is not None and rival.id not in self._touched:
            self._close(rival)
            self._reopen(replace(rival, key=note.key), rival)

    def _standing(self, note: Note) -> Note | None:
        """A former note as it may stand again; None if nobody is left who says it."""
        doubted = self._source.counts[note.id] or not set(note.sources).isdisjoint(
            self._source.doubted
        )
        return self._anew(note) if doubted else note

    def _anew(self, note: Note) -> Note | None:
        """The note as others say it. None if it rests on the source alone, or on what no rule can
        read again."""
        others = [one for one in self._source.others if one.message.id in note.sources]
        count = note.seen - self._source.counts[note.id]
        return rederived(note, others or (self._source.others if count > 0 else []), count)

    def _ended(self) -> Iterator[Note]:
        """The notes that the source said were over, and nobody else replaced."""
        for note in self._notes.values():
            if note.open or note.id in self._followed or note.id in self._touched:
                continue
            if ended(note, self._source.claims):
                yield note

    def _close(self, note: Note) -> None:
        self._closed[note.id] = note
        self._open.pop((note.scope, note.key), None)

    def _reopen(self, note: Note, after: Note) -> None:
        if note.key is None or (note.scope, note.key) not in self._open:
            self._reopened.append(self._version(note, after))

    def _version(self, note: Note, after: Note) -> Note:
        """A note as it stands from now on, in the place of another."""
        until = note.valid_to
        if note.closed_at is not None and until in (note.closed_at, after.valid_from):
            until = None  # which only the one that is closed now had said
        made = replace(
            note,
            id=new_id(),
            replaces=after.id,
            closed_at=None,
            valid_to=until,
            learned_at=max(self._now, after.learned_at),
            recorded_at=self._now,
            metadata={**note.metadata, MARK: self._source.name},
        )
        self._open[(made.scope, made.key)] = made
        return made


def _by_hand(note: Note, known: Mapping[str, Note]) -> bool:
    """Whether somebody changed what was learned: then it is that person's."""

    def learned(one: Note) -> bool:
        return any(mark in one.metadata for mark in _LEARNED)

    return not learned(note) and any(map(learned, earlier(note, known)))
