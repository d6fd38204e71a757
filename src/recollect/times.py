"""Moments: what people write, and the microseconds that stores keep."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TypeAlias

from .errors import InputError

Moment: TypeAlias = str | datetime | date
"""What may be given for a time: see `moment`."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
EARLIEST = datetime.min.replace(tzinfo=UTC)
LATEST = datetime.max.replace(tzinfo=UTC)


def moment(value: object, name: str = "at") -> datetime:
    """Read a datetime, a date or ISO 8601 text as an aware UTC datetime; naive means UTC."""
    if isinstance(value, str):
        value = _parse(value, name)
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=UTC)
        try:
            return aware.astimezone(UTC)
        except OverflowError:
            raise InputError(f"{name} is outside the years 1 to 9999: {value}") from None
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    raise InputError(
        f"{name} must be a datetime, a date or ISO 8601 text such as '2026-03-01T10:00Z', "
        f"not {type(value).__name__}"
    )


def end_after(at: datetime) -> datetime | None:
    """Where a filter ends that takes this moment in; None behind the last moment there is."""
    return at + MICROSECOND if at < LATEST else None


def micros(value: datetime) -> int:
    """Microseconds since 1970, exactly; earlier times are negative."""
    return (value - EPOCH) // MICROSECOND


def from_micros(value: int) -> datetime:
    """The datetime that `micros` was given."""
    return EPOCH + timedelta(0, 0, value)  # by name takes twice as long; a search reads hundreds


def _parse(text: str, name: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(
            f"{name}={text[:40]!r} is not a date; write ISO 8601 such as '2026-03-01T10:00Z'"
        ) from None
