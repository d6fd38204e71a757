"""The front door."""

from __future__ import annotations

from collections import deque
from os import PathLike
from typing import Any, NoReturn, Self, Unpack

from ...concurrency import AsyncLock
from ...errors import ConfigError
from ...ports.aio import AsyncChatModel
from ...wiring import DEFAULT, AsyncParts, book, default_llm, default_secrets
from ...write import limits
from ...write.screen import policy
from ..halt import Halt
from ..options import USUAL, Options, Spelled, known
from .closing import closed
from .consolidating import AsyncConsolidating
from .copying import AsyncCopying
from .following import AsyncFollower
from .graph import AsyncGraph
from .holding import AsyncHolding
from .learning import checked
from .rolling import AsyncRolling
from .session import AsyncSession
from .streams import AsyncStreams
from .talking import AsyncTalking
from .time import AsyncTime
from .tools import AsyncTools
from .watching import AsyncWatching
from .windows import AsyncWindows


class AsyncMemory(
    AsyncGraph,
    AsyncTime,
    AsyncRolling,
    AsyncTalking,
    AsyncConsolidating,
    AsyncHolding,
    AsyncCopying,
    AsyncWatching,
):
    """An agent's memory: one file by default, no API key, no download, no server.

    `url` names the store: a path such as "agent.db" or a `Path`, "sqlite:////abs/there.db",
    "memory://", or nothing for RECOLLECT_URL, else `recollect.db` here. `embedder` is the name of a
    model (else that of RECOLLECT_EMBEDDER, else the built-in one), any function from texts to
    vectors, or None for a memory that goes by words alone. `reranker` is one that reads the best
    hits once more: a name such as "cohere:…", or any function of a question and texts to numbers;
    else that of RECOLLECT_RERANKER, else none. `secrets` says what becomes of passwords, keys and
    card numbers on the way in: "keep", "redact" or "refuse", which raises `SecretFound` (else what
    RECOLLECT_SECRETS says). `learn` says when notes are taken of what is added: "now", "later"
    (when `learn()` is called) or "never".

    `llm` is a language model that takes notes, too: "openai:…", "anthropic:…", "gemini:…",
    "ollama:…", or any function of messages and a schema; else that of RECOLLECT_LLM, else none.
    `budget` caps what it may spend: a number of tokens a day, or a `Budget`; else
    RECOLLECT_BUDGET, else nothing. `vectors` and `graph` name indexes beside the store, such as
    "faiss:///folder"; reading goes on when one is down. `cache` names a cache of live sessions.

    "http://host:7077" is a memory that a server keeps, with its `api_key`, else that of
    RECOLLECT_API_KEY: the same verbs, and no other option.

    A URL, an option or a name that is wrong is a `ConfigError`. A verb that is given something
    wrong raises an `InputError` before anything is written: a `ScopeError` if it does not say whose
    memory is meant. A store that fails is a `StoreError`. What else a verb raises, it says.
    """

    __signature__ = Spelled()
    _counts_here = True
    """Whether tokens are counted in this process."""
    _wire: Any = None
    """The way to the server that keeps this memory, if one does."""

    def __new__(cls, url: str | PathLike[str] | None = None, *_: Any, **options: Any) -> Self:
        door: type[Self] | None = AsyncParts.door(url) if cls is AsyncMemory else None
        return super().__new__(cls if door is None else door)

    def __init__(self, url: str | PathLike[str] | None = None, **options: Unpack[Options]) -> None:
        chosen: Options = {**USUAL, **known(options)}
        if chosen["api_key"] is not None:
            raise ConfigError("api_key is for a server; open its URL, such as http://host:7077")
        secrets = chosen["secrets"]
        self._secrets = policy(default_secrets() if secrets is None else secrets)
        learn = checked(chosen["learn"])
        self._purse = self._book = purse = book(chosen["budget"])
        self._holds, self._undo, self._counting = [], deque(), AsyncLock()
        self._talkers: dict[str, AsyncChatModel] = {}
        self._streams, self._halt = AsyncStreams(), Halt()
        self._llm = AsyncParts.reader(chosen["llm"], purse)
        self._reranker = AsyncParts.reranker(chosen["reranker"])
        cache = AsyncParts.cache(chosen["cache"], url)  # before the store, which makes its file
        parts = AsyncParts.connect(url, chosen["embedder"], chosen["vectors"], chosen["graph"])
        super().__init__(parts.store, parts.embedder, parts.index, learn=learn)
        if cache is not None:
            self._living.windows = AsyncWindows(cache)
        if parts.vectors is not None:
            self._vectors = AsyncFollower("vectors", parts.vectors, parts.store)
        if parts.graph is not None:
            self._graph = AsyncFollower("graph", parts.graph, parts.store)

    def __repr__(self) -> str:
        shown = f"{type(self).__name__}({self.url!r})"
        return f"<closed {shown}>" if self._closed else shown

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a memory is open files and connections, and cannot be pickled or copied: open it anew "
            "from its URL where it is needed"
        )

    @property
    def url(self) -> str:
        """Where the memory is."""
        return self._store.url

    @property
    def _closed(self) -> bool:
        return self._background.stopping

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
        window: int | None = None,
        system: str | None = None,
        tokens: Any = None,
    ) -> AsyncSession:
        """A live conversation, new or (with its session_id) resumed, in one of the patterns.

        `buffer` is everything said, `window` the last turns; with them, `summary` has what came
        before in short, `vector` what is relevant, `graph` who is related to whom, and `hybrid` all
        of these. `system` is a text of yours that every prompt begins with. `tokens` counts them: a
        function, or "tiktoken"; without one they are estimated.
        """
        scope = self._conversation(user_id, agent_id, session_id)
        return AsyncSession(self, scope, pattern, window, system=system, tokens=tokens)

    def _talker(self, llm: Any) -> AsyncChatModel | None:
        """A model to talk with, paid from this memory's budget; None to be offline. The agents of a
        memory share one of each name, and it is closed with the memory."""
        name = default_llm() if llm == DEFAULT else llm
        if not isinstance(name, str):
            return AsyncParts.talker(name, self._book)
        if name not in self._talkers:
            made = AsyncParts.talker(name, self._book)
            if made is None:
                return None
            self._talkers[name] = made
        return self._talkers[name]

    def tools(self, *, user_id: str | None = None, agent_id: str | None = None) -> AsyncTools:
        """Remember, recall, forget and update as tools for a model: plain functions, and their
        schemas as the providers take them. They reach nobody else's memory."""
        return AsyncTools(self, self._scope(user_id, agent_id))

    def acting_as(self, author: str) -> AsyncMemory:
        """The same memory for somebody by name: whatever is written through it says who wrote it,
        as `author` in the metadata. It shares everything else; close the memory, not this."""
        return self._view(_author=limits.identifier(author, "author"))

    async def close(self) -> None:
        """Finish what is under way and release the store. Closing twice is fine.

        Every part is released, also if another fails at that; the first error is raised then.
        """
        await self._streams.settle()
        await self._background.stop()
        await self._talk_read()
        failed = await closed([self._llm, *self._talkers.values()])
        if self._llm is not None:
            await self._keep_spending()
        failed += await closed([*self._followers, self._living.windows])
        failed += await closed([self._store, self._index, self._embedder, self._reranker])
        if failed:
            raise failed[0]

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
