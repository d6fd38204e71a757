"""The long-term notes that an agent writes itself, and how what was found is told to a model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ..errors import InputError
from ..read.findings import Quote
from ..read.frame import inert
from ..read.turns import words
from ..times import moment
from ..types import Message, Note, Record, Scope
from ..write import limits

ARCHIVE = "archive"
"""The mark of a note of the archive."""
EVENT = "event"
"""The mark of what happened without the user: a heartbeat, a rest."""
IN_ARCHIVE: dict[str, Any] = {"kind": "semantic", "metadata": {ARCHIVE: True}}
SHOWN = 700
"""Characters of one message or note that a model is shown in a list."""


def passage(text: object, tags: object, scope: Scope, now: datetime) -> Note:
    """A note for the archive."""
    kept = [limits.identifier(tag, "tag") for tag in _listed(tags)]
    return Note(
        text=limits.text(text, "content"),
        learned_at=now,
        recorded_at=now,
        metadata={ARCHIVE: True, **({"tags": kept} if kept else {})},
        user_id=scope.user_id,
        agent_id=scope.agent_id,
        tenant=scope.tenant,
    )


def tagged(note: Record, tags: Sequence[str], every: bool = False) -> bool:
    """Whether a note has one of these tags, or all of them; whatever has none is asked for."""
    own = note.metadata.get("tags")
    own = own if isinstance(own, list) else []
    found = [tag in own for tag in tags]
    return not tags or (all(found) if every else any(found))


def hidden(message: Message) -> bool:
    """Whether the user need not see it: a call, its result, or what happened without the user."""
    if message.metadata.get(EVENT) or message.role not in ("user", "assistant"):
        return True
    return bool(message.metadata.get("tool_calls")) and not words(message).strip()


def since(day: str | None) -> datetime | None:
    """The beginning of a day, or a moment."""
    return None if not day else moment(day, "start_date")


def until(day: str | None) -> datetime | None:
    """The end of a day, or a moment: both are taken in."""
    if not day:
        return None
    step = timedelta(days=1) if len(day.strip()) <= len("2026-01-01") else timedelta(minutes=1)
    return moment(day, "end_date") + step


def listed(records: Sequence[Record], nothing: str) -> Quote:
    """Records as a model reads them, each on its line."""
    lines = "\n".join(_line(record) for record in records)
    return Quote(lines or nothing, [record.id for record in records])


def _line(record: Record) -> str:
    text = words(record) if isinstance(record, Message) else record.text
    flat = " ".join(inert(text).split())
    short = flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"
    who = record.name or record.role if isinstance(record, Message) else f"note {record.id}"
    tags = record.metadata.get("tags")
    marks = f" [{', '.join(map(str, tags))}]" if isinstance(tags, list) and tags else ""
    return f"{record.at:%Y-%m-%d %H:%M} {who}{marks}: {short}"


def _listed(tags: object) -> list[Any]:
    if tags is None:
        return []
    if not isinstance(tags, list | tuple):
        raise InputError("tags must be a list of names")
    return list(tags)
