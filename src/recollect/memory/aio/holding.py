"""What is held back from models, and what people decide about it."""

from __future__ import annotations

from ...concurrency import AsyncClock
from ...errors import InputError
from ...keep.holding import Held, decided, held
from ...keep.holding import released as let_through
from ...keep.law import HELD
from ...orders import Query
from ...read.findings import findable
from ...types import Message, Record
from ...write import limits
from ...write.trust import suspicion
from .ruling import AsyncRuling

A_WHILE = 64
"""Texts that are looked at before others have their turn."""


class AsyncHolding(AsyncRuling):
    """The inbox of those who look after a memory."""

    async def held(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        released: bool = False,
        limit: int = 100,
    ) -> list[Held]:
        """What is held back since it reads like an instruction of others to a model, newest first,
        each with the rules that say so and what was decided about it.

        `released=True` lists what somebody has released instead. All texts of others are looked at,
        until there are `limit`.
        """
        scope, wanted = self._scope(user_id, agent_id), limits.flag(released, "released")
        most = limits.count(limit, "limit", limits.MAX_LIST)
        decisions = (await self._living.law(scope.owner)).decisions
        ids = sorted(let_through(decisions)) if wanted else None
        records = await self._living.shown(scope, await self._records(scope, ids))
        newest = sorted(filter(findable, records), key=lambda one: one.at)[::-1]
        found = list[Held]()
        for number, record in enumerate(newest, start=1):
            one = held(record, decisions)
            if one is not None and one.released is wanted:
                found.append(one)
            if len(found) == most:
                break
            if number % A_WHILE == 0:
                await AsyncClock.sleep(0)
        return found

    async def release(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Show a record in contexts though it reads like an instruction, with what was concluded
        from it alone: somebody has read it, and says that it is none. `hold` takes that back.

        This is for people, so no tool of a model has it. Who says so is kept: see `acting_as`.
        NotFound if there is none in this scope; of what is not held back, an InputError.
        """
        return await self._judged(id, user_id, agent_id, release=True)

    async def hold(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Keep a record held back that reads like an instruction: somebody has read it. It takes
        back a `release`. NotFound and InputError are those of that."""
        return await self._judged(id, user_id, agent_id, release=False)

    async def _judged(
        self, id: str, user_id: str | None, agent_id: str | None, release: bool
    ) -> Record:
        record = await self._one(id, user_id, agent_id)
        if suspicion(record) is None:
            raise InputError("it is not held back: it does not read like an instruction of others")
        about: list[Record] = [record]
        if isinstance(record, Message):
            whose = record.scope.owner.scope
            citing = await self._store.notes(Query(whose, cites=record.id, closed=True))
            alone = [note for note in citing if set(note.sources) == {record.id}]
            about += [note for note in alone if suspicion(note) is not None]
        now, by = self._now(), self._author or None
        await self._tell_of(about, lambda ids, value: decided(value, ids, release, now, by), HELD)
        return record
