"""Deleting a record: decide → one commit. What only its words had ended stands again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...errors import Stale
from ...keep.deletion import Deletion, deletion
from ...keep.derivation import is_told_elsewhere
from ...keep.erasure import mended
from ...keep.law import HIDDEN
from ...keep.ruling import without
from ...orders import Batch, Cursor, Query
from ...receipts import Receipt
from ...types import Message, Note, Record
from ...write.index import drops, puts
from ...write.summary.note import is_summary
from ..tries import Tries
from .ruling import AsyncRuling
from .summing import AsyncSumming


class AsyncRemoving(AsyncRuling, AsyncSumming):
    """Taking one record away."""

    async def delete(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Receipt:
        """Delete a message or a note, and with a message what was concluded from it alone;
        NotFound if there is none in this scope.

        What such a conclusion had replaced, or the message had said was over, stands again; what a
        note had replaced stays closed when the note alone is deleted.
        """
        await self._prepare()
        tries = Tries()
        while True:
            record: Record = await self._one(id, user_id, agent_id)
            gone: Mapping[str, Record] = {record.id: record}
            counted = await self._gone_by(record.scope.owner)
            batch = Batch(drops=drops([record]), cursors=(counted,))
            if isinstance(record, Message):
                gone, batch = await self._unsaid(record, counted)
            try:
                await self._commit(await self._unlisted(gone, batch))
                break
            except Stale:
                tries.again()  # somebody else wrote meanwhile: decide again
        self._follow_up()
        messages = sum(isinstance(one, Message) for one in gone.values())
        return Receipt(record.scope, {"messages": messages, "notes": len(gone) - messages})

    async def _unsaid(
        self, message: Message, counted: Cursor
    ) -> tuple[Mapping[str, Record], Batch]:
        """What goes with a message, and the batch that takes it away, sums up anew what its session
        still says, and lets stand again what it had ended."""
        scope = message.scope.owner.scope
        citing = await self._store.notes(Query(scope, cites=message.id, closed=True))
        stale = await self._stale(message)
        done = deletion(message, citing, stale, await self._said_by_others(message, citing))
        anew = await self._resummed(done.gone, [note for note in stale if note.open])
        changed = {**done.changed, **await self._uncovered(message, done, anew)}
        before, after = [one for one, _ in changed.values()], [one for _, one in changed.values()]
        gone = {**done.gone, **{piece.id: piece for piece in await self._pieces([message])}}
        return gone, Batch(
            puts([*after, *anew], None), drops=drops([*gone.values(), *before]), cursors=(counted,)
        )

    async def _unlisted(self, gone: Mapping[str, Record], batch: Batch) -> Batch:
        """The same, and none of recollect's own notes names what goes."""
        owner = next(iter(gone.values())).scope.owner
        done = {drop.record.id for drop in batch.drops}
        own = await self._store.notes(Query(owner.scope, keys=HIDDEN))
        left = [(note, without(note, gone)) for note in own if note.id not in done]
        pairs = [(note, made) for note, made in left if made != note]
        return replace(
            batch,
            puts=batch.puts + puts([made for _, made in pairs], None),
            drops=batch.drops + drops([note for note, _ in pairs]),
        )

    async def _uncovered(
        self, message: Message, done: Deletion, made: Sequence[Note]
    ) -> dict[str, tuple[Note, Note]]:
        """The notes that lose a version before them, or stand again: before and after."""
        notes = any(isinstance(one, Note) and not is_summary(one) for one in done.gone.values())
        if not notes and not await self._claimed([message]):
            return {}
        known = await self._store.notes(Query(message.scope.owner.scope, closed=True))
        stay = {note.id: after for note, after in done.changed.values()}
        linked = mended([stay.get(note.id, note) for note in known], done.gone)
        stay |= {after.id: after for _, after in linked}
        return await self._standing_again(known, done.gone, stay, made)

    async def _said_by_others(
        self, record: Message, citing: Sequence[Note]
    ) -> dict[str, Note | None]:
        """What rules took from a message and from others, as those say it, by the note's id; None
        where they say it in versions of their own."""
        found: dict[str, Note | None] = {}
        for note in citing:
            left = tuple(id for id in note.sources if id != record.id)
            if left and "rule" in note.metadata and not is_summary(note):
                said = await self._store.messages(Query(record.scope.owner.scope, ids=left))
                keyed = Query(note.scope, keys=(note.key or "",), closed=True)
                if is_told_elsewhere(note, said, [record], await self._store.notes(keyed)):
                    found[note.id] = None
                    continue
                made = await self._derive(note, said, {record.id}, note.seen - 1)
                found.update((note.id, one) for one in made)
        return found
