"""An item of LangGraph's as a note under a key, and back.

The note's text is what the item is found by; the item itself is in the note's metadata, and so is
each label of its namespace, because a search filters by metadata before it ranks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, TypeGuard

from langgraph.store.base import Item, PutOp, get_text_at_path

from ...errors import InputError
from ...types import Note, Record, Scope
from ...write import limits
from ...write.expiry import expiry
from ...write.keys import RIVAL

STORE = {"store": "langgraph"}
"""The mark of a note that is an item."""
INDEXED = {"indexed": True}
ITEM = "item"
PARTS = {"namespace", "key", "value", "created_at", "updated_at"}
WHOLE = "$"
SPARE = 0.1
"""So much longer than it must may an item live that is read: not every read has to write then."""
LONGEST = 100 * 365 * 24 * 60


def note_key(namespace: Sequence[str], key: str) -> str:
    """The key of an item's note: readable, or a hash of what no key can be.

    No label holds a period, so the first two in a row end the namespace.
    """
    path = f"{'.'.join(namespace)}..{key}"
    readable = f"langgraph:{path}"
    try:
        limits.identifier(readable, "key")
    except InputError:
        readable = ""
    if not readable or readable.endswith(RIVAL):
        return f"langgraph#{sha256(path.encode('utf-8', 'surrogatepass')).hexdigest()}"
    return readable


def where(labels: Mapping[int, str], *, indexed: bool = False) -> dict[str, Any]:
    """The filter for items whose namespace has these labels at these places."""
    return {"metadata": STORE | (INDEXED if indexed else {}) | _labels(labels)}


def _labels(labels: Mapping[int, str]) -> dict[str, str]:
    return {f"namespace.{place}": label for place, label in labels.items()}


@dataclass(frozen=True, slots=True)
class Draft:
    """An item that can be kept: everything about it was checked."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    words: str
    ttl: float | None

    def metadata(self, created: datetime, updated: datetime) -> dict[str, Any]:
        """What its note has besides the words."""
        item = {
            "namespace": list(self.namespace),
            "key": self.key,
            "value": self.value,
            "created_at": created.isoformat(timespec="microseconds"),
            "updated_at": updated.isoformat(timespec="microseconds"),
            "ttl": self.ttl,
        }
        labels = _labels(dict(enumerate(self.namespace)))
        return STORE | {"indexed": bool(self.words)} | labels | {ITEM: item}


def draft(op: PutOp, fields: Sequence[str], now: datetime) -> Draft:
    """What an operation puts, or InputError."""
    if not isinstance(op.key, str):
        raise InputError(f"the key of an item is text, not {type(op.key).__name__}")
    if not isinstance(op.value, Mapping):
        raise InputError(f"the value of an item is a dict, not {type(op.value).__name__}")
    value = dict(limits.metadata(op.value, "value"))
    if op.ttl is not None:
        ends(op.ttl, now)
    made = Draft(tuple(op.namespace), op.key, value, _words(value, op.index, fields), op.ttl)
    limits.metadata(made.metadata(now, now), "an item with its namespace and key")
    return made


def ends(ttl: float, now: datetime, spare: float = 0.0) -> datetime:
    """When an item ends that lives so many minutes."""
    if isinstance(ttl, bool) or not isinstance(ttl, int | float) or not 0 < ttl <= LONGEST:
        raise InputError("ttl must be a number of minutes, more than 0 and less than 100 years")
    return now + timedelta(minutes=ttl * (1 + spare))


def refreshed(note: Note, now: datetime) -> datetime | None:
    """When an item that is read now ends, if that is later than it says."""
    ttl, end = note.metadata[ITEM].get("ttl"), expiry(note)
    if ttl is None or end is None or end >= ends(ttl, now):
        return None
    return ends(ttl, now, SPARE)


def is_item(
    record: Record, user_id: str | None = None, agent_id: str | None = None
) -> TypeGuard[Note]:
    """Whether a record is an item of exactly this owner; what dana and an agent share is not."""
    about = record.metadata.get(ITEM)
    kept = isinstance(record, Note) and isinstance(about, dict) and about.keys() >= PARTS
    return kept and record.scope == Scope(user_id, agent_id, None, record.tenant)


def item(note: Note, kind: Any = Item, **more: Any) -> Any:
    """The item that a note is. Whoever edits the value of the note edits the item."""
    about, edited = note.metadata[ITEM], isinstance(note.value, dict)
    return kind(
        namespace=tuple(about["namespace"]),
        key=about["key"],
        value=note.value if edited else about["value"],
        created_at=about["created_at"],
        updated_at=note.learned_at if edited else about["updated_at"],
        **more,
    )


def _words(value: dict[str, Any], index: Any, fields: Sequence[str]) -> str:
    """What an item is found by; "" for one that is not to be."""
    if index is False:
        return ""
    paths = fields if index is None else index
    if not isinstance(paths, list | tuple) or not all(isinstance(path, str) for path in paths):
        raise InputError('index must be False, or a list of paths such as "text" or "notes[*]"')
    found = [
        text
        for path in paths
        for text in ([_plain(value)] if path == WHOLE else get_text_at_path(value, path))
    ]
    return _cut("\n".join(text for text in found if text.strip()))


def _plain(value: Any) -> str:
    """A value as people would write it down."""
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_plain(part)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(part) for part in value)
    return value if isinstance(value, str) else json.dumps(value)


def _cut(text: str) -> str:
    """As much of a text as a note's value can hold."""
    while len(json.dumps(text, ensure_ascii=False)) > limits.MAX_METADATA:
        text = text[: len(text) * 9 // 10]
    return text
