"""The front door."""

from __future__ import annotations

import copy
from collections import deque
from typing import Any, Unpack

from ...read.patterns import WINDOW
from ...types import new_id
from ...wiring import DEFAULT, AsyncParts, book, default_secrets
from ...write import limits
from ...write.screen import policy
from ..options import Options, known
from .consolidating import AsyncConsolidating
from .copying import AsyncCopying
from .following import AsyncFollower
from .graph import AsyncGraph
from .learning import checked
from .prompting import AsyncPrompting
from .rolling import AsyncRolling
from .session import AsyncSession
from .time import AsyncTime
from .watching import AsyncWatching


class AsyncMemory(
    AsyncGraph,
    AsyncTime,
    AsyncRolling,
    AsyncPrompting,
    AsyncConsolidating,
    AsyncCopying,
    AsyncWatching,
):
    """An agent's memory: one file by default, no API key, no download, no server.

    `url` names the store: a path such as "agent.db", "sqlite:////abs/there.db", "memory://", or
    nothing for RECOLLECT_URL, else `recollect.db` here. `embedder` is the name of a model (else
    that of RECOLLECT_EMBEDDER, else the built-in one), any function from texts to vectors, or None
    for a memory that goes by words alone. `secrets` says what becomes of passwords, keys and card
    numbers on the way in: "keep", "redact" or "refuse" (else what RECOLLECT_SECRETS says). `learn`
    says when notes are taken of what is added: "now", "later" (when `learn()` is called) or
    "never".

    `llm` is a language model that takes notes, too: "openai:…", "anthropic:…", "gemini:…",
    "ollama:…", or any function of messages and a schema; else that of RECOLLECT_LLM, else none.
    `budget` caps what it may spend: a number of tokens a day, or a `Budget`; else
    RECOLLECT_BUDGET, else nothing. `vectors` and `graph` name indexes beside the store, such as
    "faiss:///folder"; reading goes on when one is down.
    """

    def __init__(self, url: str | None = None, **options: Unpack[Options]) -> None:
        chosen = known(options)
        secrets = chosen.get("secrets")
        self._secrets = policy(default_secrets() if secrets is None else secrets)
        learn = checked(chosen.get("learn", "now"))
        self._purse = purse = book(chosen.get("budget", DEFAULT))
        self._holds, self._undo = [], deque()
        self._llm = AsyncParts.reader(chosen.get("llm", DEFAULT), purse)
        embedder = chosen.get("embedder", DEFAULT)
        parts = AsyncParts.connect(url, embedder, chosen.get("vectors"), chosen.get("graph"))
        super().__init__(parts.store, parts.embedder, parts.index, learn=learn)
        if parts.vectors is not None:
            self._vectors = AsyncFollower("vectors", parts.vectors, parts.store)
        if parts.graph is not None:
            self._graph = AsyncFollower("graph", parts.graph, parts.store)

    @property
    def url(self) -> str:
        """Where the memory is."""
        return self._store.url

    def tenant(self, name: str) -> AsyncMemory:
        """The part of this memory that is one tenant's, with every verb, over the same store.

        Nothing that is read, written, erased or looked up through it is another tenant's: a foreign
        id looks like a missing one. Whoever is named without a tenant belongs to `tenant("")`.
        """
        from .tenant import AsyncTenant

        return AsyncTenant(self, limits.tenant(name))

    def session(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        pattern: str = "hybrid",
        window: int = WINDOW,
        system: str | None = None,
        tokens: Any = None,
    ) -> AsyncSession:
        """A live conversation, new or (with its session_id) resumed, in one of the patterns.

        `buffer` is everything said, `window` the last turns; with them, `summary` has what came
        before in short, `vector` what is relevant, `graph` who is related to whom, and `hybrid` all
        of these. `system` is a text of yours that every prompt begins with. `tokens` counts them: a
        function, or "tiktoken"; without one they are estimated.
        """
        scope = self._scope(user_id, agent_id, session_id or new_id())
        return AsyncSession(self, scope, pattern, window, system=system, tokens=tokens)

    def acting_as(self, author: str) -> AsyncMemory:
        """The same memory for somebody by name: whatever is written through it says who wrote it,
        as `author` in the metadata. It shares everything else; close the memory, not this."""
        made = copy.copy(self)
        made._author = limits.identifier(author, "author")
        return made

    async def close(self) -> None:
        """Finish what is under way and release the store. Closing twice is fine."""
        await self._background.stop()
        if self._llm is not None:
            await self._llm.close()
            await self._keep_spending()
        for follower in self._followers:
            await follower.close()
        for part in (self._store, self._index, self._embedder):
            if part is not None:
                await part.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
