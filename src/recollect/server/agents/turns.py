"""One turn at a time of each agent with each user, whichever process of a server answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import Request

from ...agents.aio.persistent import AsyncPersistentAgent
from ...memory.aio.claims import AsyncClaim
from ..alone import alone
from ..who import who

LEASE = timedelta(seconds=30)
"""So long others leave a conversation alone whose process was killed."""
_LOCKS: WeakValueDictionary[tuple[Any, ...], asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def turn(request: Request, made: AsyncPersistentAgent) -> AsyncIterator[None]:
    """Wait until nobody else talks with this agent for the same user; then nobody else does."""
    key = (id(request.app), who(request).tenant, made.name, made.user_id)
    lock = _LOCKS.setdefault(key, asyncio.Lock())
    async with lock:  # in this process those who wait come in the order they asked
        owner = made.memory._scope(made.user_id, made.name).owner
        claim = AsyncClaim(made.memory, owner, f"turn/{made.name}", LEASE)
        async with alone(claim):
            yield
