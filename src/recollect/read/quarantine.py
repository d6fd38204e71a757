"""What is found but not shown: text of others that looks like an instruction to a model."""

from __future__ import annotations

from dataclasses import replace

from ..types import Hits, Record
from ..write.trust import suspicion


def marked(hits: Hits) -> Hits:
    """Hits that name the rules by which some of them are quarantined."""
    found = ((hit, suspicion(hit.record)) for hit in hits)
    return Hits(
        [hit if why is None else replace(hit, suspect=why.rules) for hit, why in found],
        hits.degraded,
    )


class Guard:
    """Keeps what is quarantined out of a context, and remembers what it kept out.

    It looks at a record when that is about to be shown, because most that is found never is.
    """

    def __init__(self, opened: bool = False) -> None:
        self._opened = opened
        self._held: dict[str, bool] = {}

    def holds(self, record: Record) -> bool:
        """Whether a record stays out."""
        if self._opened:
            return False
        if record.id not in self._held:
            self._held[record.id] = suspicion(record) is not None
        return self._held[record.id]

    @property
    def held(self) -> tuple[str, ...]:
        """The ids of what was kept out."""
        return tuple(id for id, held in self._held.items() if held)
