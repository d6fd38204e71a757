"""Forking: no connection is open while a process forks.

A child would inherit SQLite's notion of which locks it holds, but not the locks: it could read
while the parent overwrites, wait for a thread it does not have, or lose its log when the parent
closes the file. So a fork waits for the calls under way, and closes what is idle; parent and child
both open anew when they need to.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections import Counter
from typing import Protocol

PATIENCE = 70.0
"""Seconds a fork waits for calls under way, which themselves give up sooner."""


class Watched(Protocol):
    """Something that holds connections."""

    def before_fork(self) -> None:
        """Close what is idle."""

    def after_fork(self) -> None:
        """In the child: make new locks, since their holders are gone."""


class Gate:
    """Everyone who uses a connection passes through; a fork waits until nobody is inside."""

    def __init__(self) -> None:
        self._watched: weakref.WeakSet[Watched] = weakref.WeakSet()
        self._reset()

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._changed:
            while self._forking and me not in self._inside:
                self._changed.wait()
            self._inside[me] += 1

    def __exit__(self, *_: object) -> None:
        me = threading.get_ident()
        with self._changed:
            self._inside[me] -= 1
            if not self._inside[me]:
                del self._inside[me]
                self._changed.notify_all()

    def watch(self, watched: Watched) -> None:
        """Tell it about forks for as long as it lives."""
        with self._changed:
            self._watched.add(watched)

    def before(self) -> None:
        """Wait for the others, then keep them out until the fork is done."""
        self._changed.acquire()
        self._forking += 1
        self._changed.wait_for(lambda: not self._inside.keys() - {threading.get_ident()}, PATIENCE)
        for watched in list(self._watched):
            watched.before_fork()

    def after_in_parent(self) -> None:
        """Go on."""
        self._forking -= 1
        self._changed.notify_all()
        self._changed.release()

    def after_in_child(self) -> None:
        """Start afresh: this process has one thread."""
        self._reset()
        for watched in list(self._watched):
            watched.after_fork()

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._inside: Counter[int] = Counter()
        self._forking = 0


gate = Gate()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=gate.before,
        after_in_parent=gate.after_in_parent,
        after_in_child=gate.after_in_child,
    )
