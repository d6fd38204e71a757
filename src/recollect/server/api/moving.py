"""Handlers that stream: the change feed, export and import."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from starlette.responses import Response, StreamingResponse

from ...errors import InputError
from ...write import limits
from ..faults import Problem
from ..keys import Keys
from .call import Call
from .shapes import spelled

POLL, ALIVE = 0.25, 15.0
"""Seconds between two looks at the feed, and between two signs of life."""
SOME = 200
"""Lines that are sent at once."""
EVENTS = "text/event-stream"
LINES = "application/x-ndjson"


async def changes(call: Call) -> Any:
    """The feed: a page of it, or all that comes as server-sent events."""
    limit = min(call.asked.pop("limit", 100), call.request.app.state.rules.results)
    told = limits.digits(call.request.headers.get("last-event-id", ""))
    if told is not None and told < limits.MAX_SEEN:
        call.asked["after"] = told
    wanted = call.request.headers.get("accept", "")
    if call.request.method == "GET" and EVENTS in wanted:
        await call.memory.changes(limit=1, **call.asked)  # what is wrong is told at once
        quiet = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        quiet["Content-Encoding"] = "identity"  # compressed, events would wait for each other
        return StreamingResponse(_events(call), media_type=EVENTS, headers=quiet)
    found = await call.memory.changes(limit=limit, **call.asked)
    after = found[-1].seq if found else call.asked.get("after", 0)
    return {"items": found, "next": after}


async def _events(call: Call) -> AsyncIterator[str]:
    closing: asyncio.Event = call.request.app.state.closing
    after, quiet = call.asked.pop("after", 0), time.monotonic()
    yield "retry: 1000\n\n"
    while not closing.is_set() and await _may_go_on(call):
        found = await call.memory.changes(after, limit=100, **call.asked)
        for change in found:
            told = spelled(change)
            yield f"id: {change.seq}\nevent: {change.op}\ndata: {told}\n\n"
            after = change.seq
        if found or time.monotonic() - quiet > ALIVE:
            quiet = time.monotonic()
            if not found:
                yield ": still here\n\n"
            continue
        try:
            await asyncio.wait_for(closing.wait(), POLL)
        except TimeoutError:
            continue


async def _may_go_on(call: Call) -> bool:
    """Whether the key still holds: what is revoked ends what is under way, too."""
    key = call.who.key
    return not key or await Keys(call.request.app.state.memory).holds(key)


async def export(call: Call) -> Response:
    """Every message and note, a line each."""
    user, agent = call.asked.get("user_id"), call.asked.get("agent_id")
    if user is not None or agent is not None:
        await call.memory.stats(user_id=user, agent_id=agent)  # what is wrong is told at once
    return StreamingResponse(_lines(call, user, agent), media_type=LINES)


async def _lines(call: Call, user: str | None, agent: str | None) -> AsyncIterator[str]:
    written = io.StringIO()
    async with aclosing(call.memory._exporting(written, user, agent)) as writing:
        async for done, _ in writing:
            if done % SOME == 0 and written.tell():
                yield _taken(written)
    yield _taken(written)


def _taken(written: io.StringIO) -> str:
    text = written.getvalue()
    written.seek(0)
    written.truncate()
    return text


async def import_(call: Call) -> Any:
    """What an export gave. Every line is checked before the first is written."""
    kind = call.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in (LINES, "application/jsonl"):
        raise Problem(415, "wrong_type", f"an import is {LINES}", "set Content-Type")
    try:
        text = (await call.request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("the import is not UTF-8; nothing was imported") from None
    return {"new": await call.memory.import_from(io.StringIO(text))}
