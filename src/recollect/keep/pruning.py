"""What pruning removes: what has ended, what is kept too long, and old versions if asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from ..counts import listed
from ..receipts import Receipt, kind
from ..types import Message, Note, Record
from .erasure import Erasure, mended
from .law import End, Law, is_hidden
from .spans import spelled

EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Going:
    """A record that would go: its id, what it is, why, and since when."""

    id: str
    kind: str
    why: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Pruned:
    """What `prune` removed and why; of a dry run, what it would."""

    receipt: Receipt
    reasons: Mapping[str, int] = field(default_factory=dict)
    """How many went for each reason."""
    going: tuple[Going, ...] = ()
    """Of a dry run, each of them."""

    @property
    def ok(self) -> bool:
        """Whether it is done, and nothing of it was left to be found."""
        return self.receipt.ok

    def as_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        going = [
            {"id": one.id, "kind": one.kind, "why": one.why, "since": one.since.isoformat()}
            for one in self.going
        ]
        made = self.receipt.as_dict()
        made["pruned"] = made.pop("erased")
        return {**made, "reasons": dict(self.reasons), "going": going}

    def __str__(self) -> str:
        first, *rest = str(self.receipt).split("\n")
        reasons = ((*reason.partition(": "), count) for reason, count in self.reasons.items())
        why = [f"  {listed({what: count})}: {end}" for what, _, end, count in reasons]
        return "\n".join([first, *why, *rest])


def leaving(
    records: Iterable[Record], law: Law, now: datetime, closed: timedelta | None = None
) -> list[tuple[Record, End]]:
    """What goes, notes first; `closed` is how long old versions of notes are kept."""
    found: dict[str, tuple[Record, End]] = {}
    rest: list[Note] = []
    for record in records:
        end = law.end(record)
        if end is None or end.at > now:
            end = _old(record, law, now, closed)
        if end is not None:
            found[record.id] = record, end
        elif isinstance(record, Note) and record.id not in law.pins:
            rest.append(record)
    for note in rest:
        last = _last(found, note)
        if last is not None:
            found[note.id] = note, End(last, f"rests on what {EXPIRED}")
    return sorted(found.values(), key=lambda one: isinstance(one[0], Message))


def _old(record: Record, law: Law, now: datetime, closed: timedelta | None) -> End | None:
    """The end of a version that a newer one closed long ago."""
    if closed is None or isinstance(record, Message) or record.closed_at is None:
        return None
    if record.id in law.pins or is_hidden(record) or record.closed_at > now - closed:
        return None
    return End(record.closed_at + closed, f"closed more than {spelled(closed)} ago")


def _last(found: Mapping[str, tuple[Record, End]], note: Note) -> datetime | None:
    """When the last of the messages that a note rests on expired, if all of them have."""
    ends = [found[id][1] for id in note.sources if id in found]
    if not ends or len(ends) < max(len(note.sources), note.seen):
        return None
    return max(end.at for end in ends) if all(end.why == EXPIRED for end in ends) else None


def pruning(gone: Sequence[Record], notes: Iterable[Note]) -> Erasure:
    """What goes in one commit, and the notes that stay without naming it.

    A note outlives the words it came from if its own kind is kept longer: it has its own policy.
    """
    ids = {record.id: record for record in gone}
    kept = [note for note in notes if note.id not in ids]
    after = {before.id: made for before, made in mended(kept, ids)}
    pairs = []
    for note in kept:
        left = tuple(id for id in note.sources if id not in ids)
        made = replace(after.get(note.id, note), sources=left)
        if made != note:
            pairs.append((note, made))
    return Erasure(tuple(gone), tuple(pairs))


def told(found: Sequence[tuple[Record, End]]) -> tuple[Going, ...]:
    """Each that would go, for people."""
    return tuple(
        Going(one.id, getattr(one, "kind", "message"), end.why, end.at) for one, end in found
    )


def reasons(found: Iterable[tuple[Record, End]]) -> dict[str, int]:
    """How many go for each reason."""
    return dict(Counter(f"{kind(one)}: {end.why}" for one, end in found))
