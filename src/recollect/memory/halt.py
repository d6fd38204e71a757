"""A language model that failed is left alone for a while, by every view of a memory."""

from __future__ import annotations

from datetime import datetime, timedelta

REST, LONGEST = timedelta(seconds=30), timedelta(hours=1)
"""After a failure for so long, each time twice as long, and never longer."""


class Halt:
    """Why a model does not learn for now, and until when it is not asked."""

    def __init__(self) -> None:
        self.why = ""
        """What it failed of, or what else stands in the way; empty if nothing does."""
        self.told = ""
        """What was warned of last."""
        self._rest = REST
        self._until: datetime | None = None

    def lasts(self, now: datetime) -> bool:
        """Whether it is left alone; not for longer than ever, though a clock was set back."""
        return self._until is not None and now < self._until <= now + LONGEST

    def begin(self, why: str, now: datetime) -> None:
        """It failed."""
        self.why, self._until = why, now + self._rest
        self._rest = min(2 * self._rest, LONGEST)

    def end(self) -> None:
        """It answered."""
        self.why, self._until, self._rest = "", None, REST
