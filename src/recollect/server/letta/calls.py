"""One request of a client of Letta's."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ...agents.aio.persistent import AsyncPersistentAgent
from ...agents.settings import KEY
from ..agents.calls import agent as agent
from ..agents.calls import agents as agents
from ..agents.calls import asking as asking
from ..agents.calls import json_object as json_object
from ..api.fields import Schema, check
from . import shapes

LIST: Schema = {"type": ["array", "null"]}
NAMES: Schema = LIST | {"items": {"type": "string"}}
TAKES: Schema = {
    "type": "object",
    "properties": {
        "memory_blocks": LIST,
        "metadata": {"type": ["object", "null"]},
        **dict.fromkeys(("block_ids", "tags", "tool_ids", "tools"), NAMES),
    },
}
"""What lists and objects are by their names, in whatever call."""


async def body(request: Request) -> dict[str, Any]:
    """The JSON object of a request; none is an empty one."""
    made = json_object(await request.body() or b"{}")
    check(made, TAKES)
    return made


async def state(one: AsyncPersistentAgent) -> Any:
    """An agent as Letta writes it."""
    memory = one.core.memory
    versions = await memory._versions(KEY, memory._scope(None, one.name), closed=True)
    times = [note.recorded_at for note in versions]
    return shapes.agent(one.name, await one.settings(), await one.blocks(), times)
