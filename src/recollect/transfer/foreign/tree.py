"""Conversations that branch: of a tree of messages, the one path that stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import InputError


def path(parents: Mapping[str, str | None], last: str | None) -> list[str] | None:
    """The ids from the first to the last that stands, given the parent of each.

    None if links are missing, so that there is more than one beginning. Then all should be taken:
    better a branch too many than half of what was said.
    """
    if sum(parent not in parents for parent in parents.values()) > 1:
        return None
    found: dict[str, None] = {}
    at = last
    while at is not None and at in parents:
        if at in found:
            raise InputError("its messages do not hang together")
        found[at] = None
        at = parents[at]
    return list(found)[::-1]


def newest(parents: Mapping[str, str | None], times: Mapping[str, Any]) -> str | None:
    """The newest of those that nothing follows, by their times; of several, the one named last."""
    followed = set(parents.values())
    ends = [id for id in reversed(list(parents)) if id in times and id not in followed]
    return max(ends, key=lambda id: times[id], default=None)
