"""A record as it is kept: when it came and was closed, then JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...orders import Vector
from ...times import moment
from ...types import Note, Record
from ...vectors import checked, pack
from ..ondisk.coding import decode_record, encode_record

if TYPE_CHECKING:
    from ...orders import Floats


@dataclass(slots=True)
class Stored:
    """What is kept of one record beside its number.

    `since` and `until` are changes of the feed. `cites` are the messages that a note is counted
    for, `valid_to` until when it held before it was closed.
    """

    record: Record
    terms: Mapping[str, int]
    since: int = 0
    until: int | None = None
    valid_to: datetime | None = None
    cites: list[str] | None = None


def body(stored: Stored) -> bytes:
    """All of it but the changes, which the server numbers."""
    made: dict[str, Any] = {"record": encode_record(stored.record)}
    if stored.terms:
        made["terms"] = dict(stored.terms)
    if stored.valid_to is not None:
        made["valid_to"] = stored.valid_to.isoformat()
    sources = stored.record.sources if isinstance(stored.record, Note) else ()
    if stored.cites is not None and set(stored.cites) != set(sources):
        made["cites"] = stored.cites
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()


def read(blob: bytes) -> Stored:
    """What a blob holds."""
    since, until, rest = blob.split(b",", 2)
    held = json.loads(rest)
    record = decode_record(held["record"])
    cites = held.get("cites")
    if cites is None and isinstance(record, Note):
        cites = list(dict.fromkeys(record.sources))
    return Stored(
        record,
        held.get("terms", {}),
        int(since),
        int(until) if until else None,
        moment(held["valid_to"]) if "valid_to" in held else None,
        cites,
    )


def row(vector: Vector) -> bytes:
    """A vector as it is kept: of unit length, one byte a dimension, a scale before them."""
    return pack(checked([vector.data], 1))[0]


def rows(data: bytes, size: int) -> tuple[list[int], Floats]:
    """Which numbers have a row, and the rows of those, of unit length."""
    import numpy as np

    width = size + 4
    whole = len(data) // width
    raw = np.frombuffer(data, dtype=np.uint8, count=whole * width).reshape(whole, width)
    numbers = np.flatnonzero(raw[:, :4].any(axis=1))
    wide = np.ascontiguousarray(raw[numbers, 4:]).view(np.int8).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    fine = lengths > 0
    made: Floats = wide[fine] / lengths[fine, None]
    return numbers[fine].tolist(), made
