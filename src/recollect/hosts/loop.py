"""Memory in the loop of an agent framework: what a model is shown, and both sides of it kept."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..agents.aio.exchange import AsyncExchange, AsyncListener
from ..agents.aio.exchange import Manner as AsyncManner
from ..agents.lately import Lately
from ..agents.sync.exchange import Exchange, Listener, Manner
from ..agents.wires.base import Addition, Form, Json, Turn
from ..agents.wrapping import BUDGET as BUDGET
from ..errors import InputError, ScopeError
from ..memory.aio.door import AsyncMemory
from ..memory.aio.tools import is_own as is_awaited
from ..memory.sync.door import Memory
from ..memory.sync.tools import is_own as is_plain
from ..wiring import counter
from ..write import limits
from ..write.limits import share

PATTERN = "hybrid"
User = str | Callable[[Any], str | None] | None
"""Whose memory it is: a name, or a function of a run."""


class Loop:
    """One memory beside every call of a model that a framework makes."""

    def __init__(
        self,
        memory: Memory | AsyncMemory,
        user_id: User,
        agent_id: str | None,
        budget: int,
        min_relevance: float = 0.0,
    ) -> None:
        if not isinstance(memory, Memory | AsyncMemory):
            raise InputError(f"memory must be a Memory or AsyncMemory, not {type(memory).__name__}")
        named = "somebody" if user_id is None or callable(user_id) else user_id
        limits.scope(named, agent_id)  # what is wrong with a name is said at once
        self.memory, self._user_id, self.agent_id = memory, user_id, agent_id
        self._budget = limits.count(budget, "budget", limits.MAX_BUDGET)
        self._least = share(min_relevance, "min_relevance")
        self._lately = Lately()

    def user(self, run: Any, otherwise: object = None) -> object:
        """Who is talked with in a run; ScopeError if that is nobody."""
        given = otherwise if self._user_id is None else self._user_id
        found = given(run) if callable(given) else given
        if found is None:
            raise ScopeError("say whose memory: pass user_id=…, or name the user in the run")
        return found

    def call(
        self, user_id: object, session_id: object, turns: Iterable[Turn], *, shows: bool = True
    ) -> Call:
        """A call that is about to be made; one that `shows` nothing only keeps what was said."""
        said = _once(turns)
        session = _first_words(said) if session_id is None else session_id
        scope = self.memory._conversation(user_id, self.agent_id, session)
        how = PATTERN, self._budget if shows else 0, counter(None), self._least
        if isinstance(self.memory, AsyncMemory):
            return Call(AsyncListener(self.memory, scope, AsyncManner(*how), self._lately), said)
        return Call(Listener(self.memory, scope, Manner(*how), self._lately), said)


@dataclass
class Call:
    """One call of a model: `with` it beside a Memory, `async with` it beside either kind.

    Trouble with reading is logged, and the model is asked without memory. If what was said cannot
    be kept, leaving the block raises that.
    """

    _listener: Listener | AsyncListener
    _turns: Sequence[Turn]
    memory: str = ""
    """What the model is to be shown beside its own instructions, or nothing."""
    reply: Turn | None = None
    """What it said."""

    def __enter__(self) -> Call:
        if isinstance(self._listener, AsyncListener):
            raise InputError("an AsyncMemory is for async runs; pass a Memory, or run it async")
        self._begun(self._listener.begin(FORM, {"turns": self._turns}))
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        assert isinstance(self._exchange, Exchange), "it was entered"
        self._exchange.replied(self.reply if error is None else None)
        self._ended(error)

    async def __aenter__(self) -> Call:
        if isinstance(self._listener, AsyncListener):
            self._begun(await self._listener.begin(FORM, {"turns": self._turns}))
            return self
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        reply = self.reply if error is None else None
        if isinstance(self._exchange, AsyncExchange):
            await self._exchange.replied(reply)
        else:
            await asyncio.to_thread(self._exchange.replied, reply)
        self._ended(error)

    def _begun(self, exchange: Exchange | AsyncExchange) -> None:
        self._exchange = exchange
        self.memory = exchange.sent.get("memory", "")

    def _ended(self, error: BaseException | None) -> None:
        if error is None and self._exchange.trouble is not None:
            raise self._exchange.trouble


class _Form(Form):
    """Turns that a host has read already; where memory goes is up to it."""

    def turns(self, body: Json) -> list[Turn]:
        """As they are."""
        return list(body["turns"])

    def placed(self, body: Json, added: Addition) -> Json:
        """Both parts together."""
        texts = (added.steady, added.recalled)
        return {**body, "memory": "\n".join(text for text in texts if text)}


FORM = _Form()


def user_of(thing: object) -> object:
    """The `user_id` that a run's own data has, as a member or under that name; else None."""
    if isinstance(thing, Mapping):
        return thing.get("user_id")
    return getattr(thing, "user_id", None)


def is_own(function: object) -> bool:
    """Whether this is a tool of a memory: what it answers is known, and not to be kept again."""
    return is_plain(function) or is_awaited(function)


def _once(turns: Iterable[Turn]) -> list[Turn]:
    """Without words that are said again right behind themselves: a run that failed was retried."""
    made: list[Turn] = []
    for turn in turns:
        if not (made and turn.words and turn.said == made[-1].said):
            made.append(turn)
    return made


def _first_words(turns: Sequence[Turn]) -> str:
    """A session for a run that names none: a conversation is known by how it begins."""
    first = next((turn.words for turn in turns if turn.words), "")
    return "loop-" + hashlib.sha256(first.encode("utf-8", "surrogatepass")).hexdigest()[:16]
