"""Handlers that write and do more than call a verb."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...memory.aio.talking import Talk
from ...wiring import counter
from ..faults import Problem
from .call import Call
from .reading import noted


async def update(call: Call) -> Any:
    """A new note in the place of one; with If-Match, only of the version that was read."""
    version = matched(call)
    return await call.memory.update(**call.asked, **version)


async def fact(call: Call) -> Any:
    """A fact under a key; with If-Match, only over the version that was read."""
    version = {"if_version": ""} if only_new(call) else matched(call)
    if call.request.headers.get("if-match") == "*" and await noted(call, call.memory) is None:
        raise Problem(412, "changed", "there is no such fact", "leave If-Match out")
    return await call.memory.set(**call.asked, **version)


def only_new(call: Call) -> bool:
    """Whether a request says that there must be nothing yet."""
    tag = call.request.headers.get("if-none-match")
    if tag not in (None, "*"):
        raise InputError("If-None-Match is to be *, or left out")
    return tag is not None


def matched(call: Call) -> dict[str, Any]:
    """The version that a request says it was made from."""
    tag = call.request.headers.get("if-match")
    if tag is None or tag == "*":
        return {}
    bare = unquote(tag.removeprefix("W/").strip('"'))
    if not bare or "," in tag:
        raise Problem(412, "changed", "If-Match names no version", "send the ETag of one note")
    return {"if_version": bare}


async def release(call: Call) -> Any:
    """Somebody has read what is held back, and lets it through."""
    return await _named(call).release(**call.asked)


async def hold(call: Call) -> Any:
    """Somebody has read what is held back, and agrees."""
    return await _named(call).hold(**call.asked)


def _named(call: Call) -> AsyncMemory:
    """The caller's memory, which says who decides: who a request says it is, else its key."""
    memory = call.memory
    return memory if memory._author or not call.who.key else memory.acting_as(call.who.key)


async def prompt(call: Call) -> Any:
    """What to send to a model for the next turn of a session."""
    asked = call.asked
    own = ("budget", "format", "min_relevance")
    last = {name: asked.pop(name) for name in own if name in asked}
    made = await call.memory.session(**asked).prompt(**last)
    told = {"messages": list(made), "system": made.system, "tokens": made.tokens}
    return told | {"stable": made.stable, "recalled": made.recalled}


async def beside(call: Call) -> Any:
    """What to show a model beside a request that somebody else makes."""
    asked = call.asked
    scope = call.memory._scope(asked.get("user_id"), asked.get("agent_id"), asked["session_id"])
    talk = Talk(
        asked.get("pattern", "hybrid"), asked["said"], asked.get("without", ()), asked["budget"],
        asked.get("min_relevance", 0.0),
    )  # fmt: skip
    return await call.memory._beside_talk(scope, talk, counter(None))


async def end(call: Call) -> Any:
    """The end of a session: its summary."""
    return {"note": await call.memory.session(**call.asked).end()}


async def summary(call: Call) -> Any:
    """A session, or all of a user's, in short."""
    return {"note": await call.memory.summary(**call.asked)}


async def learn(call: Call) -> Any:
    """Notes of what waits."""
    return {"notes": await call.memory.learn(**call.asked)}
