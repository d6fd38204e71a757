"""A change as it is kept in dicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...orders import Change
from ...types import Scope
from .kept import Kept


@dataclass(frozen=True, slots=True)
class Entry:
    """A change as it is kept: what it shows is looked up when it is read."""

    seq: int
    op: Literal["put", "close", "drop", "vector", "erase"]
    scope: Scope
    id: str
    kept: Kept | None = None
    model: str | None = None
    mark: bytes = b""

    @property
    def is_message(self) -> bool:
        """Whether it put a message that is still there."""
        return self.op == "put" and self.kept is not None and self.kept.is_message

    def change(self) -> Change:
        """The change as it stands now."""
        put = self.kept.put(self.model) if self.kept else None
        return Change(self.seq, self.op, self.scope, self.id, put, self.mark)
