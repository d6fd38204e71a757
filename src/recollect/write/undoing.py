"""Taking a change back: nothing is removed, the version before stands again as a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..errors import Stale
from ..orders import Close
from ..types import Note, new_id
from .facts import merged_into, no_earlier


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undoing did: the note that it closed, and those that stand again."""

    closed: Note | None = None
    restored: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Undoing:
    """What is to be done: the note to close, and the earlier ones to state again."""

    note: Note
    stands: tuple[Note, ...] = ()

    def done(self, at: datetime, now: datetime, until: Mapping[str, datetime | None]) -> Undone:
        """The notes that come of it; `until` says until when each held before it was closed."""
        note = self.note
        said = max(at, note.learned_at, note.closed_at or note.learned_at)
        again = tuple(self._again(old, said, now, until.get(old.id)) for old in self.stands)
        if not note.open:
            return Undone(None, again)
        # It never was so: between the moment that it began to hold and that very moment.
        return Undone(replace(note, closed_at=said, valid_to=note.valid_from or said), again)

    def _again(self, old: Note, said: datetime, now: datetime, until: datetime | None) -> Note:
        instead = self.note.id if old.id == self.note.replaces else old.id
        made = replace(
            old,
            id=new_id(),
            replaces=instead,
            learned_at=said,
            closed_at=None,
            recorded_at=now,
            valid_to=until,
            metadata={**old.metadata, "undoes": self.note.id, "restores": old.id},
        )
        return no_earlier(made, old)


def closing(note: Note) -> Close:
    """The order that closes an undone note."""
    assert note.closed_at is not None
    return Close(note.scope, note.id, note.closed_at, note.valid_to)


def undoing(note: Note, notes: Sequence[Note]) -> Undoing:
    """What it takes to undo the last change of a note; `notes` are all of its owner.

    An open note is closed, and what it replaced stands again. One that was ended stands again
    itself. One that a newer note replaced is not the last word: that one is to be undone.
    """
    others = {one.id: one for one in notes}
    newer = _newer(note, notes)
    if newer is not None:
        raise Stale(f"a newer note came after it: undo that, {newer.id}, or see history")
    if not note.open:
        return Undoing(note, (note,))
    ids = dict.fromkeys((note.replaces, *merged_into(note)))
    found = [others[id] for id in ids if id in others and not others[id].open]
    went_on = {one.replaces for one in notes if one.id != note.id}
    return Undoing(note, tuple(old for old in found if old.id not in went_on))


def _newer(note: Note, notes: Sequence[Note]) -> Note | None:
    """The note that took the place of one, or that says something later under its key."""
    after = [one for one in notes if one.replaces == note.id or note.id in merged_into(one)]
    if not note.open and note.key is not None:
        after += [
            one
            for one in notes
            if (one.key, one.scope) == (note.key, note.scope)
            and (one.open or one.learned_at > note.learned_at)
        ]
    return max(after, key=lambda one: one.learned_at, default=None)
