"""A bound on the time of a call that has none of its own."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

from ..patience import LATE, Fault

T = TypeVar("T")


def within(seconds: float, call: Callable[[], T]) -> T:
    """What a call returns, or a Fault if it takes too long.

    A time-out of an HTTP client is for each piece of an answer, so a server that sends a space now
    and then is waited for without end; and a function of the user's may have no time-out at all.
    What takes too long is left to a thread that holds up nothing, not even the end of the process.
    """
    outcome: SimpleQueue[tuple[T, None] | tuple[None, BaseException]] = SimpleQueue()

    def work() -> None:
        try:
            outcome.put((call(), None))
        except BaseException as error:
            outcome.put((None, error))

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(work,), name="recollect-llm", daemon=True).start()
    try:
        value, error = outcome.get(timeout=seconds)
    except Empty:
        raise Fault(None, LATE) from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]
