"""How long records are kept: policies, ends and pins, for everybody who opens the memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import reduce
from typing import Any

from ...errors import InputError, RecollectError, Stale
from ...keep.erasure import resting
from ...keep.law import LAW, USES, Policy
from ...keep.pieces import is_piece
from ...keep.ruling import changed, ended, pinned, ruling, used
from ...orders import Batch, Query
from ...types import Message, Note, Owner, Record, Scope, Where
from ...write import limits
from ...write.expiry import expiry
from ...write.facts import current
from ...write.index import drops
from ..tries import Tries
from .pieces import AsyncPieces
from .shell import log

Change = Callable[[Mapping[str, Any]], dict[str, Any]]


class AsyncRuling(AsyncPieces):
    """What ends when, and what does not."""

    async def policy(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        keep: Mapping[str, Any] | None = None,
        half_life: Any = None,
    ) -> Policy:
        """How long memories are kept: shown, and changed where something is given.

        `keep` names kinds, `message` or one of the notes', each with a length of time such as
        "180 days", or None for ever. `half_life` is how fast episodic notes fade. A policy of a
        user holds for all of the user's agents, unless one of them has its own.
        """
        scope = self._scope(user_id, agent_id)
        if keep is not None or half_life is not None:
            await self._amend(scope, lambda value: changed(value, keep, half_life))
        return (await self._living.law(scope.owner)).policy(scope)

    async def pin(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Keep a message or a note whatever policies and expiries say; only `erase` and `delete`
        remove it. NotFound if there is none in this scope; more than 1,000 are an InputError."""
        return await self._pinned(id, user_id, agent_id, on=True)

    async def unpin(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Let a pinned record end like any other; NotFound if there is none in this scope."""
        return await self._pinned(id, user_id, agent_id, on=False)

    async def pins(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[Record]:
        """What is pinned."""
        scope = self._scope(user_id, agent_id)
        law = await self._living.law(scope.owner)
        found = await self._records(scope, sorted(law.pins)) if law.pins else []
        return await self._living.shown(scope, [one for one in found if not is_piece(one)])

    async def expire(
        self,
        id: str,
        at: str | datetime | date | None = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        never: bool = False,
    ) -> Record:
        """End a message or a note at a moment, now if none is given; no read shows it from then on.

        With a message ends what was concluded from it alone, and every summary that quotes it.
        `never=True` lifts the end instead. NotFound if there is none in this scope; more than 1,000
        ends that were set so and not pruned yet are an InputError.
        """
        if limits.flag(never, "never") and at is not None:
            raise InputError("at says when it ends, never=True that it does not; leave out one")
        record = await self._one(id, user_id, agent_id)
        until = None if never else self._at(at)
        owner = record.scope.owner.scope
        ids = [record.id]
        if isinstance(record, Message):
            citing = await self._store.notes(Query(owner, cites=record.id, closed=True))
            ids += [note.id for note in citing if set(note.sources) == {record.id}]
            summaries = Query(owner, Where(kind="summary"), closed=True)
            found = resting(await self._store.notes(summaries), {record.id: record})
            ids += [note.id for note in found]
            ids += [piece.id for piece in await self._pieces([record])]
        await self._amend(owner, lambda value: ended(value, ids, until))
        return record

    async def _pinned(self, id: str, user_id: str | None, agent_id: str | None, on: bool) -> Record:
        record = await self._one(id, user_id, agent_id)
        ids = [record.id, *(piece.id for piece in await self._pieces([record]))]

        def change(value: Mapping[str, Any]) -> dict[str, Any]:
            return reduce(lambda law, one: pinned(law, one, on), ids, dict(value))

        await self._amend(record.scope.owner.scope, change)
        return record

    async def _amend(self, scope: Scope, change: Change, key: str = LAW) -> None:
        """Change a law in one commit; the state before it goes, since nobody reads it again."""
        await self._prepare()
        tries = Tries()
        while True:
            batch = await self._amendment(scope, change, key)
            if batch is None:
                return
            try:
                await self._commit(batch)
                return
            except Stale:
                tries.again()  # somebody else changed it meanwhile: read it again

    async def _amendment(self, scope: Scope, change: Change, key: str = LAW) -> Batch | None:
        """What changes a law; None if it says so already."""
        old = current(await self._store.notes(Query(scope, keys=(key,))), scope)
        value: Mapping[str, Any] = {} if old is None else old.value
        made = change(value)
        if made == value:
            return None
        note = ruling(made, scope, self._now(), key)
        return Batch(await self._puts([note]), drops=drops([] if old is None else [old]))

    async def _expecting(self, records: Sequence[Record]) -> None:
        """Before something is kept that ends by its own word: lists of sessions must look at it."""
        ending = (one for one in records if isinstance(one, Message) and expiry(one) is not None)
        for owner in dict.fromkeys(one.scope.owner for one in ending):
            await self._amend(owner.scope, lambda value: {**value, "expiring": True})

    async def _keep_uses(self, owner: Owner) -> None:
        """Write down what was shown to a model since the last write, if anything was that is still
        there: of what was erased meanwhile not even the id may come back."""
        shown = self._used.pop(owner, {})
        if not shown:
            return
        try:
            there = await self._store.notes(Query(owner.scope, ids=tuple(shown), closed=True))
            uses = {note.id: shown[note.id] for note in there}
            batch = await self._amendment(owner.scope, lambda value: used(value, uses), USES)
            if batch is not None:
                await self._commit(batch)
        except RecollectError as error:  # what was added is kept: that must not fail for this
            log.info("what was used will be written down later: %s", error)
            self._used[owner] = shown | self._used.get(owner, {})

    async def _handed_on(self, batch: Batch) -> Batch:
        """A new version of a pinned note is pinned in its place, in the same commit."""
        new = batch.puts[0].record
        old = new.replaces if isinstance(new, Note) else None
        owner = new.scope.owner
        if old is None or old not in (await self._living.law(owner)).pins:
            return batch
        moved = await self._amendment(
            owner.scope, lambda value: pinned(pinned(value, old, on=False), new.id, on=True)
        )
        if moved is None:
            return batch
        return replace(batch, puts=batch.puts + moved.puts, drops=moved.drops)
