"""What a model should know when a conversation begins."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from ...errors import RecollectError, StoreReadOnly
from .place import Place, Seat

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

BUDGET = 1500
EMPTY = "Nothing is remembered from earlier conversations yet."


def add_prompt(server: MCPServer[Any], seat: Seat) -> None:
    """The prompt that loads context."""

    @server.prompt(name="start", title="Load memory")
    async def start(topic: str = "") -> str:
        """What is known from earlier conversations, to begin a new one with."""
        try:
            place = await seat(None)
            return await briefing(place, topic) or EMPTY
        except RecollectError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None


async def briefing(place: Place, topic: str) -> str:
    """Core notes and the summary over all sessions; with a topic, what is relevant to it too."""
    from ...read.opening import opening  # heavy: the handshake does not wait for them
    from ...text.tokens import estimate

    if place.writes:
        with suppress(StoreReadOnly):
            await place.memory.summary(**place.ids)
    core = await place.memory.notes(kind="core", **place.ids)
    told = await place.memory.notes(kind="summary", **place.ids)
    text = opening(core, told, BUDGET)
    if not topic.strip():
        return text
    left = BUDGET - (estimate(text) if text else 0)
    more = await place.memory.context(topic, budget=max(left, 1), **place.ids)
    return "\n".join(filter(None, (text, more.text)))
