"""What ADK's sessions are kept in. No search shows it: it is a transcript, and no memory."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...errors import InputError, NotFound
from ...memory.aio.door import AsyncMemory
from ...types import new_id
from ...write.limits import MAX_ID
from ..aio.conversation import AsyncConversation as Conversation
from ..spelling import hashed, spelled
from ..transcript import Json, Said

ROOT = "adk/"
"""What the names of transcripts begin with; a name that is spelled has no slash."""
STATE = "adk:state"
REVISION = "revision"
Revised = tuple[str, Json]
"""An item, and the revision of its session that begins with it."""


class Transcript:
    """The events of a session in their order, behind the item that it began with.

    Each is the next revision, which is written once: of two who add behind the same, one is late.
    """

    def __init__(self, memory: AsyncMemory, app_name: str, user_id: str, session_id: str) -> None:
        self.app_name, self.user_id = app_name, user_id
        self.session_id = session_id.strip() if isinstance(session_id, str) else session_id
        name = ROOT + spelled(self.session_id, "session_id")
        if len(name) > MAX_ID:
            raise InputError(f"session_id has more than {MAX_ID - len(ROOT)} characters")
        self._kept = Conversation(memory, name, user_id=user_id, agent_id=app_name)

    async def items(self, last: int | None = None) -> list[Revised]:
        """What there is, oldest first; nothing if there is no such session."""
        found = await self._kept.items(last)
        return [
            (message.metadata[REVISION], item)
            for message, item in found
            if item is not None and REVISION in message.metadata
        ]

    async def newest(self) -> Revised | None:
        """The latest of them."""
        return next(iter(await self.items(last=1)), None)

    async def begin(self, item: Json) -> Revised | None:
        """The first revision; None if there is one."""
        revision = f"{new_id()}.0"
        return (revision, item) if await self._claim("0", revision, item) else None

    async def add(self, item: Json, after: str) -> str | None:
        """The revision after one; None if another item is there. To add it again is to add it
        once: an answer may be lost on its way."""
        newest = await self.newest()
        if newest is not None and newest[0] == after:
            revision = _moved(after, 1)
            if await self._claim(revision, revision, item):
                return revision
            newest = await self.newest()
        if newest is None or newest[1].get("id") != item["id"]:
            return None
        return newest[0] if _moved(newest[0], -1) == after else None

    async def clear(self) -> None:
        """Erase it."""
        await self._kept.clear()

    async def _claim(self, place: str, revision: str, item: Json) -> bool:
        id = hashed(self.app_name, self._kept.session_id, place)
        return await self._kept.claim(Said(item, "system", id=id, marks={REVISION: revision}))


class Shared:
    """A state that sessions share: that of an app, or of its user. What is written last holds."""

    def __init__(self, memory: AsyncMemory, app_name: str, user_id: str | None = None) -> None:
        self._memory = memory
        self._owner: dict[str, Any] = {"user_id": user_id, "agent_id": app_name}
        self._kept = Conversation(memory, STATE, **self._owner)

    async def read(self) -> Json:
        """All of it."""
        made: Json = {}
        for _, item in await self._kept.items():
            made |= item or {}
        return made

    async def write(self, delta: Json) -> None:
        """Change some of it; what nothing is left of is deleted."""
        await self._kept.add([Said(delta, "system")])
        over: set[str] = set()
        for message, item in reversed(await self._kept.items()):
            if (item or {}).keys() <= over:
                with suppress(NotFound):  # somebody else was faster
                    await self._memory.delete(message.id, **self._owner)
            over |= (item or {}).keys()


def _moved(revision: str, by: int) -> str:
    """The revision so many further on in the same session."""
    run, _, number = revision.rpartition(".")
    return f"{run}.{int(number) + by}"
