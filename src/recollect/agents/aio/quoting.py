"""Answering from memory alone: what is asked is looked for, and what is found is quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import NotFound
from ...read.question import question
from ...types import Hit, Message, Note, Record
from ...write import limits
from .. import offline

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory

NAME = "user.name"
HITS = 12
RECENT = 60
"""So many of the last messages are looked at for what was talked about."""


class AsyncQuoting:
    """The responder for when there is no model; what is less relevant than `least` is not
    quoted."""

    def __init__(self, memory: AsyncMemory, ids: dict[str, Any], least: float = 0.0) -> None:
        self._memory, self._ids, self._least = memory, ids, max(least, offline.SHARING)

    async def answer(self, asked: Message) -> tuple[str, tuple[Record, ...]]:
        """What to say to a message, and what that rests on."""
        match offline.turn(asked.content):
            case "greeting":
                return offline.greeting(await self._name()), ()
            case "thanks":
                return "You are welcome.", ()
            case "farewell":
                return "Goodbye. I will remember.", ()
            case "statement":
                return offline.NOTED, ()
            case "forget":
                return offline.KEPT, ()
            case "request":
                found = await self._found(asked)
                if not (found.records and found.sure):
                    return offline.unable(asked.content), ()
            case "overview":
                found = offline.known(await self._memory.notes(**self._ids))
            case "recap":
                said = await self._memory.messages(last=RECENT, **self._ids)
                found = offline.spoken(said, asked.session_id or "")
            case _:
                found = await self._found(asked)
        return offline.answer(found, asked.content), found.records

    async def _found(self, asked: Message) -> offline.Found:
        words = question(asked.content[: limits.MAX_QUERY], asked.at, HITS, self._least, None)
        scope = self._memory._scope(**self._ids)
        hits = await self._memory._found_for(
            scope, words, keep=lambda one: one.id != asked.id and offline.tells(one)
        )
        kept = offline.relevant(hits, asked.content)
        newer = [pair for hit in kept[: offline.MOST] for pair in await self._newer(hit)]
        return offline.found(kept, asked.content, newer)

    async def _newer(self, hit: Hit) -> list[tuple[Record, Record]]:
        """What took the place of what was concluded from a hit, in the words that said so."""
        if not isinstance(hit.record, Message):
            return []
        taken = await self._memory._concluded(hit.record)
        closed = [note for note in taken if not note.open and note.key and note.kind != "summary"]
        if not closed or any(note.open and note.kind != "summary" for note in taken):
            return []
        scope = hit.record.scope.owner.scope
        now = await self._memory._of_keys(scope, {note.key for note in closed if note.key})
        newest = max(now, key=lambda note: note.at, default=None)
        return [] if newest is None else [(hit.record, await self._words(newest))]

    async def _words(self, note: Note) -> Record:
        """The message that a note was taken of, the last of several; else the note."""
        try:
            return await self._memory.get(note.sources[-1], **self._ids) if note.sources else note
        except NotFound:
            return note

    async def _name(self) -> object:
        found = await self._memory._of_keys(self._memory._scope(**self._ids), (NAME,))
        return next((note.value for note in reversed(found)), None)
