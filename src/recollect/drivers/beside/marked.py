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

    def find(self, change: Change, ids: Iterable[str]) -> str | None:
        """The id that a change erases, of some; None if it is not among them."""
        owner, salt = change.scope.owner, change.mark[:SALT]
        if self._under != (owner, salt):
            self._under, self._ids = (owner, salt), {mark(owner, id, salt): id for id in ids}
        return self._ids.pop(change.mark, None)
