"""Changing how long records are kept: pure steps from one state of a scope's law to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..types import Note, Scope, new_id
from .law import KEPT, LAW, moments, readable
from .spans import span, span_or_ever

MOST = 1_000
"""Pins of one owner, and ends that were set afterwards."""
USED = 500
"""Uses that are remembered: the newest."""


def ruling(value: Mapping[str, Any], scope: Scope, now: datetime, key: str = LAW) -> Note:
    """The note that keeps what holds in a scope, was used there, or was decided there."""
    return Note(
        text=f"{key}: recollect's own.",
        kind="procedural",
        key=key,
        value=dict(value),
        learned_at=now,
        recorded_at=now,
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        session_id=scope.session_id,
        tenant=scope.tenant,
    )


def changed(value: Mapping[str, Any], keep: object, half_life: object) -> dict[str, Any]:
    """A scope's law with some kinds kept otherwise, or another half-life."""
    made = dict(value)
    if keep is not None:
        if not isinstance(keep, Mapping) or not keep:
            raise InputError('keep must be a dict such as {"message": "2 years"}')
        unknown = sorted(str(kind)[:40] for kind in keep if kind not in KEPT)
        if unknown:
            raise InputError(f"keep knows {', '.join(KEPT)}; not {', '.join(unknown)}")
        lengths = {kind: span_or_ever(held, f"keep[{kind!r}]") for kind, held in keep.items()}
        made["keep"] = {
            **made.get("keep", {}),
            **{kind: held and held.total_seconds() for kind, held in lengths.items()},
        }
    if half_life is not None:
        made["half_life"] = span(half_life, "half_life").total_seconds()
    return made


def pinned(value: Mapping[str, Any], id: str, on: bool) -> dict[str, Any]:
    """An owner's law with one pin more, or less."""
    left = [pin for pin in value.get("pins", ()) if pin != id]
    if on and len(left) >= MOST:
        raise InputError(f"{MOST:,} records are pinned already; unpin one first")
    return {**value, "pins": [*left, id] if on else left}


def ended(value: Mapping[str, Any], ids: Iterable[str], at: datetime | None) -> dict[str, Any]:
    """An owner's law with an end for some records; None lifts the one that they have."""
    told = {**value.get("expires", {}), **dict.fromkeys(ids, at and at.isoformat())}
    if len(told) > MOST:
        raise InputError(
            f"{MOST:,} records have an end that was set afterwards; prune, set a policy, or add "
            'them with metadata={"expires": …}'
        )
    return {**value, "expires": told}


def used(value: Mapping[str, Any], uses: Mapping[str, datetime]) -> dict[str, Any]:
    """When notes were used last, with some more uses; the oldest are forgotten."""
    known = {id: at for id, at in moments(value).items() if at is not None}
    made = {id: max(at, uses.get(id, at)) for id, at in known.items()}
    newest = sorted({**uses, **made}.items(), key=lambda one: one[1])[-USED:]
    return {id: at.isoformat() for id, at in newest}


def uses_joined(ours: Mapping[str, Any], theirs: object) -> dict[str, Any]:
    """The uses of a memory and those that are imported into it."""
    return used(ours, {id: at for id, at in moments(theirs).items() if at is not None})


def without(note: Note, ids: Iterable[str]) -> Note:
    """A law, or a list of uses or decisions, that names none of these records.

    It is another note then: who changes the one before meanwhile must not bring it back.
    """
    gone = set(ids)
    value = dict(note.value or {})
    made = {id: kept for id, kept in value.items() if id not in gone}
    if note.key == LAW:
        made = value
        if "pins" in made:
            made["pins"] = [id for id in made["pins"] if id not in gone]
        if "expires" in made:
            made["expires"] = {id: at for id, at in made["expires"].items() if id not in gone}
    return note if made == note.value else replace(note, id=new_id(), value=made, metadata={})


def joined(ours: Mapping[str, Any], theirs: object) -> dict[str, Any]:
    """Two laws of one scope, a memory's and what is imported into it: the first wins."""
    theirs = readable(theirs)
    made = {**theirs, **ours}
    for name in ("keep", "expires"):
        if name in made:
            made[name] = {**theirs.get(name, {}), **ours.get(name, {})}
    if "pins" in made:
        made["pins"] = list(dict.fromkeys([*ours.get("pins", ()), *theirs.get("pins", ())]))[:MOST]
    return made
