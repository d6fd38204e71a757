"""How long records are kept: policies, ends and pins, for everybody who opens the memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import partial, reduce
from typing import Any

from ...errors import InputError, NotFound, RecollectError, Stale
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
from .guarding import AsyncGuarding
from .pieces import AsyncPieces
from .shell import log

Change = Callable[[Mapping[str, Any]], dict[str, Any]]
Telling = Callable[[Sequence[str], Mapping[str, Any]], dict[str, Any]]
"""What changes a law so that it tells of some records, by their ids."""


class AsyncRuling(AsyncPieces, AsyncGuarding):
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
        about: list[Record] = [record]
        if isinstance(record, Message):
            owner = record.scope.owner.scope
            citing = await self._store.notes(Query(owner, cites=record.id, closed=True))
            about += [note for note in citing if set(note.sources) == {record.id}]
            summaries = Query(owner, Where(kind="summary"), closed=True)
            about += resting(await self._store.notes(summaries), {record.id: record})
            about += await self._pieces([record])
        await self._tell_of(about, lambda ids, value: ended(value, ids, until))
        return record

    async def _pinned(self, id: str, user_id: str | None, agent_id: str | None, on: bool) -> Record:
        record = await self._one(id, user_id, agent_id)

        def change(ids: Sequence[str], value: Mapping[str, Any]) -> dict[str, Any]:
            return reduce(lambda law, one: pinned(law, one, on), ids, dict(value))

        await self._tell_of([record, *await self._pieces([record])], change)
        return record

    async def _tell_of(self, records: Sequence[Record], telling: Telling, key: str = LAW) -> None:
        """Change a law about a record and what goes with it. Of what was erased meanwhile not even
        the id may come back; NotFound if that is the record itself."""
        await self._prepare()
        owner, about, tries = records[0].scope.owner, [*records], Tries()
        while records[0] in about:
            ids = [one.id for one in about]
            still = await self._still_here(owner, about)
            if still is not None:
                batch = await self._amendment(owner.scope, partial(telling, ids), key)
                if batch is None:
                    return
                with suppress(Stale):
                    await self._commit(replace(batch, cursors=(still,)))
                    return
            tries.again()
            there = {one.id for one in await self._records(owner.scope, ids)}
            about = [one for one in about if one.id in there]
        raise NotFound("it was erased meanwhile")

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
            if there:
                await self._tell_of(
                    there,
                    lambda ids, value: used(value, {id: shown[id] for id in ids}),
                    USES,
                )
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
