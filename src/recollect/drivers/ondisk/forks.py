"""Stores that a fork has to tell."""

from __future__ import annotations

import os
from typing import Protocol
from weakref import WeakSet


class Forked(Protocol):
    """What has to know that it is in a child now."""

    def after_fork(self) -> None:
        """Called in the child."""
        ...


_stores: WeakSet[Forked] = WeakSet()


def watch(store: Forked) -> None:
    """Tell a store when it finds itself in a child."""
    _stores.add(store)


def _tell() -> None:
    for store in _stores:
        store.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_tell)
