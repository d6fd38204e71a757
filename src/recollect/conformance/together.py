"""Doing things at the same time, in both colours. The generated tests need one name for each."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


class AsyncTogether:
    """Several tasks at once."""

    @staticmethod
    async def run(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | BaseException]:
        """What each call gave or raised, in their order."""
        return await asyncio.gather(*(call() for call in calls), return_exceptions=True)


class Together:
    """Several threads at once."""

    @staticmethod
    def run(calls: Sequence[Callable[[], T]]) -> list[T | BaseException]:
        """What each call gave or raised, in their order; all start together."""
        start = threading.Barrier(len(calls))
        outcomes: dict[int, T | BaseException] = {}

        def one(number: int, call: Callable[[], T]) -> None:
            start.wait()
            try:
                outcomes[number] = call()
            except BaseException as error:
                outcomes[number] = error

        threads = [threading.Thread(target=one, args=pair) for pair in enumerate(calls)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [outcomes[number] for number in range(len(calls))]
