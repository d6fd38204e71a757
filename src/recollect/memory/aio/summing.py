"""Summaries: of a session as it goes on, and over all sessions of a user."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from ...errors import Stale
from ...keep.derivation import rederived
from ...keep.erasure import resting
from ...orders import Query
from ...types import Message, Note, Record, Scope, Where
from ...write.expiry import expiry
from ...write.facts import current, no_earlier, supersede
from ...write.screen import screened
from ...write.summary.asking import SCHEMA, Sheet
from ...write.summary.folding import fold
from ...write.summary.note import (
    KEY,
    OVER,
    Stretch,
    counted,
    covered,
    covers,
    every_point,
    is_summary,
    kept_points,
    of_session,
    of_user,
    quoted_in,
    quotes,
)
from ...write.summary.points import Point
from ..tries import Tries
from .shell import log
from .spending import AsyncSpending
from .standing import AsyncStanding

SESSIONS, LOOSE = 200, 1_000
"""Of so many sessions, the newest, and of the loose ones among so many messages, a summary over
all of them is made."""
SOME = 64


class AsyncSumming(AsyncSpending, AsyncStanding):
    """What was said, in short."""

    async def summary(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
    ) -> Note | None:
        """A session in short, or without one all of a user's; None if there is nothing to say.

        It is brought up to date first: made, or made anew if more was said. The version before it
        stays in `history`, the words stay where they are, and `sources` leads to them.
        """
        scope = self._scope(user_id, agent_id, session_id)
        await self._prepare()
        if session_id is not None:
            return await self._summed(scope)
        known = {note.session_id: note for note in await self._summaries(scope)}
        for info in await self._living.sessions(scope):
            if counted(known.get(info.session_id)) < info.messages:
                await self._summed(replace(scope, session_id=info.session_id), by_model=False)
        return await self._summed_up(scope)

    async def _summed(
        self, scope: Scope, first: int | None = None, by_model: bool = True
    ) -> Note | None:
        """A session's summary with all in it but what a prompt still shows: from a turn on."""
        tries = Tries()
        while True:
            old = await self._standing(scope)
            said = await self._unsummed(scope, covered(old))
            older = [one for one in said if first is None or (one.turn or 0) < first]
            new = Stretch(tuple(older), said[len(older)] if len(older) < len(said) else None)
            points = quotes(old, new) if new.messages else []
            if not points:
                return old
            sheet = Sheet(kept_points(old), new.messages)
            points, model = await self._in_words(sheet, points, scope, by_model)
            made = of_session(scope, old, new, points, self._now(), model)
            try:
                return await self._put_summary(made, old, new.messages)
            except Stale:
                tries.again()  # somebody else was faster, or words are gone: look again

    async def _summed_up(self, scope: Scope) -> Note | None:
        """The summary over all sessions of a user, if there is something new in them."""
        tries = Tries()
        while True:
            old = current(await self._living.notes(Query(scope, keys=(OVER,))), scope)
            sessions = await self._summaries(scope)
            loose = await self._loose(scope)
            found = every_point(sessions, loose)
            made_from: list[Record] = [*sessions, *quoted_in(found, loose)]
            if not found or (old and old.metadata.get("of") == [one.id for one in made_from]):
                return old
            points, model = await self._in_words(Sheet(found), fold((), found), scope)
            made = of_user(scope, made_from, points, self._now(), model)
            try:
                return await self._put_summary(made, old, made_from)
            except Stale:
                tries.again()

    async def _standing(self, scope: Scope) -> Note | None:
        """The summary of a session as it stands."""
        return current(await self._living.notes(Query(scope, keys=(KEY,))), scope)

    async def _derive(
        self, note: Note, messages: list[Message], gone: Collection[str], count: int
    ) -> list[Note]:
        """What these messages alone still lead to of a note that goes: the rules read them again.

        The note is compared and never copied: it may quote what must not be repeated.
        """
        made = rederived(note, await self._claimed(messages, gone), count)
        return [] if made is None else [made]

    async def _resummed(self, gone: Mapping[str, Record], lost: Sequence[Note]) -> list[Note]:
        """Summaries that go with what they were made from, made anew from what is left of it.

        By rules: what goes is on no account shown to a model.
        """
        made: list[Note] = []
        now = self._now()
        for note in lost:
            if note.key == KEY:
                said = await self._living.messages(Query(note.scope))
                left = [one for one in said if one.id not in gone and covers(note, one)]
                points = quotes(None, Stretch(tuple(left))) if left else []
                if points:
                    made.append(of_session(note.scope, None, Stretch(tuple(left)), points, now))
        for note in lost:
            if note.key == OVER:
                kept = [one for one in await self._summaries(note.scope) if one.id not in gone]
                kept += [one for one in made if note.scope.admits(one) and one.key == KEY]
                loose = [one for one in await self._loose(note.scope) if one.id not in gone]
                points = every_point(kept, loose)
                made_from: list[Record] = [*kept, *quoted_in(points, loose)]
                if points:
                    made.append(of_user(note.scope, made_from, fold((), points), now))
        return made

    async def _stale(self, record: Record) -> list[Note]:
        """The summaries that were made from a record, closed ones too."""
        query = Query(record.scope.owner.scope, Where(kind="summary"), closed=True)
        return resting(await self._store.notes(query), {record.id: record})

    async def _in_words(
        self, sheet: Sheet, points: list[Point], scope: Scope, by_model: bool = True
    ) -> tuple[list[Point], str]:
        """Points in a model's words, with its name; the quotes if there is none or it fails."""
        if self._llm is None or not by_model or not sheet:
            return points, ""
        try:
            reply = await self._complete(scope.owner, sheet.chat, SCHEMA)
            found = fold((), sheet.points(reply.data))
        except Exception as error:
            # Any model may be plugged in, so any error may come out of it.
            log.warning("the model failed, a summary is made of quotes: %s", type(error).__name__)
            return points, ""
        return (found, self._llm.id) if found else (points, "")

    async def _put_summary(self, note: Note, old: Note | None, made_from: Sequence[Record]) -> Note:
        """Keep a summary in the place of another, if all that it was made from is still there."""
        still = await self._resting_on(note.scope.owner, made_from)
        kept = screened(note, "keep" if self._secrets == "keep" else "redact")
        versions = await self._store.notes(Query(note.scope, keys=(note.key or "",)))
        standing = current(versions, note.scope)
        shown = await self._living.shown(note.scope, [] if standing is None else [standing])
        if shown != ([] if old is None else [old]):  # one that has ended makes no difference
            raise Stale("another summary was made meanwhile")
        kept = no_earlier(kept, standing)
        (put,) = await self._puts([kept])
        batch = supersede([standing] if standing is not None else [], put)
        await self._commit(replace(batch, cursors=still))
        self._follow_up()
        stored = batch.puts[0].record
        assert isinstance(stored, Note)
        return stored

    async def _summaries(self, scope: Scope) -> list[Note]:
        """The summaries of sessions, oldest first."""
        found = await self._living.notes(Query(scope, Where(kind="summary")))
        return [note for note in found if note.key == KEY and is_summary(note)][-SESSIONS:]

    async def _loose(self, scope: Scope) -> list[Message]:
        """The newest that was said outside of any session."""
        found = await self._living.messages(Query(scope, last=LOOSE))
        return [said for said in found if said.session_id is None and expiry(said) is None]

    async def _unsummed(self, scope: Scope, last: int) -> list[Message]:
        """What a session has behind a turn; a long one is not read whole for that."""
        size = SOME
        while True:
            said = await self._living.messages(Query(scope, last=size))
            new = [one for one in said if one.turn is not None and one.turn > last]
            if len(said) < size or len(new) < len(said):
                return [one for one in new if expiry(one) is None]  # it would outlive its end
            size *= 4
