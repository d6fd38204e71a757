"""The front door over HTTP: the same verbs, the same types, the same errors."""

from __future__ import annotations

from os import PathLike
from typing import Any, Unpack

from ...errors import ConfigError, InputError
from ...memory.aio.closing import closed
from ...memory.aio.door import AsyncMemory
from ...memory.aio.session import AsyncSession
from ...memory.aio.shell import AsyncShell, Progress
from ...memory.aio.streams import AsyncStreams
from ...memory.aio.time import AsyncPast
from ...memory.aio.tools import AsyncTools
from ...memory.options import Options, known
from ...times import Moment, moment
from ...transfer.copies import Copied
from ...types import Scope, Stats
from ...wiring import api_key, server_url
from ...write import limits
from ..asking import Json, whose
from .beside import AsyncRemoteTalks
from .talking import AsyncRemotePast, AsyncRemoteSession, AsyncRemoteTools, elsewhere
from .wire import AsyncWire


class AsyncRemoteMemory(AsyncRemoteTalks, AsyncMemory):
    """What `AsyncMemory("http://…")` is: a memory that a server keeps.

    The server decides what the options of a local memory say, and a key which tenant is meant.
    """

    def __init__(self, url: str | PathLike[str] | None = None, **options: Unpack[Options]) -> None:
        chosen = dict(known(options))
        key: Any = chosen.pop("api_key", None)
        if chosen:
            names = ", ".join(chosen)
            raise ConfigError(
                f"a memory over HTTP has no option {names}: the server decides that; "
                "only api_key is taken"
            )
        self._wire = AsyncWire(server_url(url), api_key() if key is None else key)
        self._then: Json = {}
        self._talkers, self._streams, self._unowned = {}, AsyncStreams(), set()

    def __getattr__(self, name: str) -> Any:
        """A part that only a memory in this process has."""
        if name.startswith("_") and not name.startswith("__") and name != "_wire":
            raise ConfigError(
                "this needs a memory in this process, and this one is a server's: open the store "
                "itself, or use the verbs"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._wire.url

    @property
    def _closed(self) -> bool:
        return self._wire.closed

    def as_of(self, at: Moment, *, recorded: bool = False) -> AsyncPast:
        """The memory as it stood at a moment, to be read: search, context, notes, value, …"""
        then = {"as_of": moment(at, "as_of").isoformat()}
        return AsyncRemotePast(self._wire, then | {"recorded": limits.flag(recorded, "recorded")})

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

        The server counts tokens, so `tokens` is not taken.
        """
        if tokens is not None:
            raise InputError("the server counts tokens; leave `tokens` out")
        scope = self._conversation(user_id, agent_id, session_id)
        made = AsyncRemoteSession(self, scope, pattern, window, system=system)
        made._wire = self._wire
        return made

    def tools(self, *, user_id: str | None = None, agent_id: str | None = None) -> AsyncTools:
        """Remember, recall, forget and update as tools for a model."""
        whose(user_id, agent_id)
        return AsyncRemoteTools(self, Scope(user_id, agent_id))

    def tenant(self, name: str) -> AsyncMemory:
        """A server's key is bound to its tenant; none can be named."""
        raise elsewhere("naming a tenant", "pass the api_key of that tenant")

    def acting_as(self, author: str) -> AsyncMemory:
        """The same memory for somebody by name: whatever is written through it says who wrote it,
        as `author` in the metadata. It shares everything else; close the memory, not this."""
        return self._view(_wire=self._wire.signed(limits.identifier(author, "author")))

    async def copy_to(
        self,
        target: str | PathLike[str] | AsyncShell,
        *,
        into: bool = False,
        progress: Progress | None = None,
    ) -> Copied:
        """Not over HTTP."""
        raise elsewhere("copy_to", "run `recollect copy` where the memory is, or use export_to")

    async def reindex(
        self,
        *,
        embedder: Any = None,
        vectors: bool = False,
        index: str | None = None,
        progress: Progress | None = None,
    ) -> Stats:
        """Not over HTTP."""
        raise elsewhere("reindex", "run `recollect reindex` where the memory is")

    async def close(self) -> None:
        """Let the connections go. Closing twice is fine."""
        await self._streams.settle()
        if failed := await closed([*self._talkers.values(), self._wire]):
            raise failed[0]
