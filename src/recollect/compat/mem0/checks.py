"""What mem0 accepts, and how it refuses the rest: before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from ...write import limits
from .exceptions import ValidationError

ENTITIES = ("user_id", "agent_id", "run_id")
SCOPES = (*ENTITIES, "app_id")
"""The platform's scopes: an app, too."""
PROCEDURAL = "procedural_memory"
MOST = limits.MAX_LIMIT


def entity(value: object, name: str) -> str | None:
    """The id of a user, an agent or a run; a number will do, white space will not."""
    if value is None:
        return None
    made = str(value).strip()
    if not made:
        raise ValidationError(f"Invalid {name}: it is empty. Provide a valid identifier.")
    if any(one.isspace() for one in made):
        raise ValidationError(f"Invalid {name}: it cannot contain whitespace.")
    return limits.identifier(made, name)


def entities(given: Mapping[str, Any]) -> dict[str, str]:
    """The ids that are given; at least one must be."""
    made = {name: entity(given.get(name), name) for name in SCOPES}
    found = {name: value for name, value in made.items() if value is not None}
    if not found:
        raise ValidationError(
            "At least one of 'user_id', 'agent_id', or 'run_id' must be provided.",
            details={"provided_ids": made},
            suggestion="Please provide at least one identifier to scope the memory operation.",
        )
    return found


def query(value: object) -> str:
    """A question that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValidationError("Invalid query: it must be text, and not empty.")
    return value.strip()


def count(value: object, name: str = "top_k") -> int:
    """How many results to give: none, or some."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValidationError(f"{name} must be a valid integer")
    if not 0 <= value <= limits.MAX_LIST:
        raise ValidationError(f"Invalid {name}: {value}. Must be from 0 to {limits.MAX_LIST}.")
    return value


def fields(value: object) -> list[str]:
    """The fields of a memory to give; none are all."""
    given: Any = value or []
    if not isinstance(given, list | tuple) or not all(isinstance(one, str) for one in given):
        raise ValidationError("fields must be a list of names")
    return list(given)


def threshold(value: object) -> float:
    """The least score that is shown."""
    if value is None:
        return 0.1
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValidationError("threshold must be a valid number")
    if not 0 <= value <= 1:
        raise ValidationError(f"Invalid threshold: {value}. Must be between 0 and 1 (inclusive).")
    return float(value)


def day(value: object) -> str | None:
    """The last day of a memory, as YYYY-MM-DD."""
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    try:
        return date.fromisoformat(value if isinstance(value, str) else "").isoformat()
    except ValueError:
        raise ValidationError("expiration_date must be a date in YYYY-MM-DD format.") from None


def stamp(value: object, name: str = "timestamp") -> datetime | str | None:
    """A moment as mem0's platform writes it: seconds since 1970, or ISO text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | date | None):
        raise ValidationError(f"{name} must be a Unix timestamp or an ISO 8601 date")
    if isinstance(value, int | float):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (OverflowError, OSError, ValueError):
            raise ValidationError(f"{name} is no moment: {value}") from None
    return value.isoformat() if isinstance(value, date) else value


def metadata(value: object) -> dict[str, Any]:
    """What is kept with a memory, but for the ids: a scope is named by its own parameter."""
    made = limits.metadata(value)
    return {name: one for name, one in made.items() if name not in (*SCOPES, "actor_id")}


def memory_type(value: object) -> bool:
    """Whether a procedure is meant; there is no other type to ask for."""
    if value not in (None, PROCEDURAL):
        raise ValidationError(
            f"Invalid 'memory_type'. Please pass {PROCEDURAL} to create procedural memories.",
            "VALIDATION_002",
            {"provided_type": value, "valid_type": PROCEDURAL},
        )
    return value == PROCEDURAL
