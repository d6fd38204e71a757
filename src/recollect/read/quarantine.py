"""What is found but not shown: text of others that looks like an instruction to a model."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..types import Hits, Record
from ..write.trust import suspicion


class Guard:
    """Keeps what is quarantined out of a context, and remembers what it kept out.

    It looks at a record when that is about to be shown, because most that is found never is.
    `released` are the ids of what somebody has read and lets through.
    """

    def __init__(self, opened: bool = False, released: Collection[str] = ()) -> None:
        self._opened = opened
        self._released = released
        self._rules: dict[str, tuple[str, ...]] = {}

    def rules(self, record: Record) -> tuple[str, ...]:
        """The rules by which a record stays out; none if it does not."""
        if self._opened or record.id in self._released:
            return ()
        if record.id not in self._rules:
            why = suspicion(record)
            self._rules[record.id] = () if why is None else why.rules
        return self._rules[record.id]

    def holds(self, record: Record) -> bool:
        """Whether a record stays out."""
        return bool(self.rules(record))

    @property
    def held(self) -> tuple[str, ...]:
        """The ids of what was kept out."""
        return tuple(id for id, rules in self._rules.items() if rules)


def marked(hits: Hits, guard: Guard) -> Hits:
    """Hits that name the rules by which some of them are quarantined."""
    found = ((hit, guard.rules(hit.record)) for hit in hits)
    return Hits(
        [replace(hit, suspect=rules) if rules else hit for hit, rules in found], hits.degraded
    )
