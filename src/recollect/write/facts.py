"""Facts by key and edits of notes: the newer note closes the older, nothing is overwritten."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..orders import Batch, Close, Put
from ..times import moment
from ..types import KINDS, Note, Scope, new_id
from . import expiry, limits
from .agreement import agreed, spelled
from .authors import AUTHOR

EDITABLE = ("text", "value", "kind", "importance", "confidence", "valid_from", "valid_to",
            "metadata")  # fmt: skip
OWN = "recollect:"
MERGED = "merged"
"""What the metadata of a note says that took the place of several: their ids."""
LINKS = ("undoes", "restores")
"""Where a note names others."""
OF_RULES = ("rule", "by", "model", *LINKS, AUTHOR)
"""What the metadata of a note says that was made here; an edited one is the editor's."""


def fact(key: str, value: Any, scope: Scope, at: datetime, now: datetime) -> Note:
    """The note of a key and its value; its text is what search and a model see."""
    limits.identifier(key, "key")
    if key.startswith(OWN):
        raise InputError(f"keys that begin with {OWN!r} are recollect's own; choose another")
    kept = limits.json_value(value, "value")
    if kept is None:
        raise InputError("value is None; to end a fact, delete its note")
    return Note(
        text=limits.text(f"{key}: {spelled(kept)}", "value"),
        key=key,
        value=kept,
        valid_from=at,
        learned_at=at,
        recorded_at=now,
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        session_id=scope.session_id,
        tenant=scope.tenant,
    )


def lasting(note: Note, kind: object, expires: object, metadata: object = None) -> Note:
    """A fact of some kind, that ends at some moment if it is given."""
    end = {} if expires is None else expiry.ends(moment(expires, "expires"))
    marks = _checked("metadata", metadata)
    return replace(note, kind=_checked("kind", kind), metadata={**marks, **end})


def edited(note: Note, changes: dict[str, Any], at: datetime, now: datetime) -> Note:
    """A new note in the place of one, with some of its fields changed."""
    unknown = sorted(set(changes) - set(EDITABLE))
    if unknown or not changes:
        raise InputError(
            f"update changes {', '.join(EDITABLE)}; "
            + (f"not {', '.join(unknown)}" if unknown else "say at least one")
        )
    made = agreed(note, {name: _checked(name, value) for name, value in changes.items()})
    made.setdefault("metadata", {n: v for n, v in note.metadata.items() if n not in OF_RULES})
    return in_order(
        replace(
            note,
            **made,
            id=new_id(),
            replaces=note.id,
            closed_at=None,
            learned_at=at,
            recorded_at=now,
            seen=1,
            last_seen=None,
        )
    )


def in_order(note: Note) -> Note:
    """A note, unless it says that it ended before it began."""
    if note.valid_from and note.valid_to and note.valid_to < note.valid_from:
        raise InputError(
            f"valid_to ({note.valid_to.isoformat()}) must not be before valid_from "
            f"({note.valid_from.isoformat()}); say both"
        )
    return note


def no_sooner(ended: datetime, note: Note) -> datetime:
    """When a note's truth ended: what ended before it began was never true, from then till then."""
    return max(ended, note.valid_from or ended)


def no_earlier(note: Note, old: Note | None) -> Note:
    """What is said now is not older than what is known, though a clock was set back."""
    known = None if old is None else old.closed_at or old.learned_at
    if known is None or note.learned_at >= known:
        return note
    began = known if note.valid_from == note.learned_at else note.valid_from
    return replace(note, learned_at=known, valid_from=began)


def after(new: Note, versions: Sequence[Note]) -> Note:
    """What is said now comes after whatever ended before, though that was dated ahead."""
    last = max((note.closed_at for note in versions if note.closed_at), default=new.learned_at)
    if last <= new.learned_at:
        return new
    began = last if new.valid_from == new.learned_at else new.valid_from
    return replace(new, learned_at=last, valid_from=began)


def same_value(one: Note, other: Note) -> bool:
    """Equality as JSON has it: true is not 1, and 1 is not 1.0."""
    dumped = (json.dumps(note.value, sort_keys=True) for note in (one, other))
    return next(dumped) == next(dumped)


def stated_at(versions: Sequence[Note], said: datetime) -> Note | None:
    """The version of a fact that stood at a moment: the last one said, unless it was closed."""
    before = [note for note in versions if note.learned_at <= said]
    last = max(reversed(before), key=lambda note: note.learned_at, default=None)
    return last if last and (last.closed_at is None or last.closed_at > said) else None


