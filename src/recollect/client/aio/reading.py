"""The verbs that read, of a memory as it is and as it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...errors import InputError, NotFound
from ...read.entities import Entity
from ...read.graph import Edge
from ...read.relevance import MIN_RELEVANCE
from ...times import Moment
from ...types import Absence, Context, Hits, Kind, Message, Note, Record, SessionInfo, Where, Why
from ...write import limits
from ...write.relations import relation_names
from ..asking import Json, filters, given, path, record, when, whose
from ..decoding import decoded, read
from .wire import AsyncWire

PAGE = 1000


class AsyncRemoteReads:
    """What is asked of a server, which answers as the memory stands, or stood."""

    _wire: AsyncWire
    _then: Json
    """As of when, if that is not now."""

    async def search(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
        explain: bool = False,
    ) -> Hits:
        """The messages and notes that help most with a question, best first; [] if none does."""
        asked = {"query": query, "limit": limit, "min_relevance": min_relevance}
        asked |= given(at=when(at), where=filters(where)[1], explain=explain)
        asked |= whose(user_id, agent_id) | self._then
        return decoded(Hits, await self._wire.ask("/v1/search", asked))

    async def context(
        self,
        query: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        budget: int = 1500,
        min_relevance: float = 0.0,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
        quarantined: bool = False,
    ) -> Context:
        """What a model should see before it answers: cited, framed, and never over its budget."""
        asked = {"query": query, "budget": budget, "min_relevance": min_relevance}
        asked |= given(at=when(at), where=filters(where)[1], quarantined=quarantined)
        asked |= whose(user_id, agent_id) | self._then
        return decoded(Context, await self._wire.ask("/v1/context", asked))

    async def why_not(
        self,
        query: str,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        limit: int = 10,
        min_relevance: float = MIN_RELEVANCE,
        at: Moment | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> Absence:
        """Why `search` with the same arguments does not give this record, and what would."""
        asked = {"query": query, "id": id, "limit": limit, "min_relevance": min_relevance}
        asked |= given(at=when(at), where=filters(where)[1])
        asked |= whose(user_id, agent_id) | self._then
        return decoded(Absence, await self._wire.ask("/v1/why-not", asked))

    async def messages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        last: int | None = None,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Message]:
        """What was said, word for word, by event time; `last` takes only the newest."""
        most = None if last is None else limits.count(last, "last", limits.MAX_LIST)
        wanted, _ = filters(where)
        asked = whose(user_id, agent_id, session_id) | given(role=wanted.role)
        found = await self._paged("/v1/messages", asked | _between(wanted), Message, wanted, most)
        return found[::-1]

    async def notes(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        kind: Kind | None = None,
        key: str | None = None,
        closed: bool = False,
        where: Where | Mapping[str, Any] | None = None,
    ) -> list[Note]:
        """What was concluded; `key` takes the facts under one key alone, and `closed` shows what
        newer notes have replaced, too."""
        wanted, _ = filters(where)
        asked = whose(user_id, agent_id) | given(kind=kind, closed=limits.flag(closed, "closed"))
        asked |= {} if key is None else {"key": limits.identifier(key, "key")}
        found = await self._paged("/v1/notes", asked | _between(wanted), Note, wanted)
        return found[::-1]

    async def sessions(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[SessionInfo]:
        """The conversations there were, oldest first."""
        found = await self._paged("/v1/sessions", whose(user_id, agent_id), SessionInfo)
        return found[::-1]

    async def value(
        self,
        key: str,
        default: Any = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
    ) -> Any:
        """The present value of a fact, exactly as it was set."""
        place = path("facts", limits.identifier(key, "key"))
        try:
            return (await self._wire.get(place, whose(user_id, agent_id) | self._then))["value"]
        except NotFound:
            return default

    async def values(
        self, prefix: str = "", *, user_id: str | None = None, agent_id: str | None = None
    ) -> dict[str, Any]:
        """The present value of every fact whose key begins so, by key."""
        if not isinstance(prefix, str):
            raise InputError(f"prefix must be text, not {type(prefix).__name__}")
        asked = {"prefix": prefix} | whose(user_id, agent_id) | self._then
        found = await self._wire.get("/v1/facts", asked)
        return dict(found["values"])

    async def get(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """A message or a note by its id; NotFound if there is none in this scope."""
        asked = whose(user_id, agent_id) | self._then
        made: Record = read(Record, await self._wire.get(record(id), asked))
        return made

    async def history(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[Note | Any]:  # so that nobody has to rule out the message of a message's id
        """Every version of a note, oldest first; a message has one: itself."""
        return await self._whole_list(record(id, "history"), whose(user_id, agent_id), Record)

    async def why(self, id: str, *, user_id: str | None = None, agent_id: str | None = None) -> Why:
        """What a note rests on: the words, the rule or the model, and how sure it is."""
        asked = whose(user_id, agent_id) | self._then
        return decoded(Why, await self._wire.get(record(id, "why"), asked))

    async def conflicts(
        self, *, user_id: str | None = None, agent_id: str | None = None
    ) -> list[tuple[Note, Note]]:
        """Notes that contradict each other, until one of them is changed or deleted."""
        return await self._whole_list("/v1/conflicts", whose(user_id, agent_id), tuple[Note, Note])

    async def related(
        self,
        entity: str,
        *,
        relation: str | Sequence[str] | None = None,
        hops: int = 1,
        user_id: str | None = None,
        agent_id: str | None = None,
        as_of: Moment | None = None,
        at: Moment | None = None,
        limit: int = 100,
    ) -> list[Edge]:
        """The relations around somebody or something, the nearest first."""
        kinds = None if relation is None else list(relation_names(relation))
        asked = {"entity": limits.name(entity, "entity"), "hops": hops, "limit": limit}
        asked |= given(relation=kinds, at=when(at))
        return await self._whole_list(
            "/v1/related", asked | self._whose_then(as_of, user_id, agent_id), Edge
        )

    async def path(
        self,
        start: str,
        end: str,
        *,
        max_hops: int = 6,
        user_id: str | None = None,
        agent_id: str | None = None,
        as_of: Moment | None = None,
        at: Moment | None = None,
    ) -> list[Edge]:
        """The shortest way from one to another, as the relations along it; [] if there is none."""
        asked = {"start": limits.name(start, "start"), "end": limits.name(end, "end")}
        asked |= given(max_hops=max_hops, at=when(at))
        return await self._whole_list(
            "/v1/path", asked | self._whose_then(as_of, user_id, agent_id), Edge
        )

    async def entities(
        self, *, user_id: str | None = None, agent_id: str | None = None, limit: int = 100
    ) -> list[Entity]:
        """Everybody and everything that relations name, the most related first."""
        most = limits.count(limit, "limit", limits.MAX_LIST)
        return await self._paged("/v1/entities", whose(user_id, agent_id), Entity, most=most)

    def _whose_then(self, as_of: Any, user_id: str | None, agent_id: str | None) -> Json:
        if as_of is not None and self._then:
            raise InputError("this memory is as of a moment already; leave as_of out")
        return whose(user_id, agent_id) | given(as_of=when(as_of, "as_of"))

    async def _whole_list(self, place: str, asked: Json, kind: Any) -> list[Any]:
        """A list that comes whole."""
        found = await self._wire.get(place, asked | self._then)
        made: list[Any] = read(list[kind], found.get("items"))
        return made

    async def _paged(
        self,
        place: str,
        asked: Json,
        kind: Any,
        wanted: Where | None = None,
        most: int | None = None,
    ) -> list[Any]:
        """A list that comes in pages, newest first; what the server cannot filter is here."""
        found: list[Any] = []
        size = PAGE if most is None or wanted not in (None, Where()) else min(most, PAGE)
        asked = asked | self._then | {"limit": size}
        while True:
            page = await self._wire.get(place, asked)
            made = read(list[kind], page.get("items"))
            found += made if wanted is None else [one for one in made if wanted.admits(one)]
            if page.get("next") is None or (most is not None and len(found) >= most):
                return found[:most]
            asked["cursor"] = page["next"]


def _between(where: Where) -> Json:
    return given(after=when(where.after), before=when(where.before))
