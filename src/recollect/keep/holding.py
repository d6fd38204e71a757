"""What people decide about what is held back: whether models may see it after all.

A decision is about one record, by its id: its words do not change. A new version of a note is
another record, and is judged anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
class Decision:
    """What somebody who has read a record decided: whether it is released, when, and who that was,
    if a name was given."""

    released: bool
    at: datetime
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A record that reads like an instruction of others to a model: the rules that say so, the
    weightiest first, and what was decided about it, if anything."""

    record: Record
    rules: tuple[str, ...]
    decision: Decision | None = None

    @property
    def released(self) -> bool:
        """Whether contexts show it all the same."""
        return self.decision is not None and self.decision.released


def held(record: Record, value: Mapping[str, Any]) -> Held | None:
    """What holds a record back, given all decisions of its owner; None if nothing does."""
    why = suspicion(record)
    return None if why is None else Held(record, why.rules, _decision(value.get(record.id)))


def decided(value: Mapping[str, Any], ids: Iterable[str], made: Decision) -> dict[str, Any]:
    """An owner's decisions with the same one about some records. One that stands already stays as
    it is, with its time and name."""
    told = {"released": made.released, "at": made.at.isoformat(), "by": made.by}
    known = {id: _decision(entry) for id, entry in value.items()}
    new = [id for id in ids if (old := known.get(id)) is None or old.released != made.released]
    if len(value.keys() | set(new)) > MOST:
        raise InputError(f"{MOST:,} records are decided about already; delete some of them first")
    return {**value, **dict.fromkeys(new, told)}


def released(value: Mapping[str, Any]) -> frozenset[str]:
    """The ids of what is released."""
    return frozenset(id for id, entry in value.items() if _is_release(entry))


def _is_release(entry: object) -> bool:
    return isinstance(entry, Mapping) and entry.get("released") is True


def _decision(entry: object) -> Decision | None:
    """A decision as it was kept; None for what is none."""
    if not isinstance(entry, Mapping):
        return None
    try:
        at = moment(entry.get("at"))
    except InputError:
        return None
    by = entry.get("by")
    return Decision(_is_release(entry), at, by if isinstance(by, str) else None)
