"""How far the memory of something that happened has faded. It changes the order, never the set."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..types import Record

HALF_LIFE = timedelta(days=30)
"""After so long without use, half of an episodic note has faded."""
FADES = "episodic"
"""The only kind that does: facts, procedures, summaries and the core hold till they are closed."""


def faded(
    record: Record, now: datetime, half_life: timedelta, used: datetime | None = None
) -> float:
    """From 0, fresh, towards 1. Saying it again, or showing it to a model, makes it fresh."""
    if getattr(record, "kind", None) != FADES:
        return 0.0
    age = max(timedelta(), now - last_use(record, used))
    return float(1.0 - 0.5 ** (age / half_life))


def last_use(record: Record, used: datetime | None = None) -> datetime:
    """When something was last said, or shown to a model."""
    again = getattr(record, "last_seen", None)
    return max(moment for moment in (record.at, again, used) if moment is not None)
