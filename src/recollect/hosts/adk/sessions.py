"""ADK's session service over a memory."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from google.adk.errors import StaleSessionError
from google.adk.errors.already_exists_error import AlreadyExistsError
from google.adk.errors.session_not_found_error import SessionNotFoundError
from google.adk.events.event import Event
from google.adk.events.event_actions import EventActions
from google.adk.sessions.base_session_service import (
    BaseSessionService,
    GetSessionConfig,
    ListSessionsResponse,
)
from google.adk.sessions.session import Session
from google.adk.sessions.state import State

from ...errors import InputError
from ...memory.aio.door import AsyncMemory
from ...types import new_id
from ..either import awaited
from ..spelling import plain
from ..transcript import Json
from .kept import ROOT, Revised, Shared, Transcript

APP, USER, TEMP, OWN = State.APP_PREFIX, State.USER_PREFIX, State.TEMP_PREFIX, ""


class RecollectSessionService(BaseSessionService):  # type: ignore[misc]
    """ADK's sessions and their states, for `Runner(session_service=…)`: every event exactly.

    Several processes may use one memory, and one session: who appends to a session that another
    has changed gets a `StaleSessionError`. Close the memory, not this.
    """

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = awaited(memory)

    async def create_session(
        self,
        *,
        app_name: str,
        user_id: str,
        state: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> Session:
        """A new session; `AlreadyExistsError` if there is one of that id."""
        given = session_id if session_id and session_id.strip() else new_id()
        kept = Transcript(self._memory, app_name, user_id, given)
        parts = _parted(_lasting(_json(EventActions(state_delta=state or {}))["state_delta"]))
        begun = None
        if await kept.newest() is None:
            await self._share(kept, parts)
            begun = await kept.begin({"state": parts[OWN], "created": time.time()})
        if begun is None:
            raise AlreadyExistsError(f"Session with id {kept.session_id} already exists.")
        return _session(kept, [begun], await self._shared(app_name, user_id))

    async def get_session(
        self,
        *,
        app_name: str,
        user_id: str,
        session_id: str,
        config: GetSessionConfig | None = None,
    ) -> Session | None:
        """A session with its events, or those that are asked for; None if there is none."""
        kept = Transcript(self._memory, app_name, user_id, session_id)
        found = await kept.items()
        if not found:
            return None
        made = _session(kept, found, await self._shared(app_name, user_id))
        made.events = _asked([_event(item) for _, item in found if _is_event(item)], config)
        return made

    async def list_sessions(
        self, *, app_name: str, user_id: str | None = None
    ) -> ListSessionsResponse:
        """The sessions of a user, or of all, without their events, the latest last."""
        users = await self._users() if user_id is None else [user_id]
        made = [one for user in users for one in await self._sessions(app_name, user)]
        made.sort(key=lambda one: (one.last_update_time, one.user_id, one.id))
        return ListSessionsResponse(sessions=made)

    async def delete_session(self, *, app_name: str, user_id: str, session_id: str) -> None:
        """Erase a session. What was added to memory of it stays there."""
        await Transcript(self._memory, app_name, user_id, session_id).clear()

    async def get_user_state(self, *, app_name: str, user_id: str) -> dict[str, Any]:
        """What the sessions of a user share, without its prefix."""
        return await Shared(self._memory, app_name, user_id).read()

    async def append_event(self, session: Session, event: Event) -> Event:
        """Keep an event with what it changes of the states; the same one once."""
        if event.partial or any(one.id == event.id and one == event for one in session.events):
            return event
        kept = Transcript(self._memory, session.app_name, session.user_id, session.id)
        item = _json(event)
        delta = item["actions"]["state_delta"] = _lasting(item["actions"]["state_delta"])
        newest = await kept.newest()
        if newest is None:
            raise SessionNotFoundError(f"Session {session.id} not found.")
        seen = _seen(session, newest)
        revision = None if seen is None else await kept.add(item, seen)
        if revision is None:
            raise StaleSessionError(
                "The session has been modified in storage since it was loaded; get it again."
            )
        await self._share(kept, _parted(delta))
        session.last_update_time = event.timestamp
        session._storage_update_marker = revision
        return await super().append_event(session, event)

    async def _users(self) -> list[str]:
        owners = [one.owner for one in await self._memory.owners()]
        return sorted({owner.id for owner in owners if owner.kind == "user"})

    async def _sessions(self, app_name: str, user_id: str) -> list[Session]:
        made, shared = [], await self._shared(app_name, user_id)
        for info in await self._memory.sessions(user_id=user_id, agent_id=app_name):
            if info.session_id.startswith(ROOT):
                id = plain(info.session_id.removeprefix(ROOT))
                kept = Transcript(self._memory, app_name, user_id, id)
                if found := await kept.items():
                    made.append(_session(kept, found, shared))
        return made

    async def _shared(self, app_name: str, user_id: str) -> Json:
        """What the sessions of a user share, and those of an app."""
        app = await Shared(self._memory, app_name).read()
        user = await self.get_user_state(app_name=app_name, user_id=user_id)
        return {APP + key: one for key, one in app.items()} | {
            USER + key: one for key, one in user.items()
        }

    async def _share(self, kept: Transcript, parts: dict[str, Json]) -> None:
        for prefix, user_id in ((APP, None), (USER, kept.user_id)):
            if parts[prefix]:
                await Shared(self._memory, kept.app_name, user_id).write(parts[prefix])


def _session(kept: Transcript, found: Sequence[Revised], shared: Json) -> Session:
    """A session without its events."""
    state: Json = {}
    for _, item in found:
        state |= _parted(item["actions"]["state_delta"])[OWN] if _is_event(item) else item["state"]
    revision, newest = found[-1]
    made = Session(
        app_name=kept.app_name,
        user_id=kept.user_id,
        id=kept.session_id,
        state=state | shared,
        last_update_time=newest["timestamp" if _is_event(newest) else "created"],
    )
    made._storage_update_marker = revision
    return made


def _seen(session: Session, newest: Revised) -> str | None:
    """The revision that a session is of. One that does not say so goes by its events."""
    if session._storage_update_marker is not None:
        return str(session._storage_update_marker)
    same = newest[1].get("id") == (session.events[-1].id if session.events else None)
    return newest[0] if same else None


def _asked(events: list[Event], config: GetSessionConfig | None) -> list[Event]:
    if config is not None and config.after_timestamp is not None:
        events = [one for one in events if one.timestamp >= config.after_timestamp]
    if config is not None and config.num_recent_events is not None:
        events = events[max(0, len(events) - config.num_recent_events) :]
    return events


def _parted(delta: Json) -> dict[str, Json]:
    """A change by whose state it is: the app's, the user's, or the session's own."""
    made: dict[str, Json] = {APP: {}, USER: {}, OWN: {}}
    for key, value in delta.items():
        whose = next(one for one in made if key.startswith(one))
        made[whose][key.removeprefix(whose)] = value
    return made


def _lasting(delta: Json) -> Json:
    return {key: value for key, value in delta.items() if not key.startswith(TEMP)}


def _is_event(item: Json) -> bool:
    """Whether it is an event, and not what a session began with."""
    return "id" in item


def _event(item: Json) -> Event:
    return Event.model_validate_json(json.dumps(item))


def _json(model: Any) -> Json:
    try:
        made: Json = json.loads(model.model_dump_json(exclude_none=True))
    except ValueError as error:
        raise InputError(f"an event must be JSON: {error}") from None
    return made
