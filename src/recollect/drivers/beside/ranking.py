"""The order of what was found: the same for every index."""

from __future__ import annotations

from collections.abc import Iterable

from ...orders import Found
from .card import Card


def best(scored: Iterable[tuple[Card, float]], limit: int) -> list[Found]:
    """Highest score first; of equals the newest, then by id."""
    ordered = sorted(scored, key=lambda one: (-one[1], -one[0].at, one[0].id))
    return [Found(card.id, score) for card, score in ordered[:limit]]
