"""An event loop in a thread: the driver is asked there, so that every wait can come to an end."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Loop:
    """Runs coroutines for callers that wait. A fork has none of its threads, and needs another."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="recollect-graph", daemon=True
        )
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """What comes of it; TimeoutError if it takes longer, and then it is cancelled."""
        done = asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self._loop)
        try:
            return done.result()
        except BaseException:
            done.cancel()
            raise

    def stop(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._let_go)
        self._thread.join()
        self._loop.close()

    def _let_go(self) -> None:
        """Connections that still wait for the other side to take leave are closed without it."""
        for one in list(getattr(self._loop, "_transports", {}).values()):
            one.abort()
        self._loop.call_soon(self._loop.call_soon, self._loop.stop)
