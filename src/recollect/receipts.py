"""The proof of a removal: what went, and what was asked afterwards."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from .counts import listed, many
from .types import Message, Note, Record, Scope, utcnow


@dataclass(frozen=True, slots=True)
class Probe:
    """One way of reading, what it was asked, and how much of the erased it found."""

    path: str
    asked: str
    found: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of a deletion or an erasure: what was removed, by kind; of an erasure also by hash.

    An erasure asks every way of reading afterwards; `ok` says that none found anything.
    """

    scope: Scope
    removed: Mapping[str, int]
    at: datetime = field(default_factory=utcnow)
    id: str | None = None
    hashes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    salt: str = ""
    probes: tuple[Probe, ...] = ()
    rederive: tuple[tuple[str, ...], ...] = ()
    problems: tuple[str, ...] = ()
    done: bool = True

    @property
    def ok(self) -> bool:
        """Whether it is done and nothing was left to be found."""
        return self.done and not self.problems and not any(probe.found for probe in self.probes)

    def proves(self, record: Record) -> bool:
        """Whether a record, from a backup for instance, is one of those that were removed."""
        return digest(record, self.salt) in self.hashes.get(kind(record), ())

    def as_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        whose = {"user_id": self.scope.user_id, "agent_id": self.scope.agent_id}
        whose |= {"session_id": self.scope.session_id, "id": self.id}
        return {
            "erased": {name: value for name, value in whose.items() if value is not None},
            "at": self.at.isoformat(),
            "done": self.done,
            "ok": self.ok,
            "removed": dict(self.removed),
            "rederive": [list(sources) for sources in self.rederive],
            "problems": list(self.problems),
            "probes": [
                {"path": probe.path, "asked": probe.asked, "found": probe.found}
                for probe in self.probes
            ],
            "salt": self.salt,
            "hashes": {name: list(made) for name, made in self.hashes.items()},
        }

    def __str__(self) -> str:
        return "\n".join([self._said(), *self._asked(), *self._left()])

    def _said(self) -> str:
        gone = listed(self.removed)
        if not self.done:
            return f"Would remove {gone or 'nothing'}."
        return f"Removed {gone or 'nothing: there was nothing'} ({self.at:%Y-%m-%d %H:%M:%S}Z)."

    def _asked(self) -> list[str]:
        wide = max((len(probe.path) for probe in self.probes), default=0)
        return [f"  {p.path.ljust(wide)}  {p.asked}: found {p.found:,}" for p in self.probes]

    def _left(self) -> list[str]:
        lines = [f"  to conclude anew from: {', '.join(kept)}" for kept in self.rederive]
        lines += [f"  not clean yet: {problem}" for problem in self.problems]
        if self.probes:
            lines.append("Nothing of it was found." if self.ok else "IT IS NOT ALL GONE YET.")
        return lines


@dataclass(frozen=True, slots=True)
class RolledBack:
    """What was taken back of what one source said: the notes that were closed, those that stand
    again, and those that were concluded anew from others."""

    source: str
    messages: int
    """How many messages come from it; they stay."""
    closed: tuple[Note, ...] = ()
    reopened: tuple[Note, ...] = ()
    derived: tuple[Note, ...] = ()
    done: bool = True

    def __str__(self) -> str:
        lines = [f"  closed: {note.text}" for note in self.closed]
        lines += [f"  stands again: {note.text}" for note in self.reopened]
        lines += [f"  stands on others: {note.text}" for note in self.derived]
        what = "Took back" if self.done else "Would take back"
        notes, said = many(len(self.closed), "note"), many(self.messages, "message")
        return "\n".join([f"{what} {notes} learned from {self.source} ({said}).", *lines])


def kind(record: Record) -> str:
    """`messages` or `notes`."""
    return "messages" if isinstance(record, Message) else "notes"


def digest(record: Record, salt: str) -> str:
    """A record's hash under a receipt's salt: of every field that was given, in one spelling.

    The salt is random, so that equal words in two receipts do not look equal and no table of
    hashes helps to guess them.
    """
    given = {each.name: getattr(record, each.name) for each in fields(record) if each.compare}
    spelled = json.dumps(given, sort_keys=True, default=_spelled, ensure_ascii=False)
    return hmac.new(bytes.fromhex(salt), spelled.encode(), hashlib.sha256).hexdigest()


def _spelled(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else dict(value)
