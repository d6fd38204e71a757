"""Counts what calls cost, and refuses those that would break a cap before they are made."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from ...ports import Usage
from .budget import Ask, Budget, Limit, Spent, granted, limit_of
from .ledgers import Entry, Ledger, MemoryLedger

log = logging.getLogger("recollect")


@dataclass(slots=True, eq=False)
class Call:
    """A call under way. Until it says what it used, it counts with all that it may use."""

    entry: Entry
    output: int
    """The most tokens that the answer may have."""
    used: Usage | None = None


class Meter:
    """What was spent is in the ledger; what calls under way may spend is held here.

    A call is checked and held under one lock, so threads cannot overspend together. The ledger is
    read anew each time, so what other processes have spent counts as well.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        ledger: Ledger | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.budget = budget or Budget()
        self._ledger = ledger or MemoryLedger()
        self._now = now
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._held: list[Call] = []
        self._unsaved: list[Entry] = []

    @contextmanager
    def call(self, ask: Ask) -> Iterator[Call]:
        """A call that fits the budget, or OverBudget. Say within what it `used`; a call that ends
        without having said so has failed, and counts in full."""
        call = self._hold(ask)
        try:
            yield call
        finally:
            self._settle(call)

    def spent(self, user: str | None = None) -> Usage:
        """What was spent today, by all or by one user; calls under way are not in it."""
        with self._alone():
            entries = self._entries(self._now().date())
        return sum((one.usage for one in entries if user in (None, one.user)), Usage())

    def money(self, user: str | None = None) -> float:
        """The same in money, by the prices of the budget."""
        with self._alone():
            entries = self._entries(self._now().date())
        return self.budget.money(
            (one.model, one.usage) for one in entries if user in (None, one.user)
        )

    def left(self, user: str) -> Limit:
        """How many tokens and calls a user has left today; None where there is no cap."""
        day, own = limit_of(self.budget.per_day), limit_of(self.budget.per_user)
        all_spent, user_spent = self.spent(), self.spent(user)
        return Limit(
            tokens=_least((day.tokens, all_spent.tokens), (own.tokens, user_spent.tokens)),
            calls=_least((day.calls, all_spent.calls), (own.calls, user_spent.calls)),
        )

    def today(self) -> date:
        """The day that spending counts for now (UTC)."""
        return self._now().date()

    def resets_at(self) -> datetime:
        """When the next day begins."""
        return datetime.combine(self.today() + timedelta(days=1), time(), UTC)

    def _granted(self, ask: Ask, today: date) -> int:
        # A call that began before midnight counts for the day it began; held, for this one too.
        known = [*self._entries(today), *(call.entry for call in self._held)]
        day: Spent = [(one.model, one.usage) for one in known]
        user: Spent = [(one.model, one.usage) for one in known if one.user == ask.user]
        return granted(self.budget, ask, day, user, self.resets_at())

    def _hold(self, ask: Ask) -> Call:
        with self._alone():
            today = self.today()
            output = self._granted(ask, today)
            usage = Usage(calls=1, failed=1, input=ask.input, output=output)
            call = Call(Entry(today, ask.user, ask.model, usage), output)
            self._held.append(call)
            return call

    def _settle(self, call: Call) -> None:
        with self._alone():
            if call in self._held:  # not so in a fork that was made during the call
                self._held.remove(call)
            held = call.entry
            usage = held.usage if call.used is None else call.used
            self._unsaved.append(Entry(held.day, held.user, held.model, usage))
            try:
                while self._unsaved:
                    self._ledger.add(self._unsaved[0])
                    del self._unsaved[0]
            except Exception as error:
                log.warning("spending is not written down yet: %s", type(error).__name__)

    def _alone(self) -> threading.Lock:
        if self._pid != os.getpid():  # a fork: its parent's threads, and their calls, are not here
            self._pid, self._lock, self._held = os.getpid(), threading.Lock(), []
        return self._lock

    def _entries(self, day: date) -> list[Entry]:
        return [*self._ledger.load(day), *(one for one in self._unsaved if one.day == day)]


def _least(*caps: tuple[int | None, int]) -> int | None:
    return min((max(0, cap - spent) for cap, spent in caps if cap is not None), default=None)
