"""Taking over the file of the official MCP memory server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .. import settings
from ..counts import many
from ..drivers.registry import require
from . import machine
from .options import Whose
from .terminal import note, say
from .where import where

if TYPE_CHECKING:
    from ..server.mcp.official.moving import Taken


def take(
    file: str, owner: Whose, db: str | None, embedder: str | None, words_only: bool, as_json: bool
) -> int:
    """Read the file and say what was new in it."""
    require("mcp_types", "mcp")
    with open(file, encoding="utf-8", errors="replace") as lines:
        every = lines.read().split("\n")
    url = where(db)
    model = None if words_only else embedder or settings.embedder()
    taken = asyncio.run(_taken(every, owner, url, model))
    if as_json:
        machine.print_json(taken)
        return 0
    say(
        f"Imported {many(taken.entities, 'new entity')}, {many(taken.observations, 'observation')} "
        f"and {many(taken.relations, 'relation')} for {owner.name}"
    )
    if taken.torn:
        named = ", ".join(map(str, taken.torn[:5])) + (", …" if len(taken.torn) > 5 else "")
        note(f"Left out {many(len(taken.torn), 'line')} that could not be read: {named}")
    return 0


async def _taken(lines: list[str], owner: Whose, url: str, embedder: str | None) -> Taken:
    from ..memory.aio.door import AsyncMemory
    from ..server.mcp.official import moving
    from ..server.mcp.place import Place

    place = None if url == settings.url() else url
    async with AsyncMemory(place, embedder=embedder, reranker=None, llm=None) as memory:
        return await moving.take(Place(memory, owner.user_id, owner.agent_id), lines)
