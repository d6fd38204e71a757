"""What a fork must not leave behind. A child has none of its parent's threads: what one of them was
in the middle of would stay half done there, and a lock that it held taken for ever."""

from __future__ import annotations

import os
import threading
from typing import Any, Protocol
from weakref import WeakSet


class Forked(Protocol):
    """What has to know that it is in a child now."""

    def after_fork(self) -> None:
        """Called in the child."""
        ...


_watched: WeakSet[Forked] = WeakSet()
_locks: WeakSet[Any] = WeakSet()
_forking = threading.RLock()
_taken: list[Any] = []


def watch(one: Forked) -> None:
    """Tell a store or an index when it finds itself in a child."""
    _watched.add(one)


def lock() -> threading.RLock:
    """A lock for what is soon done and waits for no server: a fork waits until it is free."""
    made = threading.RLock()
    _locks.add(made)
    return made


def _take() -> None:
    _forking.acquire()
    for one in list(_locks):
        one.acquire()
        _taken.append(one)


def _give() -> None:
    while _taken:
        _taken.pop().release()
    _forking.release()


def _tell() -> None:
    _give()
    for one in list(_watched):
        one.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_take, after_in_parent=_give, after_in_child=_tell)
