"""What people decide about what is held back: whether models may see it after all.

A decision is about one record, by its id: its words do not change. A new version of a note is
another record, and is judged anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..times import moment
from ..types import Record
from ..write.trust import suspicion

MOST = 1_000
"""Decisions of one owner: every read that comes upon something suspicious looks at them."""


@dataclass(frozen=True, slots=True)
class Held:
    """A record that reads like an instruction of others to a model, and the rules that say so, the
    weightiest first. Who has read it may have decided that it is released, or that it is not."""

    record: Record
    rules: tuple[str, ...]
    released: bool = False
    """Whether contexts show it all the same."""
    decided_at: datetime | None = None
    decided_by: str | None = None
    """Who decided, if a name was given."""


def held(record: Record, decisions: Mapping[str, Any]) -> Held | None:
    """What holds a record back, and what was decided about it; None if nothing does."""
    why = suspicion(record)
    if why is None:
        return None
    told = decisions.get(record.id)
    entry: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    by, at = entry.get("by"), None
    with suppress(InputError):
        at = moment(entry.get("at"))
    named = by if isinstance(by, str) else None
    return Held(record, why.rules, _is_release(entry), at, named)


def decided(
    decisions: Mapping[str, Any], ids: Iterable[str], release: bool, at: datetime, by: str | None
) -> dict[str, Any]:
    """An owner's decisions with the same one about some records. One that stands already stays as
    it is, with its time and name."""
    told = {"released": release, "at": at.isoformat(), "by": by}
    new = [id for id in ids if id not in decisions or _is_release(decisions[id]) != release]
    if len(decisions.keys() | set(new)) > MOST:
        raise InputError(f"{MOST:,} records are decided about already; delete some of them first")
    return {**decisions, **dict.fromkeys(new, told)}


def released(decisions: Mapping[str, Any]) -> frozenset[str]:
    """The ids of what is released."""
    return frozenset(id for id, entry in decisions.items() if _is_release(entry))


def _is_release(entry: object) -> bool:
    return isinstance(entry, Mapping) and entry.get("released") is True
