"""What tests of both colours do in a thread beside the one that awaits."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any


def here() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread, if any."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def settled(done: Any, loop: asyncio.AbstractEventLoop | None) -> Any:
    """What a call came to, though it may have to be awaited on a loop of another thread."""
    if inspect.isawaitable(done):
        assert loop is not None
        return asyncio.run_coroutine_threadsafe(done, loop).result(300)  # type: ignore[arg-type]
    return done
