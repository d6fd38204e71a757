"""Whether to ask a service once more, and when."""

from __future__ import annotations

import random

from ..patience import FIRST_PAUSE, LONGEST_PAUSE, Fault, Patience


class Tries:
    """The tries that one answer may take, within a patience."""

    def __init__(self, patience: Patience) -> None:
        self._clock, self._each = patience.clock, patience.each
        self._deadline = patience.clock() + patience.asking
        self._pause = FIRST_PAUSE

    @property
    def seconds(self) -> float:
        """How long the next try may take."""
        return self._each

    def pause(self, fault: Fault) -> float:
        """How long to wait before the next try; the fault itself if there should be none."""
        wait = self._pause * random.uniform(0.5, 1.0) if fault.wait is None else fault.wait
        if not fault.passing or self._clock() + wait >= self._deadline:
            raise fault
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return max(wait, 0.0)
