"""The front door."""

from __future__ import annotations

from typing import Any

from ...read.patterns import WINDOW
from ...types import new_id
from ...wiring import DEFAULT, AsyncParts
from ...write import limits
from ...write.screen import Policy, policy
from .forget import AsyncForget
from .graph import AsyncGraph
from .learning import checked
from .prompting import AsyncPrompting
from .session import AsyncSession
from .shell import Learn


class AsyncMemory(AsyncGraph, AsyncPrompting, AsyncForget):
    """An agent's memory: one file by default, no API key, no download, no server.

    `url` names the store: a path such as "agent.db", "sqlite:////abs/there.db", "memory://", or
    nothing for RECOLLECT_URL, else `recollect.db` here. `embedder` is the name of a model (else
    that of RECOLLECT_EMBEDDER, else the built-in one), any function from texts to vectors, or None
    for a memory that goes by words alone. `secrets` says what becomes of passwords, keys and card
    numbers on the way in: "keep", "redact" or "refuse". `learn` says when notes are taken of what
    is added: "now", "later" (when `learn()` is called) or "never".
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        embedder: Any = DEFAULT,
        secrets: Policy = "keep",
        learn: Learn = "now",
    ) -> None:
        self._secrets = policy(secrets)
        chosen = checked(learn)
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
        scope = limits.scope(user_id, agent_id, session_id or new_id())
        return AsyncSession(self, scope, pattern, window, system=system, tokens=tokens)

    async def close(self) -> None:
        """Finish what is under way and release the store. Closing twice is fine."""
        await self._background.stop()
        for part in (self._store, self._index, self._embedder):
            if part is not None:
                await part.close()

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
