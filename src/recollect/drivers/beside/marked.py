"""Which record a mark in the feed means."""

from __future__ import annotations

from collections.abc import Iterable

from ...orders import SALT, Change, mark
from ...types import Owner


class Marked:
    """The marks of an owner's records under one salt: those of one erasure share it."""

    def __init__(self) -> None:
        self._under: tuple[Owner, bytes] | None = None
        self._ids: dict[bytes, str] = {}

    def knows(self, change: Change) -> bool:
        """Whether the ids under the salt of a change are known: `find` looks at no others then."""
        return self._under == (change.scope.owner, change.mark[:SALT])

    def find(self, change: Change, ids: Iterable[str]) -> str | None:
        """The id that a change erases, of some; None if it is not among them."""
        owner, salt = change.scope.owner, change.mark[:SALT]
        if not self.knows(change):
            self._under, self._ids = (owner, salt), {mark(owner, id, salt): id for id in ids}
        return self._ids.pop(change.mark, None)
