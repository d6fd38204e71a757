"""Entities and their relations, kept as notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import InputError, NotFound, Stale
from ...orders import Batch, Query
from ...read.graph import Walk
from ...text.names import ALIAS, folded
from ...times import Moment, moment
from ...types import Message, Note, Scope
from ...write import expiry, limits
from ...write.facts import after, current, no_earlier
from ...write.relations import (
    Times,
    Triple,
    ending,
    joined,
    known_at,
    source_ids,
    times,
    triple,
)
from ...write.screen import unsaid
from ..tries import Tries
from .around import AsyncAround
from .remember import AsyncRemember


class AsyncGraph(AsyncAround, AsyncRemember):
    """Who is related to whom."""

    async def relate(
        self,
        subject: str,
        relation: str,
        object: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        sources: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
    ) -> Note:
        """Keep that something is related to something: `relate("Alice", "MANAGES", "Alpha")`.

        `at` is when it was said, `valid_from` and `valid_to` are when it holds, and `sources` are
        the messages that say so: one that is not here is a `NotFound`. Said again it is kept once,
        with all its sources.
        """
        scope = self._scope(user_id, agent_id)
        stated = self._stated(subject, relation, object)
        when = times(self._at(at), self._now(), valid_from, valid_to)
        marks = expiry.checked(limits.metadata(metadata))
        cited = await self._cited(scope, source_ids(sources))
        ids = tuple(message.id for message in cited)
        made = replace(stated.note(scope, when), sources=ids, metadata=marks)
        return await self._related(self._entering(made), when, cited, late=at is not None)

    async def unrelate(
        self,
        subject: str,
        relation: str,
        object: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        valid_to: Moment | None = None,
    ) -> Note:
        """End a relation; its past stays. `valid_to` is when it ended, if not when it was said.
        NotFound if nothing says it."""
        scope = self._scope(user_id, agent_id)
        stated = self._stated(subject, relation, object)
        return await self._ended(stated, scope, at, valid_to)

    async def same(
        self,
        name: str,
        other: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Note:
        """Two names are one entity's: the first is another name of the second."""
        return await self.relate(name, ALIAS, other, user_id=user_id, agent_id=agent_id, at=at)

    async def different(
        self,
        name: str,
        other: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Note:
        """Two names are not one entity's after all. What was said under each stays with it.

        NotFound if nothing says that they are; if other names join them too, an InputError says
        which.
        """
        scope = self._scope(user_id, agent_id)
        stated = self._stated(name, ALIAS, other)
        walk = _aliases(stated.subject)
        direct = current(await self._versions(stated.key, scope), scope)
        if direct is not None:
            walk.skip(direct)
        await self._walked(walk, scope, self._when(None, None), ())
        if stated.object in walk:
            between = [one for one in walk.names if one != folded(stated.subject)]
            raise InputError(
                f"{name!r} and {other!r} are one by way of other names, too: "
                f"{', '.join(between[:5])}; say which of those it is different from, first"
            )
        return await self._ended(stated, scope, at, None)

    def _stated(self, subject: object, relation: object, object: object) -> Triple:
        """A relation, checked, without what is to be kept out."""
        return unsaid(triple(subject, relation, object), self._secrets)

    async def _related(self, note: Note, when: Times, cited: Sequence[Message], late: bool) -> Note:
        """Store a relation, or what is new of it. `late`: it may have been said before others."""
        key, scope = note.key or "", note.scope
        tries = Tries()
        while True:
            versions = await self._versions(key, scope)
            old = current(versions, scope)
            made: Note | None = note if late else no_earlier(note, old)
            assert made is not None
            if old is not None and made.learned_at >= old.learned_at:
                held = await self._living.shown(scope, [old])
                made = joined(old, made, when) if held else made
                if made is None:
                    return old
            else:
                versions = await self._versions(key, scope, closed=True)
                if current(versions, scope) != old:
                    continue  # somebody else wrote between the two reads: decide again
                made = made if late else after(made, versions)
                known = known_at(versions, made.learned_at)
                if known is not None:
                    return known
            try:
                return await self._supersede(versions, made, cited)
            except Stale:
                await self._cited(scope, note.sources)  # unless they are gone by now
                tries.again()

    async def _ended(
        self, stated: Triple, scope: Scope, at: Moment | None, until: Moment | None
    ) -> Note:
        tries = Tries()
        while True:
            old = current(await self._versions(stated.key, scope), scope)
            if old is None:
                raise NotFound(f"nothing says that {stated.text[:200]}"[:-1] + "; see related()")
            said = max(self._now(), old.learned_at) if at is None else moment(at)
            close = ending(old, said, until)
            try:
                await self._commit(Batch(closes=(close,)))
            except Stale:
                tries.again()
                continue
            return replace(old, closed_at=close.closed_at, valid_to=close.valid_to)

    async def _cited(self, scope: Scope, ids: tuple[str, ...]) -> list[Message]:
        """The messages that a relation rests on must be there."""
        found = await self._store.messages(Query(scope.owner.scope, ids=ids)) if ids else []
        known = {message.id: message for message in found}
        if missing := set(ids) - known.keys():
            raise NotFound(f"there is no message {min(missing)[:80]!r} here to rest on")
        return [known[id] for id in ids]


def _aliases(name: str) -> Walk:
    """A walk that goes no farther than the other names of an entity."""
    return Walk([folded(name)], 1, limits.MAX_EDGES)
