"""What differs between the colours of a remote store beyond a keyword: waiting, locking, retrying,
and where one is."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, ParamSpec, TypeVar

from ..errors import Clash, Lost

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds in which a server may come back before a call gives up."""
FIRST, LONGEST = 0.02, 1.0
"""Seconds between two tries: more and more."""


def _wait(error: Exception, pause: float, clash: float | None) -> float:
    """Seconds to wait after an error; two that clashed and wait must not meet again."""
    return random.uniform(0, clash) if clash and isinstance(error, Clash) else pause


class AsyncColour:
    """Tasks of an event loop."""

    clash: ClassVar[float | None] = None
    """Seconds, at most, to wait for a writer that was faster, where it is done at once."""

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

    @classmethod
    def retried(
        cls, call: Callable[P, Coroutine[Any, Any, T]]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """Do it again when the connection broke or another writer was faster."""

        @functools.wraps(call)
        async def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return await call(*args, **kwargs)
                except (Lost, Clash) as error:
                    if time.monotonic() > until:
                        raise
                    wait = _wait(error, pause, cls.clash)
                await asyncio.sleep(wait)
                pause = min(2 * pause, LONGEST)

        return again


class Colour:
    """Threads of a process."""

    clash: ClassVar[float | None] = None
    """Seconds, at most, to wait for a writer that was faster, where it is done at once."""

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

    @classmethod
    def retried(cls, call: Callable[P, T]) -> Callable[P, T]:
        """Do it again when the connection broke or another writer was faster."""

        @functools.wraps(call)
        def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return call(*args, **kwargs)
                except (Lost, Clash) as error:
                    if time.monotonic() > until:
                        raise
                    wait = _wait(error, pause, cls.clash)
                time.sleep(wait)
                pause = min(2 * pause, LONGEST)

        return again
