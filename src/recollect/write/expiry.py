"""When a record says of itself that it ends: `metadata["expires"]`, a moment as ISO 8601 text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..errors import InputError
from ..times import LATEST, moment
from ..types import Record

EXPIRES = "expires"
"""The member of a record's metadata that says when it ends."""


def expiry(record: Record) -> datetime | None:
    """When a record ends by its own word. What cannot be read as a moment, ends nothing."""
    said = record.metadata.get(EXPIRES)
    if not isinstance(said, str):
        return None
    try:
        return moment(said, EXPIRES)
    except InputError:
        return None


def ends(at: datetime) -> dict[str, str]:
    """The member of metadata that ends a record then."""
    return {EXPIRES: at.isoformat()}


def checked(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """Metadata whose expiry, if there is one, is a moment; it is kept as UTC."""
    if EXPIRES not in metadata:
        return metadata
    return {**metadata, **ends(moment(metadata[EXPIRES], f"metadata[{EXPIRES!r}]"))}


def outlives(one: Record, other: Record) -> bool:
    """Whether one record ends later than another, or never."""
    return (expiry(one) or LATEST) > (expiry(other) or LATEST)
