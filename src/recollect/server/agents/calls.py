"""One request about agents: who asks, and for which one."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from ...agents.aio.agents import AsyncAgents
from ...agents.aio.persistent import STEPS, AsyncPersistentAgent
from ...errors import InputError
from ...wiring import DEFAULT
from ..faults import Problem
from ..who import Right, Who, who


def asking(request: Request, right: Right, *, for_all: bool = False) -> Who:
    """The caller, who may do this. What is there `for_all` users is not for the key of one."""
    caller = who(request)
    doing = getattr(request.scope.get("endpoint"), "__name__", "")
    caller.told.update(action=f"agents {doing}", right=right, **request.path_params)
    caller.told.update(user_id=caller.user_id)
    caller.require(right)
    if for_all and caller.user_id is not None:
        raise Problem(
            403, "forbidden", "this key is bound to one user, and agents are there for all",
            "use a key without --user",
        )  # fmt: skip
    return caller


def agents(request: Request, steps: int = STEPS) -> AsyncAgents:
    """The agents of the caller's tenant. Their model is the server's, whatever somebody wrote into
    their settings."""
    llm = getattr(request.app.state, "llm", DEFAULT)
    return AsyncAgents(who(request).memory, llm, steps=steps, strict=True)


async def agent(request: Request, steps: int = STEPS) -> AsyncPersistentAgent:
    """The agent that the path names, towards the caller's user if the key is bound to one."""
    name = request.path_params["agent_id"]
    return await agents(request, steps).get(name, user_id=who(request).user_id)


def json_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object that a text is."""
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("the body is not JSON") from None
    if not isinstance(made, dict):
        raise InputError("the body must be one JSON object")
    return made
