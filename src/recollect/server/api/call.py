"""One request to the API: who asks, and for what."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.requests import Request

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...memory.aio.time import AsyncPast
from ...times import moment
from ..who import Who
from .fields import Schema


@dataclass(frozen=True, slots=True)
class Call:
    """What a handler is given; `asked` was checked against the table and is the door's language."""

    request: Request
    who: Who
    asked: dict[str, Any]

    @property
    def memory(self) -> AsyncMemory:
        """The caller's."""
        return self.who.memory

    def then(self) -> AsyncMemory | AsyncPast:
        """The memory as of the moment that is asked for, or as it is."""
        at, recorded = self.asked.pop("as_of", None), self.asked.pop("recorded", False)
        return self.memory if at is None else self.memory.as_of(at, recorded=recorded)

    def page(self) -> tuple[int, Any]:
        """How many to give, and where the page before ended."""
        limit, cursor = self.asked.pop("limit", 100), self.asked.pop("cursor", None)
        most = self.request.app.state.rules.results
        return min(limit, most), None if cursor is None else opened(cursor)

    def where(self) -> dict[str, Any]:
        """The filters that are asked for."""
        names = ("after", "before", "role")
        return {name: self.asked.pop(name) for name in names if name in self.asked}


def cursor(place: Any) -> str:
    """A place in a list, as text that means nothing to anybody else."""
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def opened(text: str) -> Any:
    """The place of a cursor."""
    try:
        return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        raise InputError("this cursor is not one of ours; begin without one") from None


def after_time(place: Any) -> tuple[datetime, int]:
    """A place in a list by time: a moment, and how many of that moment were given."""
    if (
        isinstance(place, list)
        and len(place) == 2
        and isinstance(place[0], str)
        and type(place[1]) is int
        and 0 <= place[1] <= 100_000
    ):
        return moment(place[0]), place[1]
    raise InputError("this cursor is not one of ours; begin without one")


def offset(place: Any) -> int:
    """A place in a list by number."""
    if place is None:
        return 0
    if type(place) is int and 0 <= place < 1 << 53:
        return place
    raise InputError("this cursor is not one of ours; begin without one")


def read_query(params: Mapping[str, list[str]], known: Mapping[str, Schema]) -> dict[str, Any]:
    """Parameters of a URL as the values that they stand for."""
    made: dict[str, Any] = {}
    for name, values in params.items():
        if name not in known:
            names = ", ".join(known) or "none"
            raise InputError(f"there is no parameter {name[:40]!r}; there are: {names}")
        if known[name].get("type") == "array":
            made[name] = values
        elif len(values) > 1:
            raise InputError(f"{name} is given more than once")
        else:
            made[name] = _meant(values[0], known[name].get("type"))
    return made


def _meant(value: str, kind: Any) -> Any:
    try:
        if kind == "integer" and len(value) < 20:
            return (
                int(value) if value.lstrip("-").isascii() and value.lstrip("-").isdigit() else value
            )
        if kind == "number" and len(value) < 40:
            return float(value)
    except ValueError:
        return value
    if kind == "boolean":
        return {"true": True, "false": False}.get(value, value)
    return value
