"""What an index keeps of a record to filter by: no words, and metadata as hashes only."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from ...orders import Nearest
from ...times import micros
from ...types import EVERYTHING, KINDS, Message, Record, Scope, Where


@dataclass(frozen=True, slots=True)
class Card:
    """One record, as a filter sees it."""

    id: str
    kind: str
    at: int
    agent: str | None
    session: str | None
    role: str | None
    tags: tuple[str, ...]

    @classmethod
    def of(cls, record: Record) -> Card:
        """The card of a record."""
        return cls(
            record.id,
            "message" if isinstance(record, Message) else record.kind,
            micros(record.at),
            record.agent_id,
            record.session_id,
            record.role if isinstance(record, Message) else None,
            tuple(sorted(tag(key, value) for key, value in record.metadata.items())),
        )


def passing(cards: Iterable[Card], scope: Scope, where: Where) -> list[Card]:
    """Those that a search in this scope, with this filter, may find.

    There may be very many: they are looked at for what is asked alone, one thing after the other.
    """
    found = list(cards)
    for name, wanted in (
        ("session", scope.session_id),
        ("session", where.session_id),
        ("agent", scope.agent_id),
        ("role", where.role),
    ):
        if wanted is not None:
            held = attrgetter(name)
            found = [card for card in found if held(card) == wanted]
    if where.after is not None:
        least = micros(where.after)
        found = [card for card in found if card.at >= least]
    if where.before is not None:
        end = micros(where.before)
        found = [card for card in found if card.at < end]
    if where.kind is not None:
        kinds = KINDS if where.kind == "note" else (where.kind,)
        found = [card for card in found if card.kind in kinds]
    for mark in [tag(key, value) for key, value in where.metadata.items()]:
        found = [card for card in found if mark in card.tags]
    return found


def tag(key: str, value: Any) -> str:
    """A piece of metadata as equality has it: true is not 1, and 1 is not 1.0."""
    told = json.dumps([key, value], sort_keys=True).encode()
    return hashlib.blake2b(told, digest_size=12).hexdigest()


def narrow(request: Nearest) -> bool:
    """Whether a request asks for less than all of an owner."""
    scope = request.scope
    return request.where != EVERYTHING or scope != scope.owner.scope
