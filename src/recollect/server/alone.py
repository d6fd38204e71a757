"""One at a time, whichever process of a server it is in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from ..errors import StoreError
from ..memory.aio.claims import AsyncClaim

FIRST, LONGEST = 0.02, 0.5
"""Seconds between two looks whether another process is done."""


@asynccontextmanager
async def alone(claim: AsyncClaim) -> AsyncIterator[None]:
    """Wait until nobody else has the claim; then have it until the block ends."""
    pause = FIRST
    while not await claim.take():
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST)
    over = asyncio.Event()
    held = asyncio.create_task(_held(claim, over))
    try:
        yield
    finally:
        over.set()  # not cancelled: a claim that is just being kept could not be freed
        await held
        with suppress(StoreError):  # it ends by itself
            await claim.free()


async def _held(claim: AsyncClaim, over: asyncio.Event) -> None:
    """Say again and again that it is not over: a model may think for minutes."""
    while not over.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), claim.lease.total_seconds() / 3)
        if not over.is_set():
            with suppress(StoreError):
                await claim.keep()