def supersede(versions: Sequence[Note], put: Put) -> Batch:
    """One batch that stores a new version of a note and closes the open one at the same moment.

    A version that came before one already known is stored as ended by that, and closes nothing.
    """
    new = put.record
    if not isinstance(new, Note):
        raise TypeError("only a note has versions")
    later = min(
        (note for note in versions if note.learned_at > new.learned_at),
        key=lambda note: note.learned_at,
        default=None,
    )
    if later is not None:
        until = no_sooner(later.valid_from or later.learned_at, new)
        return Batch(
            puts=(replace(put, record=replace(new, closed_at=later.learned_at, valid_to=until)),)
        )
    old = current(versions, new.scope)
    if old is None:
        return Batch(puts=(put,))
    until = new.valid_from or new.learned_at
    ended = until if old.valid_to is None else min(old.valid_to, until)
    close = Close(old.scope, old.id, new.learned_at, no_sooner(ended, old))
    return Batch(puts=(replace(put, record=replace(new, replaces=old.id)),), closes=(close,))


def current(notes: Sequence[Note], scope: Scope) -> Note | None:
    """The open note, of some, that belongs to exactly this scope."""
    return next((note for note in reversed(notes) if note.open and note.scope == scope), None)


def merged_into(record: object) -> list[str]:
    """The ids of the notes that one took the place of, if it was merged of several."""
    ids = record.metadata.get(MERGED) if isinstance(record, Note) else None
    return [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []


def chain(notes: Sequence[Note], id: str) -> list[Note]:
    """All versions of a note, oldest first: those it replaced, and those that replaced it.

    Of a fact, everything that its key was ever set to, and what was corrected under another; of a
    note that was merged of several, all of them; none of a note that is not among these.
    """
    line = _line(notes, id)
    known, ids = {note.id for note in notes}, {note.id for note in line}
    while True:
        more = {part for note in notes if note.id in ids for part in merged_into(note)}
        more |= {note.id for note in notes if not ids.isdisjoint(merged_into(note))}
        more |= {note.replaces for note in notes if note.id in ids and note.replaces in known}
        more |= {note.id for note in notes if note.replaces in ids}
        if more <= ids:
            return line if len(ids) == len(line) else [note for note in notes if note.id in ids]
        ids |= more


def _line(notes: Sequence[Note], id: str) -> list[Note]:
    by_id = {note.id: note for note in notes}
    if id not in by_id:
        return []
    first = by_id[id]
    if first.key is not None:
        fact = (first.key, first.scope)
        return [note for note in notes if (note.key, note.scope) == fact]
    successor = {note.replaces: note for note in notes if note.replaces}
    *_, first = first, *earlier(first, by_id)
    line = {first.id: first}
    while (later := successor.get(next(reversed(line)))) is not None and later.id not in line:
        line[later.id] = later
    return list(line.values())


def leads(notes: Iterable[Note]) -> set[str]:
    """The ids that some notes name as versions before them."""
    named = ((note.replaces, *map(note.metadata.get, LINKS)) for note in notes)
    return {id for ids in named for id in ids if isinstance(id, str)}


def unfollowed(notes: Collection[Note]) -> list[Note]:
    """The notes that were closed, and by none of these: something else may have come after them."""
    replaced = {note.replaces for note in notes}
    return [note for note in notes if not note.open and note.id not in replaced]


def earlier(note: Note, known: Mapping[str, Any]) -> Iterator[Any]:
    """The records, of some, that a note took the place of, the last first. Each once: those of a
    file from elsewhere may go round in a circle."""
    met, before = {note.id}, note.replaces
    while before is not None and before in known and before not in met:
        yield known[before]
        met.add(before)
        before = getattr(known[before], "replaces", None)


def staying_before(note: Note, gone: Mapping[str, Any]) -> str | None:
    """The version before a note, once some are gone."""
    *_, last = note, *earlier(note, gone)
    before = getattr(last, "replaces", None)
    return None if before in gone else before


def _checked(name: str, value: Any) -> Any:
    if name == "text":
        return limits.text(value, name)
    if name == "value":
        return limits.json_value(value, name)
    if name == "metadata":
        return expiry.checked(limits.metadata(value))
    if name == "kind":
        if value not in KINDS:
            raise InputError(f"kind must be one of {', '.join(KINDS)}, not {str(value)[:40]!r}")
        return value
    if name in ("valid_from", "valid_to"):
        return None if value is None else moment(value, name)
    return limits.share(value, name)
