"""Handlers that read and do more than call a verb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import NotFound
from ...memory.aio.door import AsyncMemory
from ...memory.aio.time import AsyncPast
from ...times import end_after
from ...types import Note, Record
from ...write.facts import current
from ...write.limits import MAX_LIST
from .call import Call, after_time, cursor, offset
from .endpoint import Fact


async def messages(call: Call) -> Any:
    """Newest first, page by page."""
    limit, place = call.page()
    where, skip = _up_to(place, call.where())
    last = min(limit + skip + 1, MAX_LIST)
    found = await call.then().messages(last=last, where=where, **call.asked)
    return _by_time(found[::-1][skip:], limit, place)


async def notes(call: Call) -> Any:
    """Newest first, page by page."""
    limit, place = call.page()
    where, skip = _up_to(place, call.where())
    found = await call.then().notes(where=where, **call.asked)
    return _by_time(found[::-1][skip:], limit, place)


def _up_to(place: Any, where: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The filter of a page, and how many of its first moment were given before."""
    if place is None:
        return where, 0
    until, skip = after_time(place)
    return where | {"before": end_after(until)}, skip


def _by_time(found: Sequence[Record], limit: int, place: Any) -> Any:
    """A page, and a cursor: the time of the last, and how many of that time are given."""
    items = list(found[:limit])
    if len(found) <= limit or not items:
        return {"items": items, "next": None}
    last = items[-1].at
    given = sum(one.at == last for one in items)
    if place is not None and after_time(place)[0] == last:
        given += after_time(place)[1]
    return {"items": items, "next": cursor([last.isoformat(), given])}


def numbered(items: Sequence[Any], call: Call) -> Any:
    """A page of a list that is short enough to be made whole."""
    limit, place = call.page()
    return _numbered(items, limit, offset(place))


def _numbered(items: Sequence[Any], limit: int, start: int) -> Any:
    more = len(items) > start + limit
    return {"items": items[start : start + limit], "next": cursor(start + limit) if more else None}


async def sessions(call: Call) -> Any:
    """Newest first, page by page."""
    whose = {name: call.asked[name] for name in ("user_id", "agent_id") if name in call.asked}
    memory = call.then()
    return numbered((await memory.sessions(**whose))[::-1], call)


async def owners(call: Call) -> Any:
    """Who has memory here: of a key that is bound to a user, that user."""
    found = await call.memory.owners()
    if call.who.user_id is not None:
        found = [
            one for one in found if (one.owner.kind, one.owner.id) == ("user", call.who.user_id)
        ]
    return numbered(found, call)


async def value(call: Call) -> Any:
    """A fact by its key; there is a difference between none and null."""
    found = await noted(call, call.then())
    if found is None:
        raise NotFound(f"there is no fact {call.asked['key'][:80]!r} here")
    return Fact(call.asked["key"], found.value, found.id)


async def noted(call: Call, memory: AsyncMemory | AsyncPast) -> Note | None:
    """The note that has the value of a fact, if there is one."""
    asked: dict[str, Any] = {name: call.asked.get(name) for name in ("user_id", "agent_id")}
    notes = await memory.notes(key=call.asked["key"], **asked)
    return current(notes, call.memory._scope(**asked))


async def values(call: Call) -> Any:
    """All facts whose key begins so."""
    memory = call.then()
    return {"values": await memory.values(**call.asked)}


async def held(call: Call) -> Any:
    """What is held back, newest first, page by page."""
    limit, place = call.page()
    start = offset(place)
    found = await call.memory.held(limit=min(start + limit + 1, MAX_LIST), **call.asked)
    return _numbered(found, limit, start)


async def entities(call: Call) -> Any:
    """Who and what relations name, page by page."""
    limit, place = call.page()
    start, memory = offset(place), call.then()
    found = await memory.entities(limit=min(start + limit + 1, MAX_LIST), **call.asked)
    return _numbered(found, limit, start)


async def spend(call: Call) -> Any:
    """What language models have cost, with the sums."""
    made = await call.memory.spend(**call.asked)
    return {"usage": made.usage, "lines": made.lines}


async def search(call: Call) -> Any:
    """What helps with a question."""
    call.asked["limit"] = min(call.asked.get("limit", 10), call.request.app.state.rules.results)
    without = {*call.asked.pop("without", ())}
    memory = call.then()
    if without:
        return await memory._search_without(without, **call.asked)
    return await memory.search(**call.asked)
