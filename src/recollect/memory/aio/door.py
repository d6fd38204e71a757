"""The front door."""

from __future__ import annotations

from collections import deque
from typing import Any

from ...read.patterns import WINDOW
from ...types import new_id
from ...wiring import DEFAULT, AsyncParts, book
from ...write import limits
from ...write.screen import Policy, policy
from .forget import AsyncForget
from .graph import AsyncGraph
from .learning import checked
from .session import AsyncSession
from .shell import Learn


class AsyncMemory(AsyncGraph, AsyncForget):
    """An agent's memory: one file by default, no API key, no download, no server.

    `url` names the store: a path such as "agent.db", "sqlite:////abs/there.db", "memory://", or
    nothing for RECOLLECT_URL, else `recollect.db` here. `embedder` is the name of a model (else
    that of RECOLLECT_EMBEDDER, else the built-in one), any function from texts to vectors, or None
    for a memory that goes by words alone. `secrets` says what becomes of passwords, keys and card
    numbers on the way in: "keep", "redact" or "refuse". `learn` says when notes are taken of what
    is added: "now", "later" (when `learn()` is called) or "never".

    `llm` is a language model that takes notes, too: "openai:…", "anthropic:…", "gemini:…",
    "ollama:…", or any function of messages and a schema; else that of RECOLLECT_LLM, else none.
    `budget` caps what it may spend: a number of tokens a day, or a `Budget`; else
    RECOLLECT_BUDGET, else nothing.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        embedder: Any = DEFAULT,
        secrets: Policy = "keep",
        learn: Learn = "now",
        llm: Any = DEFAULT,
        budget: Any = DEFAULT,
    ) -> None:
        self._secrets = policy(secrets)
        chosen = checked(learn)
        self._purse = purse = book(budget)
        self._holds, self._undo = [], deque()
        self._llm = AsyncParts.reader(llm, purse)
        parts = AsyncParts.connect(url, embedder)
        super().__init__(parts.store, parts.embedder, parts.index, learn=chosen)

    @property
    def url(self) -> str:
        """Where the memory is."""
        return self._store.url

    def session(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        pattern: str = "vector",
        window: int = WINDOW,
    ) -> AsyncSession:
        """A live conversation, new or (with its session_id) resumed, in one of the patterns.

        `buffer` is everything said, `window` the last turns, `vector` those plus what is relevant
        from before.
        """
        scope = limits.scope(user_id, agent_id, session_id or new_id())
        return AsyncSession(self, scope, pattern, window)

    async def close(self) -> None:
        """Finish what is under way and release the store. Closing twice is fine."""
        await self._background.stop()
        if self._llm is not None:
            await self._llm.close()
            await self._keep_spending()
        for part in (self._store, self._index, self._embedder):
            if part is not None:
                await part.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
