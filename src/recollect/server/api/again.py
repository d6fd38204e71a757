"""`Idempotency-Key`: a request that is sent again is done once, and answered as the first was.

Of an answer only the ids are kept, and the records are read again: what is erased meanwhile must
not be left in a book of answers. A receipt is kept with its hashes and without names. A message
that has no id gets one from the key, so the words and the mark that they were stored are one
commit, whatever is killed when.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from weakref import WeakValueDictionary

from ...errors import IdConflict, NotFound
from ...memory.aio.claims import AsyncClaim
from ...memory.aio.ledger import AsyncLedger
from ...receipts import Probe, Receipt
from ...times import moment
from ...types import Added, Message, Note, Owner, Scope, utcnow
from ...write.undoing import Undone
from ..alone import alone
from ..faults import Problem
from .call import Call
from .endpoint import Endpoint
from .fields import REQUEST_KEY, check

BOOK = "answers"
KEPT = timedelta(hours=24)
SWEEP = 500
"""Old answers are looked for after the first new one, and after so many more."""
LEASE = timedelta(seconds=5)
"""So long a request that was being done by a process that is gone keeps the same one waiting."""
SHARDS = 3
"""Hex digits of a key that tell claims apart, so that there are never more than 4,096 of them."""
Do = Callable[[Call, Endpoint], Awaitable[Any]]


class Again:
    """Does each request once."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._made = 0

    async def once(self, call: Call, endpoint: Endpoint, do: Do) -> tuple[Any, bool]:
        """The answer, and whether it was given before."""
        name = call.request.headers["idempotency-key"]
        check(name, REQUEST_KEY, "Idempotency-Key")
        place = _hash(call.who.tenant, call.who.key, name, endpoint.method, endpoint.path)
        lock = self._locks.setdefault(place, asyncio.Lock())
        async with lock:
            if endpoint.verb == "add":
                return await _added(call, endpoint, do, place)
            return await self._booked(call, endpoint, do, place)

    async def _booked(self, call: Call, endpoint: Endpoint, do: Do, place: str) -> tuple[Any, bool]:
        memory = call.request.app.state.memory
        ledger = AsyncLedger(memory, BOOK)
        owner = Owner("user", BOOK, f":{BOOK}")
        async with alone(AsyncClaim(memory, owner, f"answer/{place[:SHARDS]}", LEASE)):
            return await self._done_once(call, endpoint, do, place, ledger)

    async def _done_once(
        self, call: Call, endpoint: Endpoint, do: Do, place: str, ledger: AsyncLedger
    ) -> tuple[Any, bool]:
        asked = _hash(json.dumps(call.asked, sort_keys=True))
        known = await ledger.get(place)
        if known is not None and known["asked"] != asked:
            raise _taken()
        if known is not None:
            return await _retold(call, endpoint, known), True
        result = await do(call, endpoint)
        kept = _kept(result) if endpoint.keeps is None else endpoint.keeps(result)
        if kept is not None:
            await ledger.put(place, {**kept, "asked": asked, "at": utcnow().isoformat()})
            self._made += 1
            if self._made % SWEEP == 1:
                await _sweep(ledger)
        return result, False


async def _added(call: Call, endpoint: Endpoint, do: Do, place: str) -> tuple[Any, bool]:
    """Words whose ids come of the key."""
    content = call.asked["content"]
    items = content if isinstance(content, list) else [content]
    turns = [{"content": one} if isinstance(one, str) else dict(one) for one in items]
    own = {}
    for number, turn in enumerate(turns):
        if turn.get("id") is None:
            own[number] = turn["id"] = _hash(place, str(number))[:32]
    call.asked["content"] = turns
    try:
        added: Added = await do(call, endpoint)
    except IdConflict as error:
        raise (_taken() if own else error) from error
    if set(own.values()) <= set(added.new):
        return added, False
    whose: dict[str, Any] = {name: call.asked.get(name) for name in ("user_id", "agent_id")}
    if whose == {"user_id": None, "agent_id": None}:
        return replace(added, new=tuple(own.values())), True
    said = [await _same(call, id, whose, id in own.values()) for id in added.ids]
    taken = await call.memory.notes(**whose)
    notes = [note for note in taken if not set(note.sources).isdisjoint(added.ids)]
    messages = tuple(one for one in said if isinstance(one, Message))
    return replace(added, messages=messages, new=tuple(own.values()), notes=tuple(notes)), True


