"""How records stood at a moment: what every store and index that looks back shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from .orders import AsOf, listed
from .times import LATEST
from .types import Note, Scope


@dataclass(frozen=True, slots=True)
class Life:
    """A note as it is now, and the changes of the feed that put it and closed it.

    `until` is None for one that is open, or that was closed when it came. `valid_to` is what it
    said before it was closed.
    """

    note: Note
    since: int
    until: int | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """A message that a note rests on, and the change of the feed that put it."""

    id: str
    at: datetime
    seq: int


def endings(lives: Iterable[Life], as_of: AsOf) -> dict[str, datetime | None]:
    """The notes that were known, by id: when each had been closed by then, None for never.

    What is said late may come between versions that are known. Of the notes with one key in one
    scope only the one learned last stands; the feed never shows two. What had been closed by then
    was closed when it says so itself.
    """
    known = sorted(
        (life for life in lives if as_of.knows(life.note.learned_at, life.since)),
        key=_last_word,
        reverse=True,
    )
    newer: dict[tuple[str, Scope], datetime] = {}
    found: dict[str, datetime | None] = {}
    for life in known:
        note = life.note
        ends = [closed_by(note.closed_at, life, as_of)]
        if note.key is not None and as_of.position is None:
            ends.append(newer.get((note.key, note.scope)))
            newer[note.key, note.scope] = note.learned_at
        found[note.id] = next((end for end in ends if end is not None), None)
    return found


def _last_word(life: Life) -> tuple[datetime, datetime, int]:
    """Of what was learned at one moment, what was closed last is the newest; the change that put a
    note says less, since a note that is stored anew has a later one."""
    note = life.note
    return note.learned_at, note.closed_at or LATEST, life.since


def ended_by(
    at: datetime, closed: Mapping[int, datetime | None], replaced: Mapping[int, datetime]
) -> dict[int, datetime | None]:
    """By number, when notes had been closed by a moment: as they say, or by a newer one of their
    key."""
    found: dict[int, datetime | None] = {}
    for n, end in closed.items():
        ends = (end, replaced.get(n))
        found[n] = next((one for one in ends if one and one <= at), None)
    return found


def closed_by(closed: datetime | None, life: Life, as_of: AsOf) -> datetime | None:
    """When a note was closed, if that was known."""
    if closed is None:
        return None
    seq = life.since if life.until is None else life.until
    return closed if as_of.knows(closed, seq) else None


def stood(life: Life, ended: datetime | None, cites: Sequence[Cited], as_of: AsOf) -> Note:
    """A note as it was then; `cites` are all messages that say it, in the order they came."""
    note = life.note
    if ended != note.closed_at:
        note = replace(note, closed_at=ended, valid_to=_earlier(life.valid_to, ended))
    later = {one.id for one in cites if not as_of.knows(one.at, one.seq)}
    if not later:
        return note
    known = [one for one in cites if one.id not in later]
    seen = max(1, note.seen - len(later))
    last = max((one.at for one in known), default=note.learned_at)
    return replace(
        note,
        sources=listed(tuple(one.id for one in known)),
        seen=seen,
        last_seen=max(last, note.learned_at) if seen > 1 else None,
    )


def standing(ended: Mapping[str, datetime | None]) -> set[str]:
    """The ids of the notes that were open."""
    return {id for id, end in ended.items() if end is None}


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
