"""One request of a client of Letta's."""

from __future__ import annotations

from typing import Any

from ...agents.aio.persistent import AsyncPersistentAgent
from ...agents.settings import KEY
from ..agents.calls import agent as agent
from ..agents.calls import agents as agents
from ..agents.calls import asking as asking
from ..agents.calls import body as body
from . import shapes


async def state(one: AsyncPersistentAgent) -> Any:
    """An agent as Letta writes it."""
    memory = one.core.memory
    versions = await memory._versions(KEY, memory._scope(None, one.name), closed=True)
    times = [note.recorded_at for note in versions]
    return shapes.agent(one.name, await one.settings(), await one.blocks(), times)