async def _same(call: Call, id: str, whose: dict[str, Any], own: bool) -> Any:
    """What was said before under an id; if that comes of the key, in the same place."""
    try:
        found = await call.memory.get(id, **whose)
    except NotFound:
        raise _taken() from None
    place = (found.agent_id, found.session_id)
    if own and place != (whose["agent_id"], call.asked.get("session_id")):
        raise _taken()
    return found


def _kept(result: Any) -> dict[str, Any] | None:
    """What to keep of an answer; None where asking again does nothing more."""
    if isinstance(result, Message | Note):
        return {"id": result.id}
    if isinstance(result, Undone):
        closed = None if result.closed is None else result.closed.id
        return {"closed": closed, "restored": [note.id for note in result.restored]}
    if isinstance(result, Receipt) and result.done:
        return _proof(result)
    return None


def _proof(receipt: Receipt) -> dict[str, Any]:
    """A receipt but for whose it is: a name that was erased is not written down again."""
    return {
        "removed": dict(receipt.removed),
        "when": receipt.at.isoformat(),
        "hashes": {name: list(made) for name, made in receipt.hashes.items()},
        "salt": receipt.salt,
        "probes": [[one.path, one.asked, one.found] for one in receipt.probes],
        "rederive": [list(sources) for sources in receipt.rederive],
        "problems": list(receipt.problems),
    }


def _proved(asked: Mapping[str, Any], endpoint: Endpoint, known: Mapping[str, Any]) -> Receipt:
    """The receipt that was given, of what the request names."""
    return Receipt(
        Scope(asked.get("user_id"), asked.get("agent_id"), asked.get("session_id")),
        known["removed"],
        moment(known["when"]),
        asked.get("id") if endpoint.verb == "erase" else None,
        known.get("hashes", {}),
        known.get("salt", ""),
        tuple(Probe(*one) for one in known.get("probes", ())),
        tuple(tuple(sources) for sources in known.get("rederive", ())),
        tuple(known.get("problems", ())),
    )


async def _retold(call: Call, endpoint: Endpoint, known: Mapping[str, Any]) -> Any:
    try:
        if endpoint.retold is None:
            return await _remade(call, endpoint, known)
        call.asked.update(known)
        return await endpoint.retold(call)
    except NotFound:
        what = "this was done, and what it made is gone by now"
        raise Problem(409, "gone", what, "to do it anew, make a new Idempotency-Key") from None


async def _remade(call: Call, endpoint: Endpoint, known: Any) -> Any:
    """The answer that was given, from the records as they are now."""
    if "removed" in known:
        return _proved(call.asked, endpoint, known)
    whose = {name: call.asked.get(name) for name in ("user_id", "agent_id")}

    async def read(id: str) -> Any:
        return await call.memory.get(id, **whose)

    if "restored" in known:
        closed = None if known["closed"] is None else await read(known["closed"])
        return Undone(closed, tuple([await read(id) for id in known["restored"]]))
    return await read(known["id"])


async def _sweep(ledger: AsyncLedger) -> None:
    """Forget what is older than anybody sends again."""
    until = utcnow() - KEPT
    old = [n for n, entry in (await ledger.all()).items() if moment(entry["at"]) < until]
    if old:
        await ledger.drop(*old)


def _taken() -> Problem:
    return Problem(
        409,
        "key_reused",
        "this Idempotency-Key was used for another request",
        "make a new key for each new request",
    )


def _hash(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
