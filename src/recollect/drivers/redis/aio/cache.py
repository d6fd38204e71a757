"""Windows of live sessions on a Redis server. Everything in it may be lost at any time."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from redis.backoff import NoBackoff

from ....ports.windows import Window
from ....types import Message, Owner
from ...ondisk.coding import decode, encode
from .. import urls
from ..colours import AsyncColour
from ..keys import owner_key
from .links import AsyncLinks

LASTS = 900
"""Seconds that windows of an owner are kept after the last one was put."""
QUICK: dict[str, Any] = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
"""A cache that takes longer is of no use."""


class AsyncRedisCache:
    """A key for each owner of each memory, with its windows; the names are hashes."""

    def __init__(self, url: str, memory: str) -> None:
        target = urls.read(url)
        self.url = target.shown
        retry = AsyncColour.retry(NoBackoff(), 0)
        self._links = AsyncLinks(target, {**QUICK, "retry": retry})
        self._memory = memory

    async def get(self, owner: Owner, name: str) -> Window | None:
        """A window that was put under this name, if it is still there and whole."""
        async with self._links.ask() as db:
            held = await db.hget(self._key(owner), name)
        return None if held is None else _read(held)

    async def put(self, owner: Owner, name: str, window: Window) -> None:
        """Keep a window for a while."""
        key = self._key(owner)
        async with self._links.ask() as db:
            pipe = db.pipeline(transaction=True)
            pipe.hset(key, name, _written(window))
            pipe.expire(key, LASTS)
            await pipe.execute()

    async def drop(self, owner: Owner) -> None:
        """Forget all windows of an owner."""
        async with self._links.ask() as db:
            await db.delete(self._key(owner))

    async def close(self) -> None:
        """Release the connections."""
        await self._links.close()

    def _key(self, owner: Owner) -> str:
        named = hashlib.blake2b(self._memory.encode(), digest_size=8).hexdigest()
        return self._links.keys.whole(f"window:{named}:{owner_key(owner)}")


def _written(window: Window) -> bytes:
    said = [encode(message) for message in window.messages]
    body = json.dumps([window.position, window.token, said], ensure_ascii=False).encode()
    return _sum(body) + body


def _read(held: bytes) -> Window | None:
    """None for one that is damaged, or was written by another release."""
    if held[:16] != _sum(held[16:]):
        return None
    try:
        position, token, said = json.loads(held[16:])
        messages = tuple(decode(Message, one) for one in said)
    except (ValueError, KeyError, TypeError):
        return None
    return Window(int(position), str(token), messages)


def _sum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()
