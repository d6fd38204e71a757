"""Jobs that wait for a thread: their callers take turns, and each one's jobs keep their order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

LAST = "\0last"
"""A caller whose jobs are done when nobody else's wait."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do, and who hears how it ended."""

    told: Future[Any]
    call: Callable[[], Any]

    def do(self) -> None:
        """Do it, unless nobody wants it any more."""
        if not self.told.set_running_or_notify_cancel():
            return
        try:
            result = self.call()
        except BaseException as error:
            self.told.set_exception(error)
        else:
            self.told.set_result(result)


class Turns:
    """The jobs of all callers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, deque[Job]] = {}
        self._served: str | None = None

    def add(self, caller: str, job: Job) -> None:
        """One job more; `do_next` is to be called once for each."""
        with self._lock:
            self._waiting.setdefault(caller, deque()).append(job)

    def do_next(self) -> None:
        """Do the job of the caller who has waited longest for a turn."""
        self._next().do()

    def _next(self) -> Job:
        with self._lock:
            caller = self._chosen()
            jobs = self._waiting.pop(caller)
            job = jobs.popleft()
            if jobs:
                self._waiting[caller] = jobs  # behind all others
            self._served = caller
            return job

    def _chosen(self) -> str:
        """The first who was not served just now: whoever comes new need not wait for another job
        of one who has many."""
        rank = {self._served: 1, LAST: 2}
        return min(self._waiting, key=lambda caller: rank.get(caller, 0))
