"""Lengths of time, as people write them: "180 days", "2 years", "12h", a timedelta, a number."""

from __future__ import annotations

import re
from datetime import timedelta

from ..errors import InputError

DAYS = {"w": 7.0, "week": 7.0, "d": 1.0, "day": 1.0, "month": 30.0, "y": 365.0, "year": 365.0,
        "h": 1 / 24, "hour": 1 / 24, "minute": 1 / 1440, "min": 1 / 1440}  # fmt: skip
"""What each word is worth in days: a month has 30, a year 365."""
MOST = 365_000.0
"""Days; longer is for ever."""
EVER = ("ever", "for ever", "forever", "never", "none")

_WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]+)")


def span(value: object, name: str) -> timedelta:
    """A length of time that is more than none; a bare number counts days."""
    days = _days(value)
    if days is None:
        raise InputError(
            f"{name} must be a length of time such as '180 days', '2 years', '12h', a number of "
            f"days or a timedelta, not {str(value)[:40]!r}"
        )
    if not 0 < days <= MOST:
        raise InputError(f"{name} must be more than nothing and at most {MOST / 365:,.0f} years")
    return timedelta(days=days)


def span_or_ever(value: object, name: str) -> timedelta | None:
    """A length of time, or None, which like the text "for ever" has no end."""
    if value is None or (isinstance(value, str) and value.strip().lower() in EVER):
        return None
    return span(value, name)


def spelled(length: timedelta | None) -> str:
    """For people."""
    if length is None:
        return "for ever"
    for unit in ("year", "day", "hour", "minute"):
        count = length / timedelta(days=DAYS[unit])
        if count >= 1 and abs(count - round(count)) < 1e-9:
            return f"{round(count):,} {unit}{'' if round(count) == 1 else 's'}"
    return f"{length / timedelta(days=1):,.3g} days"


def _days(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, timedelta):
        return value / timedelta(days=1)
    if isinstance(value, int | float):
        return float(value)
    found = _WRITTEN.fullmatch(value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        return None
    unit = found[2] if found[2] in DAYS else found[2].removesuffix("s")
    return float(found[1]) * DAYS[unit] if unit in DAYS else None
