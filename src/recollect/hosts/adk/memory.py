"""ADK's memory service over a memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions.session import Session
from google.genai import types

from ...errors import InputError, NotFound, ScopeError
from ...memory.aio.door import AsyncMemory
from ...read.relevance import MIN_RELEVANCE
from ...text.tokens import estimate
from ...times import end_after, moment
from ...types import Hit, Message, Record, Where, new_id, utcnow
from ...write import limits
from ...write.limits import share
from ..aio.recalling import BUDGET
from ..either import awaited
from ..spelling import hashed, spelled
from ..transcript import QUIET, WORDLESS, words

USER = "user"
EVENT = "event"
"""Where the metadata of a message has the id of its event."""
CUT = "…"


class RecollectMemoryService(BaseMemoryService):  # type: ignore[misc]
    """What users and agents said, for `Runner(memory_service=…)`; found by `load_memory` and
    `preload_memory`.

    The user of a session is the user here, and the app is the agent that shares the memory with
    them. A search gives at most `limit` memories, and `budget` tokens; `min_relevance` leaves out
    what is less sure. Close the memory, not this.
    """

    def __init__(
        self,
        memory: AsyncMemory,
        *,
        limit: int = 10,
        budget: int = BUDGET,
        min_relevance: float = MIN_RELEVANCE,
    ) -> None:
        self._memory = awaited(memory)
        self._how: dict[str, Any] = {
            "limit": limits.count(limit, "limit"),
            "min_relevance": share(min_relevance, "min_relevance"),
        }
        self._budget = limits.count(budget, "budget", limits.MAX_BUDGET)

    async def add_session_to_memory(self, session: Session) -> None:
        """Keep what is said in a session, all or none; what is kept already stays as it is."""
        await self.add_events_to_memory(
            app_name=session.app_name,
            user_id=session.user_id,
            events=session.events,
            session_id=session.id,
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Keep what is said in some events, all or none: each once, and none that was deleted."""
        whose = _whose(app_name, user_id)
        session = None if session_id is None else spelled(session_id, "session_id")
        made = (_said(one, session, **whose) for one in events if not one.partial)
        said = {one.id: one for one in made if one.content}
        known = await self._known(said.values(), session, whose)
        new = [one for id, one in said.items() if known.isdisjoint({id, _grave(id)})]
        if new:
            await self._memory.add(new, session_id=session, metadata=custom_metadata, **whose)

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Keep memories as they are, all or none; one with an id of its own once."""
        whose = _whose(app_name, user_id)
        if made := [_told(one, **whose) for one in memories]:
            await self._memory.add(made, metadata=custom_metadata, **whose)

    async def search_memory(
        self, *, app_name: str, user_id: str, query: str
    ) -> SearchMemoryResponse:
        """What helps with a question, best first, but for what reads like an instruction of
        others."""
        whose = _whose(app_name, user_id)
        asked = limits.storable(query)[: limits.MAX_QUERY]
        found: Iterable[Hit] = ()
        if asked.strip():
            found = await self._memory.search(asked, **self._how, **whose)
        shown = self._fitting(hit for hit in found if not hit.suspect)
        return SearchMemoryResponse(memories=[_entry(*one) for one in shown])

    async def delete_memory(
        self, *, app_name: str, user_id: str, memory_id: str | None = None
    ) -> None:
        """Delete a memory, with what was concluded from it alone; nothing if it is not there.

        Its event is not kept again, when its session is.
        """
        if not memory_id:
            return
        whose = _whose(app_name, user_id)
        with suppress(NotFound):
            record = await self._memory.get(memory_id, **whose)
            if EVENT in record.metadata:
                grave = Message(WORDLESS, "system", None, record.at, QUIET, _grave(record.id))
                await self._memory.add(grave, session_id=record.session_id, **whose)
            await self._memory.delete(record.id, **whose)

    async def _known(
        self, said: Collection[Message], session: str | None, whose: dict[str, Any]
    ) -> set[str]:
        """The ids of what is kept of that time."""
        if not said:
            return set()
        times = [one.at for one in said]
        where = Where(min(times), end_after(max(times)))
        kept = await self._memory.messages(session_id=session, where=where, **whose)
        return {one.id for one in kept}

    def _fitting(self, hits: Iterable[Hit]) -> Iterator[tuple[Record, str]]:
        """What there is room for; if that is nothing, the beginning of the best."""
        left = self._budget
        for hit in hits:
            cost = estimate(hit.text)
            if cost <= left:
                left -= cost
                yield hit.record, hit.text
            elif left == self._budget:
                left = 0
                yield hit.record, _cut(hit.text, self._budget)


def _whose(app_name: object, user_id: object) -> dict[str, Any]:
    """What an app knows of a user; ScopeError if either is no name."""
    for given, name in ((user_id, "user_id"), (app_name, "app_name")):
        if given is None:
            raise ScopeError(f"say whose memory: pass {name}=…")
    limits.scope(user_id, app_name)
    return {"user_id": user_id, "agent_id": app_name}


def _said(event: Event, session: str | None, user_id: str, agent_id: str) -> Message:
    """What somebody said in an event, without content if that is nothing."""
    try:
        at = datetime.fromtimestamp(event.timestamp, UTC)
    except (ArithmeticError, OSError, TypeError, ValueError):
        raise InputError("the timestamp of an event must be seconds since 1970") from None
    id = hashed(user_id, agent_id, session or "", event.id)
    return _spoken(event.content, event.author, at=at, metadata={EVENT: event.id}, id=id)


def _told(memory: MemoryEntry, user_id: str, agent_id: str) -> Message:
    """A memory as it is told."""
    at = utcnow() if memory.timestamp is None else moment(memory.timestamp, "timestamp")
    id = new_id() if memory.id is None else hashed(user_id, agent_id, memory.id)
    made = _spoken(memory.content, memory.author, at=at, metadata=memory.custom_metadata, id=id)
    if not made.content:
        raise InputError("a memory must have text: give its content a part with one")
    return made


def _spoken(content: Any, author: str | None, **given: Any) -> Message:
    """The texts of a content as words of its author; what a model thought is none."""
    parts = (content.parts if content is not None else None) or ()
    lines = [one.text for one in parts if one.text and not one.thought]
    if author in (USER, None):
        return Message(words(lines), USER, **given)
    return Message(words(lines), "assistant", author or None, **given)


def _entry(record: Record, text: str) -> MemoryEntry:
    role, author = "model", None
    if isinstance(record, Message):
        author = record.name or record.role
        role = USER if record.role == USER else role
    return MemoryEntry(
        id=record.id,
        content=types.Content(role=role, parts=[types.Part(text=text)]),
        author=author,
        timestamp=record.at.isoformat(),
        custom_metadata=dict(record.metadata),
    )


def _cut(text: str, budget: int) -> str:
    """A beginning of a text that is not over its budget."""
    while estimate(text + CUT) > budget and text:
        text = text[: len(text) * 9 // 10]
    return text + CUT


def _grave(id: str) -> str:
    """The id of the message that says that another was deleted."""
    return hashed("deleted", id)
