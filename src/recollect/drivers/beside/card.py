"""What an index keeps of a record to filter by: no words, and metadata as hashes only."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from ...orders import Nearest
from ...times import micros
from ...types import EVERYTHING, Message, Record, Scope, Where


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

    def passes(self, scope: Scope, where: Where) -> bool:
        """Whether a search in this scope, with this filter, may find it."""
        return (
            scope.agent_id in (None, self.agent)
            and scope.session_id in (None, self.session)
            and where.session_id in (None, self.session)
            and where.role in (None, self.role)
            and (where.after is None or self.at >= micros(where.after))
            and (where.before is None or self.at < micros(where.before))
            and where.kind in (None, self.kind, self._group)
            and all(tag(key, value) in self.tags for key, value in where.metadata.items())
        )

    @property
    def _group(self) -> str:
        return "message" if self.kind == "message" else "note"


def tag(key: str, value: Any) -> str:
    """A piece of metadata as equality has it: true is not 1, and 1 is not 1.0."""
    told = json.dumps([key, value], sort_keys=True).encode()
    return hashlib.blake2b(told, digest_size=12).hexdigest()


def narrow(request: Nearest) -> bool:
    """Whether a request asks for less than all of an owner."""
    scope = request.scope
    return request.where != EVERYTHING or scope != scope.owner.scope
