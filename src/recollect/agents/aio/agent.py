"""A ready chat loop: what is said is kept, the model sees what is remembered, and answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

from ...concurrency import AsyncCaller, AsyncLock
from ...errors import (
    InputError,
    NotFound,
    Refused,
    ScopeError,
    Stale,
    TooLong,
    Unreadable,
)
from ...memory.aio.session import BUDGET, FURTHER
from ...memory.aio.tools import is_own
from ...memory.toolbox import box, failed, told
from ...memory.tries import Tries
from ...ports import Asked, Said, ToolCall, Usage
from ...read.findings import Quote, recalled
from ...read.formats import Prompt
from ...text.tokens import estimate
from ...types import Message, Note, Owner, Record
from ...wiring import DEFAULT
from ...write import limits
from ...write.limits import share
from ..offline import OFFLINE, grounds
from ..reply import Reply
from ..turns import (
    LEAST,
    SYSTEM,
    answered,
    broken,
    called,
    ends_with_the_user,
    is_step,
    unanswered,
)
from .quoting import AsyncQuoting

if TYPE_CHECKING:
    from ...memory.aio.door import AsyncMemory

STEPS = 8
"""So often a model may call tools before it has to answer."""


class AsyncAgent:
    """A conversation with a memory, for one user.

    `llm` is a model: "anthropic:…", "openai:…", "gemini:…", "ollama:…", or a function of messages;
    else that of RECOLLECT_LLM, else none. Without one (None, or "offline") it answers from memory
    by quoting it. `session_id` goes on with an older conversation, `pattern` and `system` are those
    of a session, `budget` is how many tokens a prompt may have, and `tools` are Python functions
    that the model may call.

    What the user says is stored before the model is asked. If that fails, say the same again: it
    is not stored twice. Leaving the block ends the session, as `close` does.
    """

    def __init__(
        self,
        memory: AsyncMemory,
        llm: Any = DEFAULT,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        pattern: str = "hybrid",
        system: str | None = None,
        budget: int = BUDGET,
        tools: Iterable[Callable[..., Any]] = (),
    ) -> None:
        if user_id is None and agent_id is None:
            raise ScopeError("say whose agent it is: pass user_id=… (or agent_id=…)")
        self.memory = memory
        self.session = memory.session(
            user_id=user_id,
            agent_id=agent_id,
            session_id=session_id,
            pattern=pattern,
            system=SYSTEM if system is None else system,
        )
        self.budget = limits.count(budget, "budget", limits.MAX_BUDGET)
        self.last: Reply | None = None
        self._box = box(tools)
        self._own = {name for name, one in self._box.functions.items() if is_own(one)}
        self._weight = sum(estimate(str(tool)) for tool in self._box.tools)
        self._ids: dict[str, Any] = {"user_id": user_id, "agent_id": agent_id}
        self._owner: Owner = memory._scope(user_id, agent_id).owner
        self._model = memory._talker(llm)
        self._resumed = session_id is not None
        self._open: tuple[str, Message] | None = None
        self._lock = AsyncLock()
        self._steps, self._least = STEPS, 0.0
        self._streamed: AsyncGenerator[str, None] | None = None
        memory._streams.add(self)

    @property
    def session_id(self) -> str:
        """The session's id: pass it again to go on another day."""
        return self.session.session_id

    @property
    def model(self) -> str:
        """The id of the model that answers, or `offline`."""
        return OFFLINE if self._model is None else self._model.id

    async def __aenter__(self) -> AsyncAgent:
        return self

    async def __aexit__(self, failed: object, *_: object) -> None:
        if failed is None:
            await self.close()

    async def chat(self, text: str, *, min_relevance: float = 0.0) -> Reply:
        """Say something, and get the answer. A model that fails is a ModelError; what was said
        is kept. `min_relevance` leaves out what is recalled and less sure."""
        async for _ in self._turn(text, share(min_relevance, "min_relevance"), streaming=False):
            pass
        assert self.last is not None, "a turn that ends has an answer"
        return self.last

    async def stream(self, text: str, *, min_relevance: float = 0.0) -> AsyncGenerator[str, None]:
        """The same in pieces, as they come; then `last` is the whole answer.

        If it breaks half way, what was said is kept, marked as `broken` in its metadata.
        """
        least = share(min_relevance, "min_relevance")
        async with aclosing(self._turn(text, least, streaming=True)) as pieces:
            self._streamed = pieces
            async for piece in pieces:
                yield piece

    async def _settle(self) -> None:
        """Leave a stream that nobody reads on: what came of it is kept."""
        left, self._streamed = self._streamed, None
        if left is not None:
            with suppress(RuntimeError, ValueError):  # somebody does read on
                await left.aclose()

    async def close(self) -> Note | None:
        """End the session: a summary of it is kept. Closing twice is fine, and it may go on."""
        await self._settle()
        async with self._lock:
            return await self.session.end()

    async def _turn(self, text: str, least: float, streaming: bool) -> AsyncGenerator[str, None]:
        async with self._lock:
            self._least = least
            asked = await self._hear(text)
            if self._model is None:
                yield await self._quote(asked)
                return
            usage, sources, said = Usage(), dict[str, Record](), Said()
            for left in range(self._steps, -1, -1):
                async with aclosing(self._said(streaming, left > 0, sources)) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, Said):
                            said = piece
                        else:
                            yield piece
                usage += said.usage
                if not said.calls or not left:
                    break
                results = [await self._do(call) for call in said.calls]
                await self._keep(called(said, results, self._box.functions, self._own))
            await self._answered(said, usage, tuple(sources.values()))

    async def _hear(self, text: str) -> Message:
        """Keep what the user says, unless it is what has no answer yet."""
        limits.text(text, "text")
        if self._resumed:
            last = await self._unanswered()
            same = last is not None and self._open is not None and self._open[1].id == last.id
            if not same:  # what is kept of the words may have been screened
                self._open = None if last is None else (last.content, last)
        self._resumed = True  # until it is answered
        if self._open is None or self._open[0] != text:
            self._open = (text, await self.session.user(text))
        return self._open[1]

    async def _unanswered(self) -> Message | None:
        """The last words of the user, if they have no answer; tools may have said much since."""
        ids, most = {**self._ids, "session_id": self.session_id}, 4 * STEPS
        found = await self.memory.messages(last=most, **ids)
        while len(found) == most < limits.MAX_LIST and all(map(is_step, found)):
            most = min(most * FURTHER, limits.MAX_LIST)
            found = await self.memory.messages(last=most, **ids)
        return unanswered(found)

    async def _quote(self, asked: Message) -> Reply:
        """Answer without a model. What repeats memory is nothing to learn from."""
        text, sources = await AsyncQuoting(self.memory, self._ids, self._least).answer(asked)
        marks = {OFFLINE: True, **recalled(Quote(text, [one.id for one in sources]))}
        made = {"role": "assistant", "content": text, "metadata": marks}
        kept = await self._keep([made], learn="never")
        self._open, self._resumed = None, False
        self.last = Reply(text, sources=sources, message=kept[-1])
        return self.last

    async def _said(
        self, streaming: bool, calling: bool, sources: dict[str, Record]
    ) -> AsyncGenerator[str | Said, None]:
        """What the model says, piece by piece. If it reads less than was sent, it is sent less,
        once."""
        prompt = await self._prompt(sources)
        begun = False
        try:
            async with aclosing(self._asked(prompt, streaming, calling)) as pieces:
                async for piece in pieces:
                    begun = True
                    yield piece
        except TooLong:
            if begun or not self._shrink(prompt):
                raise
            prompt = await self._prompt(sources)
            async with aclosing(self._asked(prompt, streaming, calling)) as pieces:
                async for piece in pieces:
                    yield piece

    def _shrink(self, prompt: Prompt) -> bool:
        """Be content with half of what was too long, from now on."""
        smaller = min(self.budget, prompt.tokens) // 2
        if smaller < LEAST:
            return False
        self.budget = smaller
        return True

    async def _prompt(self, sources: dict[str, Record]) -> Prompt:
        assert self._model is not None, "only a model reads a prompt"
        try:
            made = await self.session.prompt(
                budget=self.budget, format=self._model.format, min_relevance=self._least
            )
        except InputError as error:
            raise TooLong(f"the prompt has no room for this; {error}") from None
        ends_with_the_user(made)
        sources |= {record.id: record for record in made.recalled if grounds(record)}
        return made

    async def _asked(
        self, prompt: Prompt, streaming: bool, calling: bool
    ) -> AsyncGenerator[str | Said, None]:
        """Ask, and pay. What had come when it broke is kept."""
        assert self._model is not None, "only a model is asked"
        tokens = prompt.tokens + self._weight
        asked = Asked(prompt, prompt.system, tokens, self._box.tools, calling)
        async with self.memory._paying(self._owner, self._model.id, tokens) as user:
            if not streaming:
                yield await self._model.chat(asked, user=user)
                return
            pieces: list[str] = []
            try:
                async with aclosing(self._model.stream(asked, user=user)) as stream:
                    async for piece in stream:
                        if isinstance(piece, str):
                            pieces.append(piece)
                        else:
                            pieces.clear()
                        yield piece
            except BaseException as error:
                with suppress(NotFound):
                    if (said := "".join(pieces)).strip():
                        await self._keep([broken(said, error)], learn="never")
                raise

    async def _do(self, call: ToolCall) -> str:
        """What a tool answers; whatever goes wrong in it is told to the model."""
        try:
            function, given = self._box.ready(call.name, call.arguments)
            return told(await AsyncCaller.call(function, given))
        except Exception as error:
            return failed(error)

    async def _answered(self, said: Said, usage: Usage, sources: tuple[Record, ...]) -> None:
        if not said.text.strip():
            if said.refused:
                raise Refused(f"{self.model} refuses to answer this")
            raise Unreadable(f"{self.model} gave an empty answer; ask again")
        kept = await self._keep([answered(said)])
        self._open, self._resumed = None, False
        self.last = Reply(
            said.text,
            sources=sources,
            message=kept[-1],
            usage=usage,
            refused=said.refused,
            cut=said.cut,
        )

    async def _keep(self, chat: list[dict[str, Any]], learn: Any = None) -> tuple[Message, ...]:
        """All of it or nothing; and nothing behind words that were erased meanwhile, since it may
        quote them."""
        said, ids = limits.heard(chat), {**self._ids, "session_id": self.session_id}
        tries = Tries()
        while True:
            asked = None if self._open is None else self._open[1]
            memory = self.memory if asked is None else await self.memory._behind(asked)
            if memory is None:
                self._open = None
                raise NotFound("what was asked was erased meanwhile; no answer is kept")
            try:
                return (await memory.add(said, learn=learn, **ids)).messages
            except Stale:
                tries.again()  # something was erased meanwhile: perhaps what was asked
