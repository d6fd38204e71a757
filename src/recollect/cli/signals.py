"""Being told to end while something is half written."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("SIGTERM", "SIGHUP")


class _Told(BaseException):
    """The process was told to end."""


@contextmanager
def tidied() -> Iterator[None]:
    """Let what is under way take away its unfinished files before a signal ends the process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    known = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    heard = [one for one in known if signal.getsignal(one) == signal.SIG_DFL]
    told = 0

    def end(number: int, frame: Any) -> None:
        nonlocal told
        told = number
        for one in heard:  # a second one does not wait
            signal.signal(one, signal.SIG_DFL)
        raise _Told

    for one in heard:
        signal.signal(one, end)
    try:
        yield
    except _Told:
        os.kill(os.getpid(), told)
    finally:
        for one in heard:
            signal.signal(one, signal.SIG_DFL)
