"""Deciding again when somebody else wrote meanwhile: often, but not for ever."""

from __future__ import annotations

from ..errors import StoreBusy

MOST = 1_000


class Tries:
    """How often one decision may be overtaken."""

    def __init__(self) -> None:
        self._left = MOST

    def again(self) -> None:
        """Look again, unless that was done so often that something else must be wrong."""
        self._left -= 1
        if not self._left:
            raise StoreBusy("others keep changing the same records; nothing was written, try again")
