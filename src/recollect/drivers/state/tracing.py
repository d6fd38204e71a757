"""Searching what is kept beside the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...orders import Committed
from ...types import Owner
from .kept import Partition


def traces(
    partitions: Mapping[Owner, Partition],
    feed: Iterable[Any],
    batches: Iterable[Committed],
    cursors: Iterable[tuple[Owner, str]],
    needles: Sequence[bytes],
) -> dict[str, int]:
    """How many needles each place holds, besides those that kept records hold too."""
    places = {
        "feed": [(entry.id, entry.scope) for entry in feed],
        "batches": [done.new for done in batches],
        "cursors": list(cursors),
        "orders": [
            (part.messages, part.notes, part.cited, part.open_keys, part.turns)
            for part in partitions.values()
        ],
    }
    records = [(owner, *held.records()) for owner, held in partitions.items()]
    left = [needle for needle in needles if needle not in _bytes(records)]
    return {
        place: sum(needle in held for needle in left)
        for place, held in ((name, _bytes(things)) for name, things in places.items())
    }


def _bytes(things: object) -> bytes:
    return repr(things).encode()
