"""What differs between the colours when a model is asked."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, TypeVar

from ..llm.within import within
from ..patience import LATE, Fault

T = TypeVar("T")


def place(asynchronous: bool) -> object:
    """The event loop of this thread; an async client cannot be used in another."""
    if not asynchronous:
        return None
    import asyncio

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Wait:
    """In the thread of the caller."""

    @staticmethod
    def sleep(seconds: float) -> None:
        """Do nothing for a while."""
        time.sleep(seconds)

    @staticmethod
    def bounded(seconds: float, call: Callable[[], T]) -> T:
        """What a call returns, or a Fault if it takes too long."""
        return within(seconds, call)


class AsyncWait:
    """Others run meanwhile."""

    @staticmethod
    async def sleep(seconds: float) -> None:
        """Do nothing for a while."""
        import asyncio

        await asyncio.sleep(seconds)

    @staticmethod
    async def bounded(seconds: float, call: Callable[[], Awaitable[T]]) -> T:
        """What a call returns, or a Fault if it takes too long."""
        import asyncio

        try:
            async with asyncio.timeout(seconds):
                return await call()
        except TimeoutError:
            raise Fault(None, LATE) from None


def in_a_thread(call: Callable[[], Any]) -> Any:
    """A plain function as something to await."""
    import asyncio

    return asyncio.to_thread(call)


async def pulled(pieces: Iterator[Any]) -> AsyncIterator[Any]:
    """What a plain iterator gives, each piece waited for in a thread."""
    import asyncio

    nothing = object()
    while (piece := await asyncio.to_thread(next, pieces, nothing)) is not nothing:
        yield piece
