"""How long an owner's records are kept: policies, expiries and pins, kept as notes themselves, and
beside them what people decided about what is held back.

They are in the store like everything else, so that every process sees them and they move with the
memory. Reads hide them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from ..errors import InputError
from ..times import moment
from ..types import KINDS, Message, Note, Record, Scope
from ..write.expiry import EXPIRES, ends, expiry
from .decay import HALF_LIFE, faded, last_use
from .spans import MOST, spelled

LAW = "recollect:law"
USES = "recollect:uses"
HELD = "recollect:held"
HIDDEN = (LAW, USES, HELD)
"""Keys of recollect's own notes."""
KEPT = ("message", *KINDS)
"""What may have a time to be kept."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How long each kind is kept, None and what is not named for ever; and how fast episodic notes
    fade."""

    keep: Mapping[str, timedelta | None] = field(default_factory=dict)
    half_life: timedelta = HALF_LIFE

    def as_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold, for people."""
        keep = {kind: spelled(self.keep.get(kind)) for kind in KEPT}
        return {"keep": keep, "half_life": spelled(self.half_life)}


@dataclass(frozen=True, slots=True)
class End:
    """When a record ends, and why."""

    at: datetime
    why: str


class Law:
    """What holds for one owner's records."""

    def __init__(self, notes: Iterable[Note] = ()) -> None:
        self._values: dict[Scope, Mapping[str, Any]] = {}
        self._policies: dict[Scope, Policy] = {}
        self.pins: frozenset[str] = frozenset()
        self.told: dict[str, datetime | None] = {}
        """Ends that were set afterwards, by id; None where one was lifted."""
        self.used: dict[str, datetime] = {}
        self.decisions: Mapping[str, Any] = {}
        """What people decided about what is held back, by id."""
        self.expiring = False
        """Whether some record ends by its own word."""
        for note in notes:
            self._read(note)

    def _read(self, note: Note) -> None:
        if note.key == USES:
            self.used |= {id: at for id, at in moments(note.value).items() if at is not None}
            return
        if note.key == HELD:
            self.decisions = note.value if isinstance(note.value, dict) else {}
            return
        value = readable(note.value)
        self._values[note.scope] = value
        if note.scope == note.scope.owner.scope:
            self.pins = frozenset(value.get("pins", ()))
            self.told = moments(value.get("expires", {}))
            self.expiring = bool(value.get("expiring"))

    def policy(self, scope: Scope) -> Policy:
        """What holds in a scope: its own policy, and its owner's where that says nothing."""
        if scope not in self._policies:
            whole, own = (self._values.get(one, {}) for one in (scope.owner.scope, scope))
            self._policies[scope] = _policy(whole, own)
        return self._policies[scope]

    @property
    def ends_something(self) -> bool:
        """Whether anything can end here but by its own word."""
        return bool(self.told) or any(value.get("keep") for value in self._values.values())

    def end(self, record: Record) -> End | None:
        """When a record ends; None if never. What is pinned does not."""
        if record.id in self.pins or is_hidden(record):
            return None
        told = self.told[record.id] if record.id in self.told else expiry(record)
        end = None if told is None else End(told, "expired")
        kind = "message" if isinstance(record, Message) else record.kind
        held = self.policy(_lasting(record.scope)).keep.get(kind) if self._values else None
        if held is None:
            return end
        kept = End(_after(last_use(record), held), f"kept {spelled(held)}")
        return kept if end is None or kept.at < end.at else end

    def stamped(self, note: Note) -> Note:
        """A note that says itself what was set for it afterwards."""
        if note.id not in self.told:
            return note
        told = self.told[note.id]
        left = {name: value for name, value in note.metadata.items() if name != EXPIRES}
        return replace(note, metadata=left if told is None else {**left, **ends(told)})

    def shows(self, record: Record, now: datetime) -> bool:
        """Whether a read may show a record."""
        if is_hidden(record):
            return False
        if not self._values and EXPIRES not in record.metadata:  # as of most: many are looked at
            return True
        return self.holds(record, now)

    def holds(self, record: Record, now: datetime) -> bool:
        """Whether a record has not ended."""
        end = self.end(record)
        return end is None or end.at > now

    def faded(self, record: Record, now: datetime) -> float:
        """How far a record has faded; what is pinned never does."""
        if isinstance(record, Message) or record.id in self.pins:
            return 0.0
        half = self.policy(_lasting(record.scope)).half_life if self._values else HALF_LIFE
        return faded(record, now, half, self.used.get(record.id))


def is_hidden(record: Record) -> bool:
    """Whether a record is one of recollect's own."""
    return isinstance(record, Note) and record.key in HIDDEN


def readable(value: object) -> dict[str, Any]:
    """What can be read of a law: somebody may have imported anything, and reads must go on."""
    made: dict[str, Any] = dict(value) if isinstance(value, dict) else {}
    keep, pins = made.get("keep"), made.get("pins")
    made["keep"] = {
        kind: held
        for kind, held in (keep.items() if isinstance(keep, dict) else ())
        if kind in KEPT and (held is None or _is_length(held))
    }
    made["pins"] = [id for id in pins if isinstance(id, str)] if isinstance(pins, list) else []
    made["expires"] = {id: at and at.isoformat() for id, at in moments(made.get("expires")).items()}
    if not _is_length(made.get("half_life")):
        made.pop("half_life", None)
    return {name: part for name, part in made.items() if part}


def moments(value: object) -> dict[str, datetime | None]:
    """Moments by id, as far as they can be read; None stays."""
    found: dict[str, datetime | None] = {}
    for id, at in value.items() if isinstance(value, dict) else ():
        with suppress(InputError):
            found[id] = None if at is None else moment(at)
    return found


def _is_length(seconds: object) -> bool:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return False
    return 0 < seconds <= timedelta(days=MOST).total_seconds()


def _policy(*values: Mapping[str, Any]) -> Policy:
    """What some laws say together; the last of them wins, kind by kind."""
    keep = {kind: held for value in values for kind, held in value.get("keep", {}).items()}
    half = [value["half_life"] for value in values if "half_life" in value]
    return Policy(
        {kind: None if held is None else timedelta(seconds=held) for kind, held in keep.items()},
        timedelta(seconds=half[-1]) if half else HALF_LIFE,
    )


def _lasting(scope: Scope) -> Scope:
    """Policies are of users and agents; a session's records follow them."""
    if scope.user_id is None and scope.agent_id is None:
        return scope
    return Scope(scope.user_id, scope.agent_id, tenant=scope.tenant)


def _after(start: datetime, length: timedelta) -> datetime:
    try:
        return start + length
    except OverflowError:
        return datetime.max.replace(tzinfo=start.tzinfo)
