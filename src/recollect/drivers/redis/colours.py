"""What differs between the colours of Redis besides: clients, work that takes long, clashes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ..colours import AsyncColour as AsyncTasks
from ..colours import Colour as Threads

T = TypeVar("T")

CLASH = 0.003
"""Seconds, at most, to wait for another process that was faster."""
SETTINGS: dict[str, Any] = {
    "socket_connect_timeout": 5.0,
    "socket_timeout": 30.0,
    "health_check_interval": 30,
    "client_name": "recollect",
}


class AsyncColour(AsyncTasks):
    """Tasks of an event loop."""

    clash = CLASH

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
    async def work(call: Callable[..., T], *args: Any) -> T:
        """Do what takes long beside the loop. What has begun is finished before a cancellation."""
        task = asyncio.ensure_future(asyncio.to_thread(call, *args))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise


class Colour(Threads):
    """Threads of a process."""

    clash = CLASH

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
    def work(call: Callable[..., T], *args: Any) -> T:
        """Do what takes long."""
        return call(*args)
