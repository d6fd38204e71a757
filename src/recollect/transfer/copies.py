"""What a copy of a memory is held to: one content hash over everything that both sides hold."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any

from ..counts import many
from ..types import Message, Record

SIZE = 16


@dataclass(frozen=True, slots=True)
class Copied:
    """What `copy_to` did, and whether the other side holds the same by now."""

    source: str
    target: str
    messages: int
    notes: int
    owners: int
    written: int
    """How many records this run put there or brought up to date; 0 if all were there."""
    vectors: int
    """How many vectors this run took along, instead of embedding anew."""
    source_hash: str
    target_hash: str
    lost: tuple[str, ...] = ()
    """What could not be carried, in words."""

    @property
    def ok(self) -> bool:
        """Whether both sides hold the same."""
        return self.source_hash == self.target_hash


def digest(record: Record) -> bytes:
    """A record's whole content, its id, scope and times too, in a few bytes.

    The turn is not in it: stores count turns themselves.
    """
    kind = "message" if isinstance(record, Message) else "note"
    form = {field.name: _plain(getattr(record, field.name)) for field in _told(record)}
    spelt = json.dumps([kind, form], sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(spelt.encode(), digest_size=SIZE).digest()


def content_hash(digests: Iterable[bytes]) -> str:
    """One hash for all records of all owners, whatever order they are kept in."""
    return hashlib.blake2b(b"".join(sorted(digests)), digest_size=SIZE).hexdigest()


def differing(one: Record, other: Record) -> tuple[str, ...]:
    """The names of the fields in which two forms of a record differ."""
    if type(one) is not type(other):
        return ("type",)
    names = (field.name for field in _told(one))
    return tuple(name for name in names if _read(one, name) != _read(other, name))


def losses(missing: int, differences: Iterable[tuple[str, ...]], extra: int) -> tuple[str, ...]:
    """In words, what two sides do not agree in."""
    counted = Counter(name for names in differences for name in names)
    told = [
        f"`{name}` differs in {many(count, 'record')}" for name, count in sorted(counted.items())
    ]
    if missing:
        told.append(f"{many(missing, 'record')} missing")
    if extra:
        told.append(f"{many(extra, 'record')} that the source has not")
    return tuple(told)


def _told(record: Record) -> list[Any]:
    return [field for field in fields(record) if field.compare]


def _read(record: Record, name: str) -> str:
    return json.dumps(_plain(getattr(record, name)), sort_keys=True)


def _plain(value: Any) -> Any:
    """A field as JSON has it: the same whichever store it was read from."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if hasattr(value, "items"):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
