"""Memory among the memory blocks of LlamaIndex's `Memory`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.memory import BaseMemoryBlock

from ...errors import InputError
from ...memory.aio.shell import log
from ...read.relevance import MIN_RELEVANCE
from ...types import Context, new_id
from ..aio.recalling import BUDGET
from ..either import Conversations, Either, done, recalling
from ..transcript import Said, words
from .messages import IDS, SESSION, Owner, items, lines


class _Shown(list[ChatMessage]):
    """What was recalled, and beside what."""

    def __init__(self, context: Context, said: Sequence[tuple[str, str]]) -> None:
        super().__init__([ChatMessage(role="system", content=context.text)] * bool(context.text))
        self.tokens, self.said = context.tokens, said


class RecollectMemoryBlock(BaseMemoryBlock[list[ChatMessage]]):  # type: ignore[misc]
    """A memory that outlives the session: `Memory.from_defaults(memory_blocks=[…])`.

    Before a model is asked, what helps with the newest words of the user, and is not among the
    messages that it is sent anyway, stands before them, with at most `budget` tokens;
    `min_relevance` leaves out what is less sure. What is flushed from the short-term memory is kept
    word for word, each message once, also beside a `RecollectChatStore`. A Memory works as well as
    an AsyncMemory. Close the memory, not this.
    """

    name: str = "Recollect"

    _open: Conversations = PrivateAttr()
    _owner: Owner = PrivateAttr()
    _recall: Any = PrivateAttr()
    _waiting: dict[str, tuple[str, Said]] = PrivateAttr(default_factory=dict)

    def __init__(
        self,
        memory: Either,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        budget: int = BUDGET,
        min_relevance: float = MIN_RELEVANCE,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._open, self._owner = Conversations(memory), (user_id, agent_id)
        self._recall = recalling(
            memory, user_id=user_id, agent_id=agent_id, budget=budget, min_relevance=min_relevance
        )

    async def _aget(
        self, messages: list[ChatMessage] | None = None, **block_kwargs: Any
    ) -> list[ChatMessage]:
        """What is remembered and helps, as a system message in its frame; nothing if nothing."""
        try:
            await self._keep()
        except Exception as error:
            log.warning("what was flushed is kept later: %s", error)
        said = [(one.role, words(lines(one))) for one in messages or ()]
        return _Shown(await done(self._recall.beside, said), said)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """Keep messages, each once. What cannot be kept now is kept with the next call."""
        for message, said in zip(messages, items(messages), strict=True):
            own = IDS.get(message, self._owner) or IDS.put(message, self._owner, new_id())
            session = message.additional_kwargs.get(SESSION) or self.name
            self._waiting[own] = session, replace(said, id=own)
        await self._keep()

    async def atruncate(
        self, content: list[ChatMessage], tokens_to_truncate: int
    ) -> list[ChatMessage] | None:
        """The same with fewer tokens; None if that leaves nothing.

        Tokens are counted here by an estimate, so twice as many go as are asked for.
        """
        if not isinstance(content, _Shown):
            return None
        budget = content.tokens - 2 * tokens_to_truncate
        if budget < 1:
            return None
        less = await done(self._recall.beside, content.said, budget)
        return _Shown(less, content.said) or None

    async def _keep(self) -> None:
        """Keep what waits, session by session; what fails waits on."""
        while self._waiting:
            session = next(iter(self._waiting.values()))[0]
            some = {own: said for own, (where, said) in self._waiting.items() if where == session}
            await self._add(session, list(some.values()))
            for own in some:
                self._waiting.pop(own, None)

    async def _add(self, session: str, said: list[Said]) -> None:
        """Keep messages together, or one by one if some of them are such as no memory holds."""
        try:
            await done(self._open.of(session, *self._owner).add, said)
        except InputError as error:
            if len(said) == 1:
                log.warning("a message that was flushed is not kept: %s", error)
                return
            for one in said:
                await self._add(session, [one])
