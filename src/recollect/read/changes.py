"""What changed between two moments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..errors import InputError
from ..orders import Change
from ..types import Message, Note


@dataclass(frozen=True, slots=True)
class Difference:
    """What came and went after one moment and up to another, in the order of its time.

    `learned` are new notes that took nobody's place, `replaced` the pairs of old and new, `closed`
    what ended with nothing in its place, `said` the ids of the messages. A note's id is what
    `undo` takes.
    """

    since: datetime
    until: datetime
    recorded: bool = False
    said: tuple[str, ...] = ()
    learned: tuple[Note, ...] = ()
    closed: tuple[Note, ...] = ()
    replaced: tuple[tuple[Note, Note], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.said or self.learned or self.closed or self.replaced)


def span(since: datetime, until: datetime) -> tuple[datetime, datetime]:
    """Two moments in their order."""
    if until < since:
        raise InputError("the second moment is before the first; name the earlier one first")
    return since, until


def difference(
    when: tuple[datetime, datetime],
    messages: Iterable[Message],
    notes: Sequence[Note],
    told: tuple[Collection[str], Collection[str]] | None = None,
) -> Difference:
    """Sort out what changed.

    `notes` are all of a scope; `told` are the ids of those that the feed put and closed meanwhile,
    None to go by what was said.
    """
    since, until = when
    if told is None:
        new = [note for note in notes if since < note.learned_at <= until]
        ended = {n.id for n in notes if n.closed_at and since < n.closed_at <= until}
    else:
        new = [note for note in notes if note.id in told[0]]
        ended = {note.id for note in notes if note.id in told[1]}
    by_id = {note.id: note for note in notes}
    pairs = [(by_id[note.replaces], note) for note in new if note.replaces in by_id]
    followed = {old.id for old, _ in pairs}
    came = {note.id for _, note in pairs}
    return Difference(
        since,
        until,
        told is not None,
        tuple(message.id for message in messages),
        tuple(note for note in new if note.id not in came),
        tuple(note for note in notes if note.id in ended - followed),
        tuple(pairs),
    )


def told(changes: Iterable[Change]) -> tuple[list[str], list[str]]:
    """The ids that a stretch of the feed put and closed."""
    found: tuple[list[str], list[str]] = ([], [])
    for change in changes:
        if change.op == "put":
            found[0].append(change.id)
        elif change.op == "close":
            found[1].append(change.id)
    return found
