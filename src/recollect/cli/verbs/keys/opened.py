"""Opening the keys of a memory."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from ....drivers.registry import require
from ...opening import is_new, require_store, require_there
from ...where import where

if TYPE_CHECKING:
    from ....server.keys import Keys

Result = TypeVar("Result")


def with_keys(
    db: str | None, do: Callable[[Keys], Awaitable[Result]], *, create: bool = False
) -> Result:
    """Do something with the keys of the memory that is meant."""
    require("starlette", "server")
    url = where(db)
    if create:
        require_store(url)
    else:
        require_there(url)

    async def main(url: str) -> Result:
        from ....memory.aio.door import AsyncMemory
        from ....server.keys import Keys

        async with AsyncMemory(url, embedder=None, reranker=None, llm=None) as memory:
            return await do(Keys(memory))

    if is_new(url):
        asyncio.run(main("memory://"))  # so that a mistake leaves no empty memory behind
    return asyncio.run(main(url))
