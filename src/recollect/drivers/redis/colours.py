"""What differs between the colours beyond a keyword: clients, waiting, locking, where one is."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from ...errors import Clash, Lost

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 30.0
"""Seconds in which a server may come back before a call gives up."""
FIRST, LONGEST = 0.02, 1.0
"""Seconds between two tries: more and more."""
CLASH = 0.003
"""Seconds, at most, to wait for another process that was faster."""
SETTINGS: dict[str, Any] = {
    "socket_connect_timeout": 5.0,
    "socket_timeout": 30.0,
    "health_check_interval": 30,
    "client_name": "recollect",
}


def _pause(error: Exception, pause: float) -> float:
    return random.uniform(0, CLASH) if isinstance(error, Clash) else pause


class AsyncColour:
    """Tasks of an event loop."""

    @staticmethod
    def client(url: str, **more: Any) -> Any:
        """A client with connections of its own."""
        from redis.asyncio import Redis

        return Redis.from_url(url, **SETTINGS | more)

    @staticmethod
    def retry(backoff: Any, times: int) -> Any:
        """How often the client itself tries again."""
        from redis.asyncio.retry import Retry

        return Retry(backoff, times)

    @staticmethod
    async def end(client: Any) -> None:
        """Close a client and its connections."""
        await client.aclose()

    @staticmethod
    def leave(client: Any) -> None:
        """Close the sockets of a client whose loop has ended, as far as one can get at them."""
        pool = client.connection_pool
        for one in (*pool._available_connections, *pool._in_use_connections):
            writer, one._reader, one._writer = one._writer, None, None
            if writer is not None:
                with suppress(RuntimeError):
                    writer.transport.abort()  # which marks it as closing, then misses its loop
                held = getattr(writer.transport, "_sock", None)
                if held is not None:
                    held.close()
                    writer.transport._sock = None

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
    async def work(call: Callable[..., T], *args: Any) -> T:
        """Do what takes long beside the loop. What has begun is finished before a cancellation."""
        task = asyncio.ensure_future(asyncio.to_thread(call, *args))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    @staticmethod
    def retried(
        call: Callable[P, Coroutine[Any, Any, T]],
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """Do it again when the connection broke or another process was faster."""

        @functools.wraps(call)
        async def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return await call(*args, **kwargs)
                except (Lost, Clash) as error:
                    if time.monotonic() > until:
                        raise
                    wait = _pause(error, pause)
                await asyncio.sleep(wait)
                pause = min(2 * pause, LONGEST)

        return again


class Colour:
    """Threads of a process."""

    @staticmethod
    def client(url: str, **more: Any) -> Any:
        """A client with connections of its own."""
        from redis import Redis

        return Redis.from_url(url, **SETTINGS | more)

    @staticmethod
    def retry(backoff: Any, times: int) -> Any:
        """How often the client itself tries again."""
        from redis.retry import Retry

        return Retry(backoff, times)

    @staticmethod
    def end(client: Any) -> None:
        """Close a client and its connections."""
        client.close()

    @staticmethod
    def leave(client: Any) -> None:
        """Nothing to do: a client of threads serves them all."""

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
    def work(call: Callable[..., T], *args: Any) -> T:
        """Do what takes long."""
        return call(*args)

    @staticmethod
    def retried(call: Callable[P, T]) -> Callable[P, T]:
        """Do it again when the connection broke or another process was faster."""

        @functools.wraps(call)
        def again(*args: P.args, **kwargs: P.kwargs) -> T:
            until, pause = time.monotonic() + PATIENCE, FIRST
            while True:
                try:
                    return call(*args, **kwargs)
                except (Lost, Clash) as error:
                    if time.monotonic() > until:
                        raise
                    wait = _pause(error, pause)
                time.sleep(wait)
                pause = min(2 * pause, LONGEST)

        return again
