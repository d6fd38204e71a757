"""Whole agents in and out of a memory that a server keeps; their turns are made here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from ...errors import InputError
from ..carried import Carried
from .blocks import AsyncBlocks
from .carrying import AsyncCarrying

PLACE = "/v1/agents"


class AsyncServed(AsyncCarrying):
    """Has the server write them, since that is done in one commit."""

    async def copy(self, name: str, new: str) -> None:
        """A second agent like one; what it shares stays shared."""
        place = f"{PLACE}/{quote(name, safe='')}/clone"
        await self._memory._wire.send("POST", place, {"name": new}, work=True)

    async def write(self, carried: Carried, name: str) -> None:
        """A new agent, all of it or none; Conflict if there is one of this name.

        Which model answers is a matter of this process, so the server is told that apart.
        """
        if "/" in name:
            raise InputError("an agent with a slash in its name cannot be asked for over HTTP")
        plain, asked = replace(carried.settings, name=name, llm=None), dict[str, Any]()
        if carried.messages or carried.notes or plain.attached:
            asked = replace(carried, settings=plain).as_dict()
            await self._memory._wire.send("POST", f"{PLACE}/import", asked, work=True)
        else:
            blocks = [one.as_dict() for one in carried.blocks]
            asked = plain.as_dict() | ({"blocks": blocks} if blocks else {})
            await self._memory._wire.send("POST", PLACE, asked)
        if carried.settings.llm is not None:
            core = AsyncBlocks(self._memory, name)
            await core.configure(lambda old: replace(old, llm=carried.settings.llm))
