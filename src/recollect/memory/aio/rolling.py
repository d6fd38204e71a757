"""Unlearning: a source that is no longer believed takes back what was concluded from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...errors import Stale
from ...keep.rollback import Source, marks, rollback, wanted
from ...orders import Batch, Close, Query
from ...receipts import RolledBack
from ...types import Message, Note, Scope
from ...write import limits
from ...write.trust import names
from ..tries import Tries
from .guarding import AsyncGuarding
from .standing import AsyncStanding

LONGEST = 4096


class AsyncRolling(AsyncGuarding, AsyncStanding):
    """Taking back what was learned."""

    async def roll_back(
        self,
        source: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        dry_run: bool = False,
    ) -> RolledBack:
        """Take back everything that was learned from one source; its words stay.

        Notes that rest on it alone are closed, and what they had replaced stands again; notes that
        rest on others too are concluded anew from those. `source` is a class ("tool"), a class and
        a name ("tool:web"), the `source` of the metadata, "session:ID", or the id of a message.
        Doing it again does nothing.
        """
        limits.flag(dry_run, "dry_run")
        scope = self._scope(user_id, agent_id)
        name = limits.text(source, "source", LONGEST).strip()
        await self._prepare()
        tries = Tries()
        while True:
            some = [] if dry_run else await self._store.messages(Query(scope, last=1))
            try:
                still = await self._resting_on(scope.owner, some)
                done, closes = await self._unlearned(scope, name)
                if dry_run or not (done.closed or done.reopened):
                    return replace(done, done=not dry_run)
                made = await self._puts([*done.reopened, *done.derived])
                await self._commit(Batch(made, tuple(closes), cursors=still))
            except Stale:
                tries.again()  # somebody learned something meanwhile: decide again
                continue
            self._follow_up()
            return done

    async def _unlearned(self, scope: Scope, name: str) -> tuple[RolledBack, list[Close]]:
        """What is to be done."""
        messages = await self._store.messages(Query(scope))
        said = [message for message in messages if name in names(message)]
        ids = {message.id for message in said}
        notes = await self._store.notes(Query(scope, closed=True)) if said else []
        counts = await self._resting(said, notes)
        past = marks(notes)
        doubted = ids | {one.id for one in messages if past and not past.isdisjoint(names(one))}
        asked = wanted(notes, doubted, counts)
        left = [one for one in messages if one.id not in doubted and {one.id, "*"} & asked]
        claims, others = await self._claimed(said), await self._claimed(left)
        return rollback(Source(name, ids, counts, doubted, claims, others), notes, self._now())

    async def _resting(self, said: Sequence[Message], notes: Sequence[Note]) -> Counter[str]:
        """On how many of some messages each note rests, listed or not."""
        ids = {message.id for message in said}
        found = Counter({note.id: len(ids.intersection(note.sources)) for note in notes})
        if any(note.seen > len(note.sources) for note in notes):
            found = Counter()
            for message in said:
                query = Query(message.scope.owner.scope, cites=message.id, closed=True)
                found.update(note.id for note in await self._store.notes(query))
        return found
