"""What messages claim, and what stands again once they are gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from ...keep.standing import standing
from ...orders import AsOf, Query
from ...times import EARLIEST, MICROSECOND
from ...types import Message, Note, Record
from ...write.extract import Claim, extract, may_answer
from .shell import AsyncShell


class AsyncStanding(AsyncShell):
    """Shared by what takes words away."""

    async def _claimed(
        self, messages: Sequence[Message], without: Collection[str] = ()
    ) -> list[Claim]:
        """What messages claim by the rules, read beside the turns before them; not `without`."""
        before: dict[str, Message] = {}
        for message in messages:
            turns = await self._before(message) if may_answer(message) else []
            before.update((message.id, turn) for turn in turns if turn.id not in without)
        return extract(messages, before, self._now())

    async def _standing_again(
        self,
        notes: Sequence[Note],
        gone: Mapping[str, Record],
        changed: Mapping[str, Note],
        made: Sequence[Note],
    ) -> dict[str, tuple[Note, Note]]:
        """The notes that change when something goes, before and after, by id.

        Those are the ones that are `changed` anyhow, as they will be, and those that only what is
        gone had closed.
        """
        kept = [changed.get(note.id, note) for note in notes if note.id not in gone]
        moments = {note.closed_at for note in kept if not note.open}
        said = [one for one in gone.values() if isinstance(one, Message) and one.at in moments]
        after = dict(changed)
        for note in standing(kept, gone, await self._claimed(said), made):
            until = await self._held_until(note)
            after[note.id] = replace(note, closed_at=None, valid_to=until)
        return {note.id: (note, after[note.id]) for note in notes if note.id in after}

    async def _held_until(self, note: Note) -> datetime | None:
        """Until when a closed note was said to hold, before it was closed."""
        if note.closed_at is None:
            return note.valid_to
        if note.closed_at == EARLIEST or not self._store.features.as_of:
            return None
        then = AsOf(note.closed_at - MICROSECOND)
        query = Query(note.scope, ids=(note.id,), closed=True, as_of=then)
        return next((old.valid_to for old in await self._store.notes(query)), None)
