"""A note made anew from what is left of its sources, once some of them no longer count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from ..orders import listed
from ..types import Message, Note, new_id
from ..write.changes import UNSTATED
from ..write.extract import Claim
from ..write.keys import RIVAL
from ..write.reconcile import same_thing
from ..write.trust import resting


def rederived(note: Note, claims: Sequence[Claim], count: int) -> Note | None:
    """The note as those who still claim it say it, in their order; None if nobody does.

    Nothing is taken from the note but its key and when it stood: it may quote what must not be
    repeated.
    `count` is how often it was said by others than those who no longer count.
    """
    again = [claim for claim in claims if _says(claim, note)]
    if not again:
        return None
    first = again[0].note
    said = list({claim.message.id: claim.message for claim in again}.values())
    made = replace(
        first,
        id=new_id(),  # the id of the words is that of the note that goes, if they were its first
        key=note.key,
        sources=listed(tuple(dict.fromkeys(id for one in again for id in one.note.sources))),
        seen=max(len(said), count),
        last_seen=said[-1].at if len(said) > 1 else None,
        learned_at=_within(note, first.learned_at),
        closed_at=note.closed_at,
        valid_to=first.valid_to if note.open else note.valid_to,
    )
    return resting(made, said)


def is_told_elsewhere(
    note: Note, left: Sequence[Message], gone: Sequence[Message], versions: Sequence[Note]
) -> bool:
    """Whether a version goes with the words that began it, though others say the same: they did so
    before it began or after it ended, and have versions of their own.

    `left` are its other messages, and `versions` those of its key.
    """
    if note.seen > len(note.sources) or note.learned_at not in {one.at for one in gone}:
        return False
    others = [one for one in versions if one.id != note.id and one.scope == note.scope]
    cited = {id for one in others if same_thing(one, note) for id in one.sources}
    return all(one.id in cited and _within(note, one.at) != one.at for one in left)


def _within(note: Note, moment: datetime) -> datetime:
    """The moment nearest to one at which a version stood."""
    began = max(moment, note.learned_at)
    return began if note.closed_at is None else min(began, note.closed_at)


def _says(claim: Claim, note: Note) -> bool:
    key = (note.key or "").removesuffix(RIVAL)
    return claim.act not in UNSTATED and claim.key == key and same_thing(claim.note, note)
