"""An answer that comes before its request is whole: whoever still sends would not read it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Send


def lingering(receive: Receive, send: Send, most: int, patience: float) -> Send:
    """Send an answer, and take in what still comes before the connection is closed under it: up to
    so many bytes, for so many seconds."""

    async def sent(message: Message) -> None:
        if message["type"] != "http.response.body" or message.get("more_body", False):
            await send(message)
            return
        await send({**message, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await _passed_over(receive, most)
        await send({"type": "http.response.body", "body": b""})

    return sent


async def _passed_over(receive: Receive, most: int) -> None:
    while most > 0:
        message = await receive()
        most -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return
