"""A framework's conversation in a session of a memory: items in their order, whatever their size.

An item is a message of the session. What metadata has no room for, such as a picture, is kept in
pieces: messages of a session beside it, which belong to the same owner and go with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...concurrency import AsyncLock
from ...errors import IdConflict, InputError, NotFound, ScopeError, SecretFound, StoreError
from ...keep.pieces import PIECES, beside
from ...memory.aio.door import AsyncMemory
from ...times import EARLIEST, end_after
from ...types import Message, Where, utcnow
from ...write.limits import MAX_LIST, identifier
from ..transcript import COUNT, QUIET, WORDLESS, Json, Kept, Said, decoded, encoded

TOGETHER = 16
"""Pieces that are written at once: what a server takes in one request, of any language."""


class AsyncConversation:
    """One session of a user or an agent, as a host reads and writes it."""

    def __init__(
        self, memory: AsyncMemory, session_id: str, *, user_id: str | None, agent_id: str | None
    ) -> None:
        if not isinstance(memory, AsyncMemory):
            raise InputError(f"memory must be AsyncMemory, not {type(memory).__name__}")
        if user_id is None and agent_id is None:
            raise ScopeError("say whose conversation it is: pass user_id=… or agent_id=…")
        self._memory = memory
        self._owner: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}
        self.session_id = identifier(session_id, "session_id")
        self._beside = beside(session_id)
        self._lock = AsyncLock()

    async def add(self, said: Sequence[Said]) -> None:
        """Keep items behind those that are there, all or none; one with an id of its own once."""
        async with self._lock:
            if not (kept := await self._encoded(said)):
                return
            for one in [one for one in kept if one.pieces]:
                if await self._is_known(one.message.id):
                    kept.remove(one)
                else:
                    await self._add_pieces(one)
            await self._add_messages([one.message for one in kept])

    async def claim(self, said: Said) -> bool:
        """Keep an item behind those that are there, if its id is free: of several who claim one,
        one gets it."""
        async with self._lock:
            (kept,) = await self._encoded([said])
            if kept.pieces:
                await self._add_pieces(kept)
            place = {"session_id": self.session_id, **self._owner}
            return kept.message.id in (await self._memory.add(kept.message, **place)).new

    async def items(self, last: int | None = None) -> list[tuple[Message, Json | None]]:
        """The messages of the session, oldest first, and the items that they were made of."""
        if last is not None and last < 1:
            return []
        found = await self._read(last)
        try:
            return await self._decoded(found)
        except NotFound:
            return await self._decoded(await self._read(last), again=True)

    async def pop(self) -> tuple[Message, Json | None] | None:
        """Take the newest item away."""
        async with self._lock:
            while newest := await self.items(last=1):
                ((message, item),) = newest
                try:
                    await self._memory.delete(message.id, **self._owner)
                except NotFound:
                    continue  # somebody else was faster: look again
                return message, item
            return None

    async def clear(self) -> None:
        """Erase the session, with what is kept beside it. Beside another conversation of the same
        name, only its own messages are deleted."""
        async with self._lock:
            own = await self._read(None)
            found = await self._memory.messages(session_id=self.session_id, **self._owner)
            if len(own) < len(found):
                for message in own:
                    with suppress(NotFound):  # somebody else was faster
                        await self._memory.delete(message.id, **self._owner)
                return
            for place in (self.session_id, self._beside):
                if await self._memory.messages(session_id=place, last=1, **self._owner):
                    await self._memory.erase(session_id=self.session_id, **self._owner)

    async def _encoded(self, said: Sequence[Said]) -> list[Kept]:
        """Items as messages whose times do not go back: messages come in the order of their times,
        and those of one time in the order in which they were added. What has no time of its own
        has its neighbour's."""
        newest, now = await self._read(last=1), utcnow()
        at = newest[0].at if newest else EARLIEST
        time = next((one.at for one in said if one.at is not None), now)
        made: dict[str, Kept] = {}
        for one in said:
            time = one.at or time
            at = max(at, min(time, now))
            kept = encoded(one, at)
            made.setdefault(kept.message.id, kept)
        return list(made.values())

    async def _add_pieces(self, kept: Kept) -> None:
        """What an item has no room for is there before the item is."""
        marks = {PIECES: kept.message.metadata[PIECES], **QUIET}
        made = [
            Message(
                WORDLESS, "system", at=kept.message.at, metadata={**marks, "n": n, "piece": text}
            )
            for n, text in enumerate(kept.pieces)
        ]
        stored: list[str] = []
        for start in range(0, len(made), TOGETHER):
            some = made[start : start + TOGETHER]
            added = await self._memory.add(some, session_id=self._beside, **self._owner)
            stored += [one.metadata["piece"] for one in added]
        if stored != list(kept.pieces):
            raise SecretFound(
                "an item holds what looks like a secret, and is too large to be redacted; remove "
                "the secret, or open the memory with secrets='keep'"
            )

    async def _add_messages(self, messages: list[Message]) -> None:
        while messages:
            try:
                await self._memory.add(messages, session_id=self.session_id, **self._owner)
                return
            except IdConflict:  # an item that was sent again is not what it was: the first stays
                new = [one for one in messages if not await self._is_known(one.id)]
                if len(new) == len(messages):
                    raise
                messages = new

    async def _is_known(self, id: str) -> bool:
        try:
            await self._memory.get(id, **self._owner)
        except NotFound:
            return False
        return True

    async def _read(self, last: int | None) -> list[Message]:
        """The messages of the session. What a user shares with an agent in one of the same name is
        another conversation."""
        few = last if last is None or last <= MAX_LIST else None
        found = await self._memory.messages(session_id=self.session_id, last=few, **self._owner)
        own = [one for one in found if one.agent_id == self._owner["agent_id"]]
        if few is not None and len(own) < len(found):
            return (await self._read(None))[-few:]
        return own if last is None else own[-last:]

    async def _decoded(
        self, messages: Sequence[Message], again: bool = False
    ) -> list[tuple[Message, Json | None]]:
        pieces = await self._pieces([one for one in messages if PIECES in one.metadata])
        made: list[tuple[Message, Json | None]] = []
        for message in messages:
            own = pieces.get(message.id, [])
            if len(own) < message.metadata.get(COUNT, 0):
                if again:
                    raise StoreError(
                        f"pieces of the item {message.id} are gone; delete that message to go on"
                    )
                raise NotFound("somebody takes this item away just now")
            made.append((message, decoded(message, [one.metadata["piece"] for one in own])))
        return made

    async def _pieces(self, messages: Sequence[Message]) -> dict[str, list[Message]]:
        """The pieces of large items, by the message's id: they have its time."""
        if not messages:
            return {}
        tokens = {one.metadata[PIECES]: one.id for one in messages}
        where = Where(messages[0].at, end_after(messages[-1].at))
        found: dict[str, list[Message]] = {}
        for piece in await self._memory.messages(
            session_id=self._beside, where=where, **self._owner
        ):
            if (token := piece.metadata.get(PIECES)) in tokens:
                found.setdefault(tokens[token], []).append(piece)
        for own in found.values():
            own.sort(key=lambda one: one.metadata["n"])
        return found
