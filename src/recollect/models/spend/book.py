"""The ledger of a memory: what its store says was spent, and what the store has still to hear."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from ...ports import Usage
from .budget import Ask, Budget, granted
from .ledgers import Entry
from .meter import Meter

if TYPE_CHECKING:
    from ...ports import Purse

OUTPUT = 8_192
USERS = 1_000
"""So many users' sums are held apart; the others' are in the sum of all."""
Line = tuple[date, str, str, Usage]
Sums = dict[tuple[date, str], Mapping[str, Usage]]
"""By day and user, of each model."""


class Book:
    """Between a meter, which counts in threads, and a store, which may be async.

    The store is read before a call and written after it; until it has an entry, that is held here.
    """

    def __init__(self, budget: Budget | None) -> None:
        self.meter = Meter(budget, self)
        self._lock = threading.Lock()
        self._all: dict[date, Mapping[str, Usage]] = {}
        self._own: Sums = {}
        self._fresh: list[Line] = []
        self._taken: list[Line] = []

    def load(self, day: date) -> list[Entry]:
        """The sums of a day: of each user that was asked for, and of all others as nobody's."""
        with self._lock:
            entries = [
                Entry(day, user, model, usage)
                for (when, user), models in self._own.items()
                if when == day
                for model, usage in models.items()
            ]
            for model, usage in self._all.get(day, {}).items():
                named = sum((one.usage for one in entries if one.model == model), Usage())
                entries.append(Entry(day, "", model, usage - named))
            held = (Entry(*line) for line in (*self._fresh, *self._taken))
            return [*entries, *(entry for entry in held if entry.day == day)]

    def add(self, entry: Entry) -> None:
        """Hold one more for the store."""
        with self._lock:
            self._fresh.append((entry.day, entry.user, entry.model, entry.usage))

    def today(self) -> date:
        """The day that spending counts for now."""
        return self.meter.today()

    def told(
        self, day: date, all: Mapping[str, Usage], user: str, own: Mapping[str, Usage]
    ) -> None:
        """Hear what the store says of a day. Only today matters, and the day that just ended."""
        with self._lock:
            self._all = {when: sums for when, sums in self._all.items() if when >= day}
            self._own = {key: sums for key, sums in self._own.items() if key[0] >= day}
            self._all[day] = dict(all)
            self._own.pop((day, user), None)
            self._own[day, user] = dict(own)
            while len(self._own) > USERS:
                del self._own[next(iter(self._own))]

    def take(self) -> list[Line]:
        """What the store does not have yet."""
        with self._lock:
            taken, self._fresh = self._fresh, []
            self._taken += taken
            return taken

    def kept(self, lines: Iterable[Line], stored: bool) -> None:
        """What was taken is in the store by now, or is not."""
        with self._lock:
            for line in lines:
                self._taken.remove(line)
                if stored:
                    self._count(*line)
                else:
                    self._fresh.append(line)

    def most(
        self, model: str, input: int, all: Mapping[str, Usage], own: Mapping[str, Usage]
    ) -> Usage:
        """What a call may use at most on top of that; OverBudget if a cap forbids it."""
        ask = Ask(model, "", input, OUTPUT)
        day, user = list(all.items()), list(own.items())
        output = granted(self.meter.budget, ask, day, user, self.meter.resets_at())
        return Usage(1, 1, input, output)

    def _count(self, day: date, user: str, model: str, usage: Usage) -> None:
        own = self._own.get((day, user), {})
        self._own[day, user] = {**own, model: own.get(model, Usage()) + usage}
        all = self._all.get(day, {})
        self._all[day] = {**all, model: all.get(model, Usage()) + usage}


if TYPE_CHECKING:

    def _held_to_the_contract(book: Book) -> Purse:
        return book
