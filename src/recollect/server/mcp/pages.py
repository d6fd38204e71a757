"""Notes and sessions as resources: JSON, whose strings are data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from ...errors import NotFound, RecollectError
from ...types import Note
from .place import Place, Seat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcp.server.mcpserver import MCPServer

MOST = 200
"""Of a list, the newest; and of a session, ten times as many messages."""
JSON = "application/json"
NOTES, SESSIONS = "recollect://notes", "recollect://sessions"


def add_pages(server: MCPServer[Any], seat: Seat) -> None:
    """Two lists, and a page for each note and each session."""

    async def read(work: Callable[[Place], Awaitable[Any]]) -> str:
        try:
            return json.dumps(await work(await seat(None)), ensure_ascii=False, indent=2)
        except NotFound as error:
            raise ResourceNotFoundError(str(error)) from None
        except RecollectError as error:
            raise ResourceError(str(error)) from None

    @server.resource(NOTES, name="notes", title="Notes", mime_type=JSON)
    async def notes() -> str:
        """What is known, the newest first."""
        return await read(_notes)

    @server.resource(NOTES + "/{id}", name="note", title="A note", mime_type=JSON)
    async def note(id: str) -> str:
        """One note, with the ids of the messages it rests on."""
        return await read(lambda place: _note(place, id))

    @server.resource(SESSIONS, name="sessions", title="Sessions", mime_type=JSON)
    async def sessions() -> str:
        """The conversations there were, the newest first."""
        return await read(_sessions)

    @server.resource(SESSIONS + "/{id}", name="session", title="A session", mime_type=JSON)
    async def session(id: str) -> str:
        """What was said in one conversation, in its order."""
        return await read(lambda place: _session(place, id))


async def _notes(place: Place) -> dict[str, Any]:
    every = await place.memory.notes(**place.ids)
    return {"notes": await place.shown(every[::-1][:MOST]), "total": len(every)}


async def _note(place: Place, id: str) -> dict[str, Any]:
    found = await place.memory.get(id, **place.ids)
    if not isinstance(found, Note):
        raise NotFound(f"there is no note of this id; see {NOTES}")
    (shown,) = await place.shown([found])
    return shown


async def _sessions(place: Place) -> dict[str, Any]:
    every = await place.memory.sessions(**place.ids)
    newest = sorted(every, key=lambda one: one.last_at, reverse=True)
    listed = [
        {
            "session_id": one.session_id,
            "uri": f"{SESSIONS}/{one.session_id}",
            "messages": one.messages,
            "first_at": one.first_at.isoformat(),
            "last_at": one.last_at.isoformat(),
        }
        for one in newest[:MOST]
    ]
    return {"sessions": listed, "total": len(every)}


async def _session(place: Place, id: str) -> dict[str, Any]:
    said = await place.memory.messages(session_id=id, last=MOST * 10, **place.ids)
    if not said:
        raise NotFound(f"there is no session of this id; see {SESSIONS}")
    return {"session_id": id, "messages": await place.shown(said)}
