"""One call of a model with memory: what it is shown, and both sides of it kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ...concurrency import AsyncAside, AsyncOnce
from ...errors import Stale
from ...memory.aio.door import AsyncMemory
from ...memory.aio.shell import log
from ...memory.aio.talking import Beside, Talk
from ...memory.tries import Tries
from ...read.patterns import PATTERNS, WINDOW, fitted, in_view
from ...read.turns import Piece, newest, units
from ...times import EARLIEST
from ...types import Message, Scope
from ...write.limits import MAX_QUERY, storable
from ..lately import Lately
from ..wires.base import Addition, Form, Json, Turn, continued
from ..wires.known import known

READ, MOST = 16, 400
"""Of the session's log, a request is held against as much as twice its length and so many turns
more, but never against so many more than its length."""
LAST = 3
"""So many of the user's newest turns say who is talked about."""
SPARE = 1.25
"""A request that was too long is cut by more than that: our count is an estimate."""
HOLDS_TURNS = ("buffer", "window", "summary")
"""Patterns that give a request the turns of its session that it lacks."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How memory takes part: by which pattern, with how many tokens at most, and how sure it must
    be."""

    pattern: str
    budget: int
    count: Callable[[str], int]
    min_relevance: float = 0.0


class AsyncListener:
    """One session of one user, beside whatever calls a model in it."""

    def __init__(
        self, memory: AsyncMemory, scope: Scope, manner: Manner, lately: Lately | None = None
    ) -> None:
        self.memory, self.scope, self.manner = memory, scope, manner
        self.lately = lately or Lately()

    async def begin(self, form: Form, body: Json) -> AsyncExchange:
        """A request is about to be sent. Trouble with memory never keeps it from that."""
        exchange = AsyncExchange(self, form, body)
        try:
            await exchange.read()
            await exchange.recall(self.manner.budget)
        except Exception as error:
            log.warning("the model is asked without memory: %s", error)
        finally:
            exchange.unforesee()
        exchange.keep_new()
        return exchange


