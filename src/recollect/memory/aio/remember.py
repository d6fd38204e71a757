"""The write path: accept → embed → commit. Nothing is acknowledged before it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import InputError, Stale
from ...orders import Batch, Cursor, Query
from ...times import Moment
from ...types import Added, Kind, Message, Note, Record, Scope
from ...write.accept import accept
from ...write.authors import overtaken, says, signed, version
from ...write.expiry import expiry
from ...write.extract import NEVER
from ...write.facts import (
    after,
    chain,
    current,
    edited,
    fact,
    lasting,
    no_earlier,
    same_value,
    stated_at,
    supersede,
)
from ..tries import Tries
from .learning import RULES, checked
from .lessons import AsyncLessons
from .removing import AsyncRemoving
from .shell import Learn

TRIES = 5


class AsyncRemember(AsyncLessons, AsyncRemoving):
    """Everything that changes a memory."""

    async def add(
        self,
        content: str | Message | Mapping[str, Any] | Sequence[Any],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        at: Moment | None = None,
        metadata: Mapping[str, Any] | None = None,
        learn: Learn | None = None,
    ) -> Added:
        """Keep what was said: text, a `Message`, a chat dict, or a list of them, all or none.

        `at` is when it was said (now by default), and `metadata={"expires": …}` when it ends, if
        ever. A message with an id of its own is stored once, however often it is added; other
        words under the same id are an `IdConflict`. `learn` says when notes are taken of it, if
        not when the memory says.
        """
        scope = self._scope(user_id, agent_id, session_id)
        when = self._learning if learn is None else checked(learn)
        marks = {**(metadata or {}), **NEVER} if when == "never" else metadata
        accepted = accept(content, scope, self._at(at), marks)
        messages = [self._entering(message) for message in accepted]
        await self._prepare()
        await self._expecting(messages)
        if when == "now":
            added = await self._study_now(await self._learned(messages))
        else:
            added = await self._kept(messages)
        await self._keep_uses(scope.owner)
        self._follow_up()
        return added

    async def _learned(self, messages: list[Message]) -> Added:
        """The words and the notes taken of them, in one commit.

        If others keep changing the same notes meanwhile, the words are kept, and `learn` goes on.
        """
        owners = dict.fromkeys(message.scope.owner for message in messages)
        cursors = tuple(Cursor(owner, RULES) for owner in owners)
        for _ in range(TRIES):
            claims = await self._claims(messages)
            decision = await self._decide(claims)
            notes = tuple(signed(note, self._author) for note in decision.puts)
            made = await self._puts([*messages, *notes])
            batch = Batch(made, decision.closes, decision.seen, cursors=cursors)
            try:
                done, embedded = await self._commit(batch)
            except Stale:
                continue
            said = {message.id for message in messages}
            new = tuple(id for id in done.new if id in said)
            return Added(tuple(messages), new, embedded, notes)
        return await self._kept(messages)

    async def _kept(self, messages: list[Message]) -> Added:
        """The words, and nothing else."""
        done, embedded = await self._commit(Batch(await self._puts(messages)))
        return Added(tuple(messages), done.new, embedded)

    async def set(
        self,
        key: str,
        value: Any,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        kind: Kind = "semantic",
        expires: Moment | None = None,
        metadata: Mapping[str, Any] | None = None,
        if_version: str | None = None,
    ) -> Note:
        """Keep a fact under a key. The value before it is closed, not lost: see `history`.

        A fact of the kind "core" is in every context. `expires` is the moment it ends.
        `if_version` is the id of the note that was read, "" if there was none: if another stands
        by now, nothing is written and `Stale` says whose it is.
        """
        scope = self._scope(user_id, agent_id)
        wanted = version(if_version)
        made = fact(key, value, scope, self._at(at), self._now())
        note = self._entering(lasting(made, kind, expires, metadata))
        tries = Tries()
        while True:
            versions = await self._versions(key, scope)
            old = current(versions, scope)
            await self._require(wanted, old)
            made = no_earlier(note, old) if at is None else note
            if old is None or made.learned_at < old.learned_at:
                versions = await self._versions(key, scope, closed=True)
                if current(versions, scope) != old:
                    continue  # somebody else wrote between the two reads: decide again
                made = after(made, versions) if at is None else made
            known = stated_at(versions, made.learned_at)
            if known is not None and same_value(known, made) and await self._stands(known, made):
                return known
            try:
                return await self._supersede(versions, made)
            except Stale:
                tries.again()

    async def update(
        self,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        if_version: str | None = None,
        **changes: Any,
    ) -> Note:
        """Put a new note in the place of one, with some fields changed: text, value, kind, …

        The old note stays in `history`. What was said, a message, cannot be changed: an
        `InputError`; an id that is not here is a `NotFound`. A note's id is its version: if a newer
        one has closed it, nothing is written and `Stale` says whose it is. With `if_version`, the
        version that was read, `id` may be that of any version.
        """
        wanted = version(if_version)
        old = await self._one(id, user_id, agent_id)
        if isinstance(old, Message):
            raise InputError("a message is what was said; add a correction, or delete it")
        if not old.open or wanted not in (None, old.id):
            newest = await self._newest(old)
            if newest is None or newest.id != wanted:
                raise overtaken(newest)
            old = newest
        law = await self._living.law(old.scope.owner)
        note = self._entering(edited(law.stamped(old), changes, self._at(at), self._now()))
        try:
            return await self._supersede([old], no_earlier(note, old) if at is None else note)
        except Stale:
            raise overtaken(await self._newest(old)) from None

    async def _file(self, note: Note) -> Note:
        """Keep a note that somebody wrote."""
        now = self._now()
        made = self._entering(replace(note, learned_at=now, recorded_at=now))
        return await self._supersede([], made)

    async def _newest(self, note: Note) -> Note | None:
        """The open version of a note, whichever that is by now."""
        if note.key is not None:
            return current(await self._versions(note.key, note.scope), note.scope)
        notes = await self._living.shown(note.scope, await self._line(note))
        return next((one for one in reversed(chain(notes, note.id)) if one.open), None)

    async def _versions(self, key: str, scope: Scope, closed: bool = False) -> list[Note]:
        found = await self._store.notes(Query(scope, keys=(key,), closed=closed))
        return [note for note in found if note.scope == scope]

    async def _require(self, wanted: str | None, old: Note | None) -> None:
        """Refuse to write over another version than the one that was read, if one was named."""
        if wanted is None:
            return
        shown = [] if old is None else await self._living.shown(old.scope, [old])
        stands = next(iter(shown), None)
        if wanted != ("" if stands is None else stands.id):
            raise overtaken(stands)

    async def _stands(self, old: Note, new: Note) -> bool:
        """Whether what is kept is of the kind that is set, and ends at the same moment."""
        law = await self._living.law(old.scope.owner)
        same = expiry(law.stamped(old)) == expiry(new) and old.kind == new.kind
        return same and says(old, new) and law.shows(old, self._now())

    async def _supersede(
        self, versions: Sequence[Note], note: Note, rests: Sequence[Record] = ()
    ) -> Note:
        """Keep a note in the place of others; `Stale` if what it `rests` on is gone by now."""
        await self._prepare()
        still = await self._resting_on(note.scope.owner, rests)
        (put,) = await self._puts([note])
        batch = await self._handed_on(supersede(versions, put))
        await self._commit(replace(batch, cursors=still))
        self._follow_up()
        stored = batch.puts[0].record
        assert isinstance(stored, Note)
        return stored
