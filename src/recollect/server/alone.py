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
    held = asyncio.create_task(_held(claim))
    try:
        yield
    finally:
        held.cancel()
        with suppress(asyncio.CancelledError):
            await held
        with suppress(StoreError):  # it ends by itself
            await claim.free()


async def _held(claim: AsyncClaim) -> None:
    """Say again and again that it is not over: a model may think for minutes."""
    while True:
        await asyncio.sleep(claim.lease.total_seconds() / 3)
        with suppress(StoreError):
            await claim.keep()
