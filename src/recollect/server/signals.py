"""Ctrl-C: a terminal tells every process of a server, and the first tells the others of the end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

HAS_MASKS = hasattr(signal, "pthread_sigmask")  # Windows has none


@contextmanager
def deaf() -> Iterator[None]:
    """A process that is started meanwhile does not hear Ctrl-C until it says `hearing`: while it is
    still being loaded it could only show a traceback. This one hears it afterwards."""
    if not HAS_MASKS:
        yield
        return
    resource_tracker.ensure_running()  # or the first start would do so, and lift the mask
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def hearing() -> None:
    """Let go of what was not heard, and hear again as soon as somebody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
