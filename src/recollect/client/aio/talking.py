"""Sessions, the past and a model's tools, over HTTP."""

from __future__ import annotations

from ...errors import ConfigError
from ...memory.aio.session import BUDGET, AsyncSession
from ...memory.aio.time import AsyncPast
from ...memory.aio.tools import AsyncTools
from ...read.formats import Prompt
from ...read.formats import checked as formatted
from ...types import Note, Record
from ...write import limits
from ...write.limits import share
from ..asking import Json, given, path
from ..decoding import read
from .reading import AsyncRemoteReads
from .wire import AsyncWire


class AsyncRemotePast(AsyncRemoteReads, AsyncPast):
    """A server's memory as it stood at a moment."""

    def __init__(self, wire: AsyncWire, then: Json) -> None:
        self._wire, self._then = wire, then


class AsyncRemoteSession(AsyncSession):
    """A live conversation that a server keeps, and makes the prompts of."""

    _wire: AsyncWire

    async def prompt(
        self, *, budget: int = BUDGET, format: str = "openai", min_relevance: float = 0.0
    ) -> Prompt:
        """The messages to send to a model, as `openai`, `anthropic` or `gemini` takes them."""
        asked = self._whose() | {"pattern": self.pattern, "window": self.window}
        asked |= given(system=self.system or None, format=formatted(format))
        asked |= given(min_relevance=share(min_relevance, "min_relevance") or None)
        asked["budget"] = limits.count(budget, "budget", limits.MAX_BUDGET)
        place = path("sessions", self.session_id, "prompt")
        made = await self._wire.send("POST", place, asked, work=True)
        prompt = Prompt(made["messages"], made["system"], made["tokens"])
        prompt.stable = made["stable"]
        prompt.recalled = tuple(read(list[Record], made["recalled"]))
        return prompt

    async def end(self) -> Note | None:
        """Keep a summary of the session, and bring that over all sessions up to date."""
        place = path("sessions", self.session_id, "end")
        made = await self._wire.send("POST", place, self._whose(), work=True)
        note: Note | None = read(Note | None, made.get("note"))
        return note

    def _whose(self) -> Json:
        return given(user_id=self._scope.user_id, agent_id=self._scope.agent_id)


class AsyncRemoteTools(AsyncTools):
    """The tools of one user or agent, done by a server."""

    async def _note(self, record: Record) -> Note | None:
        if isinstance(record, Note):
            return record
        notes = await self._memory.notes(**self._ids)
        taken = [note for note in notes if record.id in note.sources]
        return taken[0] if len(taken) == 1 and taken[0].kind != "summary" else None


def elsewhere(what: str, how: str) -> ConfigError:
    """What a server does not offer, and where it is done."""
    return ConfigError(f"{what} is not done over HTTP; {how}")
