"""The verbs that write records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from ...errors import Stale
from ...memory.aio.shell import Learn
from ...receipts import Receipt
from ...times import Moment
from ...types import Added, Kind, Message, Note, Record, Scope
from ...write import limits
from ...write.authors import version
from ...write.relations import source_ids
from ...write.undoing import Undone
from ..asking import Json, given, path, record, said, when, whose
from ..decoding import decoded, read
from .reading import AsyncRemoteReads


class AsyncRemoteWrites(AsyncRemoteReads):
    """What a server is told to keep, change and delete."""

    _unowned: set[str]
    """New sessions of nobody in particular, until it is known that the key says of whom."""

    async def add(
        self,
        content: str | Message | Mapping[str, Any] | Sequence[Any],
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        at: Moment | None = None,
        metadata: Mapping[str, Any] | None = None,
        learn: Learn | None = None,
    ) -> Added:
        """Keep what was said: text, a `Message`, a chat dict, or a list of them, all or none."""
        whose(user_id, agent_id, session_id)
        scope = Scope(user_id, agent_id, session_id)
        turns, ids = said(content, scope, at, metadata)
        if session_id in self._unowned:
            await self.messages(last=1)  # a ScopeError: nobody would find a word of it
            self._unowned.discard(session_id)
        asked = {"content": turns} | ids | given(at=when(at), learn=learn)
        return decoded(Added, await self._wire.send("POST", "/v1/messages", asked))

    async def set(
        self,
        key: str,
        value: Any,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        kind: Kind = "semantic",
        expires: Moment | None = None,
        metadata: Mapping[str, Any] | None = None,
        if_version: str | None = None,
    ) -> Note:
        """Keep a fact under a key. The value before it is closed, not lost: see `history`."""
        place = path("facts", limits.identifier(key, "key"))
        asked = {"value": limits.json_value(value, "value"), "kind": kind}
        asked |= whose(user_id, agent_id) | given(at=when(at), expires=when(expires, "expires"))
        if metadata is not None:
            asked["metadata"] = limits.metadata(metadata)
        headers, once = _version(if_version), if_version is not None
        try:
            made = await self._wire.send("PUT", place, asked, headers=headers, once=once)
        except Stale as stale:
            notes = await self.notes(user_id=user_id, agent_id=agent_id, key=key)
            own = (one for one in notes if one.agent_id == agent_id)
            raise Stale(str(stale), next(own, None)) from None
        return decoded(Note, made)

    async def update(
        self,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        if_version: str | None = None,
        **changes: Any,
    ) -> Note:
        """Put a new note in the place of one, with some fields changed: text, value, kind, …"""
        for name in ("valid_from", "valid_to"):
            if changes.get(name) is not None:
                changes[name] = when(changes[name], name)
        asked = changes | whose(user_id, agent_id) | given(at=when(at))
        headers = _version(if_version, fresh=False)
        try:
            made = await self._wire.send("PATCH", record(id), asked, headers=headers, once=True)
        except Stale as stale:
            versions = await self.history(id, user_id=user_id, agent_id=agent_id)
            stands = (one for one in versions if isinstance(one, Note) and one.open)
            raise Stale(str(stale), next(stands, None)) from None
        return decoded(Note, made)

    async def delete(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Receipt:
        """Delete a message or a note, and with a message what was concluded from it alone."""
        ids = whose(user_id, agent_id)
        return decoded(Receipt, await self._wire.send("DELETE", record(id), params=ids, once=True))

    async def undo(
        self,
        id: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Undone:
        """Take back the last change of a note, by its id; nothing is removed."""
        asked = whose(user_id, agent_id) | given(at=when(at))
        made = await self._wire.send("POST", record(id, "undo"), asked, once=True)
        return decoded(Undone, made)

    async def expire(
        self,
        id: str,
        at: Moment | None = None,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        never: bool = False,
    ) -> Record:
        """End a message or a note at a moment, now if none is given; or lift its end."""
        asked = whose(user_id, agent_id) | given(at=when(at), never=never)
        made: Record = read(Record, await self._wire.send("POST", record(id, "expire"), asked))
        return made

    async def pin(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Keep a message or a note whatever policies and expiries say."""
        return await self._told_pin("PUT", id, whose(user_id, agent_id))

    async def unpin(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Let a pinned record end like any other."""
        return await self._told_pin("DELETE", id, whose(user_id, agent_id))

    async def release(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Show a record in contexts though it reads like an instruction: somebody has read it, and
        says that it is none. It wants a key with `--scope admin`."""
        return await self._told_judgement(id, "release", whose(user_id, agent_id))

    async def hold(
        self, id: str, *, user_id: str | None = None, agent_id: str | None = None
    ) -> Record:
        """Keep a record held back that reads like an instruction; it takes back a `release`."""
        return await self._told_judgement(id, "hold", whose(user_id, agent_id))

    async def relate(
        self,
        subject: str,
        relation: str,
        object: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        valid_from: Moment | None = None,
        valid_to: Moment | None = None,
        sources: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
    ) -> Note:
        """Keep that something is related to something: `relate("Alice", "MANAGES", "Alpha")`."""
        asked: Json = {"subject": subject, "relation": relation, "object": object}
        asked |= whose(user_id, agent_id) | given(at=when(at))
        asked |= given(sources=list(source_ids(sources)) or None)
        asked |= given(valid_from=when(valid_from, "valid_from"))
        asked |= given(valid_to=when(valid_to, "valid_to"))
        if metadata is not None:
            asked["metadata"] = limits.metadata(metadata)
        return decoded(Note, await self._wire.send("POST", "/v1/relations", asked))

    async def unrelate(
        self,
        subject: str,
        relation: str,
        object: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
        valid_to: Moment | None = None,
    ) -> Note:
        """End a relation; its past stays. `valid_to` is when it ended, if not when it was said."""
        asked: Json = {"subject": subject, "relation": relation, "object": object}
        asked |= whose(user_id, agent_id) | given(at=when(at), valid_to=when(valid_to, "valid_to"))
        return decoded(Note, await self._wire.send("POST", "/v1/relations/end", asked, once=True))

    async def same(
        self,
        name: str,
        other: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Note:
        """Two names are one entity's: the first is another name of the second."""
        asked = {"name": name, "other": other} | whose(user_id, agent_id) | given(at=when(at))
        return decoded(Note, await self._wire.send("POST", "/v1/names/same", asked))

    async def different(
        self,
        name: str,
        other: str,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        at: Moment | None = None,
    ) -> Note:
        """Two names are not one entity's after all. What was said under each stays with it."""
        asked = {"name": name, "other": other} | whose(user_id, agent_id) | given(at=when(at))
        return decoded(Note, await self._wire.send("POST", "/v1/names/different", asked, once=True))

    async def _told_judgement(self, id: str, verb: str, ids: Json) -> Record:
        made: Record = read(Record, await self._wire.send("POST", record(id, verb), ids))
        return made

    async def _told_pin(self, method: str, id: str, ids: Json) -> Record:
        made: Record = read(Record, await self._wire.send(method, record(id, "pin"), params=ids))
        return made


def _version(known: str | None, fresh: bool = True) -> dict[str, str]:
    """The headers that say which version was read; "" is none, where there may be none."""
    wanted = version(known)
    if wanted is None:
        return {}
    if fresh and not wanted:
        return {"If-None-Match": "*"}
    return {"If-Match": f'"{quote(wanted)}"'}
