"""What differs between the colours beyond a keyword: waiting, locking, and where one is."""

from __future__ import annotations

import asyncio
import functools
import os
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from ...errors import Clash, Lost

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds in which a server may come back before a call gives up."""
FIRST, LONGEST = 0.02, 1.0
"""Seconds between two tries: more and more."""


class AsyncColour:
    """Tasks of an event loop."""

    @staticmethod
    def here() -> object:
        """The process and the loop; what is opened in one is of no use in another."""
        return os.getpid(), asyncio.get_running_loop()

    @staticmethod
    def lock() -> asyncio.Lock:
        """One task at a time."""
        return asyncio.Lock()

    @staticmethod
    async def pause(seconds: float) -> None:
        """Let others work."""
        await asyncio.sleep(seconds)

    @staticmethod
    def retried(
        call: Callable[P, Coroutine[Any, Any, T]],
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """Do it again when the connection broke or two writers clashed."""

        @functools.wraps(call)
        async def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return await call(*args, **kwargs)
                except (Lost, Clash):
                    if time.monotonic() > until:
                        raise
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST)

        return again


class Colour:
    """Threads of a process."""

    @staticmethod
    def here() -> object:
        """The process: a fork has none of the threads, and must not use the sockets."""
        return os.getpid()

    @staticmethod
    def lock() -> threading.Lock:
        """One thread at a time."""
        return threading.Lock()

    @staticmethod
    def pause(seconds: float) -> None:
        """Let others work."""
        time.sleep(seconds)

    @staticmethod
    def retried(call: Callable[P, T]) -> Callable[P, T]:
        """Do it again when the connection broke or two writers clashed."""

        @functools.wraps(call)
        def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return call(*args, **kwargs)
                except (Lost, Clash):
                    if time.monotonic() > until:
                        raise
                time.sleep(pause)
                pause = min(2 * pause, LONGEST)

        return again