class AsyncExchange:
    """What was asked, what is sent for it, and what comes back."""

    def __init__(self, listener: AsyncListener, form: Form, body: Json) -> None:
        self._listener, self.form, self.body = listener, form, body
        self._memory, self._scope = listener.memory, listener.scope
        self.sent = body
        self.added = 0
        """Tokens that memory takes in what is sent."""
        self._new: list[Message] = []
        self._latest = EARLIEST
        """When the last turn of the session was said."""
        self._lacking: list[Message] = []
        self._shown: set[str] = set()
        self._words: list[str] = []
        self._foreseen = ""
        self._asked: Message | None = None
        """The newest words, when they are kept."""
        self._keeping: AsyncAside | None = None
        self._read, self._reply = False, AsyncOnce()
        self.trouble: Exception | None = None
        """Why something of this is not kept."""

    async def read(self) -> None:
        """Hold the request against what is kept of the session."""
        turns = self.form.turns(self.body)
        words = [turn.words for turn in reversed(turns) if turn.words.strip()]
        self._words = [storable(one) for one in words[:LAST]]
        if self._words and PATTERNS[self._listener.manner.pattern].recalled:
            self._foreseen = self._words[0][:MAX_QUERY]
            self._memory._foresee(self._foreseen)
        said = self._memory._as_said([turn.said for turn in turns], self._scope)
        last = len(said) + min(READ + len(said), MOST)
        if self._listener.manner.pattern in HOLDS_TURNS:
            last = len(said) + MOST
        whose = self._scope
        log = await self._memory.messages(
            user_id=whose.user_id, agent_id=whose.agent_id, session_id=whose.session_id, last=last
        )
        self._latest = log[-1].at if log else EARLIEST
        found = known(log, said)
        self._new, self._lacking = found.new, log[: found.start]
        self._shown = {message.id for message in log[found.start :]}
        self._asked = log[-1] if log and not found.new else None
        self._read = True

    def unforesee(self) -> None:
        """Nothing was asked, or all is."""
        self._memory._unforesee(self._foreseen)

    async def recall(self, budget: int) -> None:
        """Put what helps into what is sent, with so many tokens at most."""
        pattern, count = self._listener.manner.pattern, self._listener.manner.count
        beside, earlier = Beside(), list[Piece]()
        if self._words and budget > 0:
            least = self._listener.manner.min_relevance
            talk = Talk(pattern, self._words, self._shown, budget, least)
            beside = await self._memory._beside_talk(self._scope, talk, count)
            left = budget - (count(beside.steady) if beside.steady else 0)
            earlier = self._earlier(left, beside.turns) if pattern in HOLDS_TURNS else []
        words = self._words[0] if self._words else ""
        recalled = self._listener.lately.again(self._scope, words, budget, beside.recalled)
        added = Addition(beside.steady, earlier, recalled)
        parts = [text for text in (added.steady, added.recalled) if text]
        self.added = sum(map(count, parts)) + sum(piece.weight(count) for piece in earlier)
        self.sent = self.form.placed(self.body, added) if added else self.body

    async def smaller(self, over: int) -> None:
        """The provider says that this was too long by so much, or 0 if it does not say."""
        left = int(self.added - over * SPARE) if over else 0
        try:
            await self.recall(max(0, left))
        except Exception as error:
            log.warning("the model is asked without memory: %s", error)
            self.sent, self.added = self.body, 0

    def keep_new(self) -> None:
        """Keep the caller's new turns while the provider thinks."""
        if self._new:
            self._keeping = AsyncAside(self._keep)

    async def failed(self) -> None:
        """There is no answer: the caller's own turns are what was said."""
        await self.replied(None)

    async def replied(self, turn: Turn | None) -> None:
        """Keep what the model said, once, behind what it was asked. A stream may end with the
        caller and with the event loop, which tidies up: both wait until it is kept."""
        await self._reply.do(lambda: self._answered(turn))

    async def _answered(self, turn: Turn | None) -> None:
        if self._keeping is not None:
            await self._keeping.wait()
        await self._keep(turn)
        AsyncAside(self._over)

    async def _over(self) -> None:
        """What is left to do for memory is no business of the caller's."""
        self._memory._talked()

    async def _keep(self, reply: Turn | None = None) -> None:
        """Keep the caller's turns that are not kept yet, and the reply behind them; none behind
        words that were erased while the provider thought, since it may quote them."""
        try:
            if not self._read:  # memory did not answer; by now it may
                try:
                    await self.read()
                finally:
                    self.unforesee()
            said = [] if reply is None else [continued(self.form.begun(self.body), reply.said)]
            every = [*self._new, *self._memory._as_said(said, self._scope)]
            if every:
                messages = _in_order(every, self._latest)
                if await self._jotted(messages, self._asked if said else None):
                    self._new, self._asked, self._latest = [], messages[-1], messages[-1].at
            self.trouble = None
        except Exception as error:
            log.warning("a turn of the conversation could not be kept: %s", error)
            self.trouble = error

    async def _jotted(self, messages: Sequence[Message], asked: Message | None) -> bool:
        """Keep messages, unless what was asked is gone by now."""
        tries = Tries()
        while True:
            memory = self._memory if asked is None else await self._memory._behind(asked)
            if memory is None:
                log.info("an answer is not kept: what was asked was erased meanwhile")
                return False
            try:
                await memory._jot(messages)
                return True
            except Stale:
                tries.again()  # something was erased meanwhile: perhaps what was asked

    def _earlier(self, budget: int, turns: Sequence[Message]) -> list[Piece]:
        """The turns of the session that the request lacks, as many as fit, from a person's on."""
        manner, lacking = self._listener.manner, self._lacking
        if manner.pattern == "window":
            lacking = lacking[-WINDOW:]
        if manner.pattern == "summary":
            lacking = [turn for turn in turns if turn.id not in self._shown]
        every = units(in_view(lacking, budget, manner.count))
        must = every[newest(every)].weight(manner.count) if every else 0
        kept = fitted(every, budget - must, manner.count) if must <= budget else []
        first = next((place for place, unit in enumerate(kept) if unit.is_user), len(kept))
        return [piece for unit in kept[first:] for piece in unit.pieces]


def _in_order(messages: Sequence[Message], latest: datetime) -> list[Message]:
    """Messages that stand behind what was said before them, also if the clock was set back."""
    made: list[Message] = []
    for message in messages:
        latest = max(latest, message.at)
        made.append(replace(message, at=latest))
    return made
