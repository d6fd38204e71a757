"""What a wrapped client and a chat loop need of a memory, done by a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

from ...errors import InputError, NotFound, ScopeError
from ...memory.aio.finding import Keep
from ...memory.aio.shell import log
from ...memory.aio.spending import payer
from ...memory.aio.talking import Beside, Talk
from ...ports.aio import AsyncChatModel
from ...read.question import Question
from ...read.turns import Count
from ...types import Hits, Message, Note, Owner, Scope, new_id, utcnow
from ...wiring import DEFAULT, AsyncParts, book, default_llm
from ...write import limits
from ...write.accept import accept
from ..asking import given, path
from ..asking import whose as named
from ..decoding import decoded
from .keeping import AsyncRemoteKeeps

SOME = 100
"""Hits that are asked for where not every one can be used."""


class AsyncRemoteTalks(AsyncRemoteKeeps):
    """A conversation with a model in this process, remembered by a server."""

    _talkers: dict[str, AsyncChatModel]
    _counts_here = False
    _now = staticmethod(utcnow)

    def _scope(self, user_id: object, agent_id: object = None, session_id: object = None) -> Scope:
        return limits.scope(user_id, agent_id, session_id)

    def _conversation(self, user_id: object, agent_id: object, session_id: object) -> Scope:
        """A key that is bound to a user may leave that to the server, which is asked by `add`."""
        if session_id is not None:
            return self._scope(user_id, agent_id, session_id)
        made = new_id()
        if user_id is None and agent_id is None:
            self._unowned.add(made)
        return self._scope(user_id, agent_id, made)

    def _as_said(self, said: Sequence[Mapping[str, Any]], scope: Scope) -> list[Message]:
        made = list[Message]()
        for one in said:
            try:
                made += accept(one, scope, self._now(), None)
            except InputError as error:
                log.warning("a turn of the conversation is not kept: %s", error)
        return made

    async def _behind(self, message: Message) -> Self | None:
        """A server is asked before: it knows of no condition for what is added."""
        whose = {"user_id": message.user_id, "agent_id": message.agent_id}
        try:
            await self.get(message.id, **whose)
        except NotFound:
            return None
        except ScopeError:  # nobody's conversation, which only its name leads to
            pass
        return self

    async def _jot(self, messages: Sequence[Message]) -> None:
        whose = messages[0].scope
        await self.add(
            list(messages),
            user_id=whose.user_id,
            agent_id=whose.agent_id,
            session_id=whose.session_id,
        )

    def _talked(self) -> None:
        """The server has taken its notes already."""

    def _foresee(self, question: str) -> None:
        """The server makes the vectors."""

    def _unforesee(self, question: str) -> None:
        """And keeps none."""

    async def _beside_talk(self, scope: Scope, talk: Talk, count: Count) -> Beside:
        asked = {"pattern": talk.pattern, "said": list(talk.said), "budget": talk.budget}
        asked |= given(without=sorted(talk.without) or None)
        asked |= given(min_relevance=talk.min_relevance or None)
        asked |= named(scope.user_id, scope.agent_id)
        place = path("sessions", scope.session_id or "", "beside")
        return decoded(Beside, await self._wire.send("POST", place, asked, work=True))

    async def _hits(
        self,
        scope: Scope,
        asked: Question,
        explain: bool = False,
        keep: Keep | None = None,
        pool: int = 0,
    ) -> Hits:
        sent = {"query": asked.words, "limit": SOME, "min_relevance": asked.min_relevance}
        sent |= named(scope.user_id, scope.agent_id) | {"at": asked.at.isoformat()}
        without = set[str]()
        while True:  # what is not kept is no rival of what is
            more = {"without": sorted(without)} if without else {}
            found = decoded(Hits, await self._wire.ask("/v1/search", sent | more))
            other = {hit.id for hit in found if keep is not None and not keep(hit.record)}
            if not other or len(without) + len(other) > limits.MAX_LIMIT:
                kept = [hit for hit in found if hit.id not in other]
                return Hits(kept[: asked.limit], found.degraded)
            without |= other

    async def _concluded(self, message: Message) -> list[Note]:
        scope = message.scope.owner.scope
        notes = await self.notes(user_id=scope.user_id, agent_id=scope.agent_id, closed=True)
        return [note for note in notes if message.id in note.sources]

    async def _of_keys(self, scope: Scope, keys: Collection[str]) -> list[Note]:
        ids: dict[str, Any] = {"user_id": scope.user_id, "agent_id": scope.agent_id}
        return [note for key in keys for note in await self.notes(key=key, **ids)]

    async def _versions(self, key: str, scope: Scope, closed: bool = False) -> list[Note]:
        notes = await self.notes(
            user_id=scope.user_id, agent_id=scope.agent_id, key=key, closed=closed
        )
        return [note for note in notes if note.scope == scope]

    async def _file(self, note: Note) -> Note:
        """Only agents write notes of their own over HTTP: in their archives."""
        asked = {"text": note.text} | given(user_id=note.user_id, tags=note.metadata.get("tags"))
        place = path("agents", note.agent_id or "", "archive")
        return decoded(Note, await self._wire.send("POST", place, asked))

    def _talker(self, llm: Any) -> AsyncChatModel | None:
        """A model of this process; the budget of the settings holds for it."""
        name = default_llm() if llm == DEFAULT else llm
        if not isinstance(name, str):
            return AsyncParts.talker(name, book(DEFAULT))
        made = self._talkers.get(name) or AsyncParts.talker(name, book(DEFAULT))
        if made is not None:
            self._talkers[name] = made
        return made

    @asynccontextmanager
    async def _paying(self, owner: Owner, model: str, tokens: int) -> AsyncIterator[str]:
        """A server keeps no account of what others ask."""
        yield payer(owner)
