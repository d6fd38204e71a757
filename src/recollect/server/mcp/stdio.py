"""The server on stdin and stdout: nothing but the protocol there, and everything else on stderr."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from .build import Kit, build
from .place import fixed

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory

WARM = "Is it awake?"
log = logging.getLogger("recollect")


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server on stdio was started."""

    user_id: str | None
    agent_id: str | None = None
    kit: Kit = "recollect"
    choose: bool = False


class Opening:
    """A memory that is opened beside the protocol, so that the first answer does not wait for it.

    A memory that cannot be opened is tried again by the next call, whose answer says what is wrong.
    """

    def __init__(self, make: Callable[[], AsyncMemory]) -> None:
        self._make = make
        self._task: asyncio.Task[AsyncMemory] | None = None
        self._warming: asyncio.Task[None] | None = None

    def begin(self) -> asyncio.Task[AsyncMemory]:
        """Start to open it, unless it is open or being opened."""
        failed = self._task is not None and self._task.done() and self._task.exception()
        if self._task is None or failed:
            self._task = asyncio.create_task(asyncio.to_thread(self._make))
        return self._task

    async def memory(self) -> AsyncMemory:
        """The open memory. A call that is cancelled does not stop the opening for others."""
        return await asyncio.shield(self.begin())

    async def warm(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Once the first message is answered, open it and load the model before it is needed."""
        answer = await call_next(ctx)
        if self._warming is None:
            self._warming = asyncio.create_task(self._wake())
        return answer

    async def _wake(self) -> None:
        """What is wrong is told by the call that needs the memory."""
        try:
            memory = await self.memory()
            await memory.search(WARM, user_id="nobody", limit=1)
        except Exception as error:
            log.warning("the memory could not be opened beforehand: %s", error)

    async def close(self) -> None:
        """Close it, if it was opened."""
        if self._warming is not None:
            await self._warming
        if self._task is None:
            return
        try:
            memory = await self._task
        except Exception:
            return
        await memory.close()


async def serve(make: Callable[[], AsyncMemory], settings: Settings) -> None:
    """Serve until stdin closes."""
    opening = Opening(make)
    seat = fixed(opening.memory, settings.user_id, settings.agent_id)
    server = build(seat, settings.kit, choose=settings.choose, around=[opening.warm])
    try:
        await server.run_stdio_async()
    except* BrokenPipeError:
        log.info("the client went away before it was answered")
    finally:
        await opening.close()


def run(make: Callable[[], AsyncMemory], settings: Settings) -> None:
    """Serve on this process's stdin and stdout, with every log line on stderr."""
    plain = logging.StreamHandler(sys.stderr)
    plain.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logging.getLogger().handlers = [plain]
    logging.getLogger("recollect").handlers = []
    asyncio.run(serve(make, settings))
