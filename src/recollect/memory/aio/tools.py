"""A memory as tools that a model calls: remember, recall, forget, update."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

from ...concurrency import AsyncCaller
from ...counts import listed
from ...errors import NotFound, RecollectError
from ...orders import Query
from ...read.findings import quotes
from ...types import Hit, Note, Record, Scope, Where
from ...write import limits
from ..toolbox import Box, box, failed, told

if TYPE_CHECKING:
    from .door import AsyncMemory

FOUND = 5
SHOWN = 500
"""Characters of one memory that a model is shown in a list."""
Id = Annotated[str, "The id of a memory, as recall shows it."]


class AsyncToolset:
    """Some tools: an iterable of functions with type hints and docstrings.

    `openai`, `anthropic` and `gemini` are what those providers take as `tools`, and `call` does
    what a model asks for.
    """

    def __init__(self, functions: Iterable[Callable[..., Any]]) -> None:
        self._box: Box = box(functions)

    def __iter__(self) -> Iterator[Callable[..., Any]]:
        return iter(self._box.functions.values())

    def __len__(self) -> int:
        return len(self._box.functions)

    @property
    def openai(self) -> list[dict[str, Any]]:
        """`tools=` of OpenAI's chat completions."""
        return [tool.openai for tool in self._box.tools]

    @property
    def anthropic(self) -> list[dict[str, Any]]:
        """`tools=` of Anthropic's messages."""
        return [tool.anthropic for tool in self._box.tools]

    @property
    def gemini(self) -> list[dict[str, Any]]:
        """`tools=` in the config of Gemini's generated content."""
        return [{"functionDeclarations": [tool.gemini for tool in self._box.tools]}]

    async def call(self, name: str, arguments: str | dict[str, Any]) -> str:
        """Do what a model asks for, and answer in words. What it got wrong is told, not raised."""
        try:
            function, given = self._box.ready(name, arguments)
            return told(await AsyncCaller.call(function, given))
        except RecollectError as error:
            return failed(error)


def is_own(function: object) -> bool:
    """Whether a tool is one of memory's."""
    return isinstance(getattr(function, "__self__", None), AsyncToolset)


class AsyncTools(AsyncToolset):
    """The tools of one user or agent."""

    def __init__(self, memory: AsyncMemory, scope: Scope) -> None:
        self._memory = memory
        self._ids: dict[str, Any] = {"user_id": scope.user_id, "agent_id": scope.agent_id}
        super().__init__([self.remember, self.recall, self.forget, self.update])

    async def remember(
        self,
        text: Annotated[str, "One fact, preference or event, in a sentence that stands alone."],
    ) -> str:
        """Keep something for later conversations. Use it for what will matter again."""
        added = await self._memory.add(text, **self._ids)
        return f"remembered as {added.ids[0]}"

    async def recall(
        self,
        query: Annotated[str, "What you want to know, as a question or in key words."],
        limit: Annotated[int, "At most so many memories."] = FOUND,
    ) -> str:
        """Look for what is known from earlier conversations, best first, each with its id."""
        hits = await self._memory.search(query, limit=limit, **self._ids)
        shown = [_line(hit) for hit in hits if not hit.suspect]
        return "\n".join(shown) or "nothing relevant is remembered"

    async def forget(self, id: Id) -> str:
        """Delete one memory for good, with what was concluded from it alone. Use it only when the
        user asks to forget something."""
        await self._own(id)
        receipt = await self._memory.delete(id, **self._ids)
        await self._unquote(id)
        return f"forgotten ({listed(receipt.removed) or 'it'})"

    async def update(
        self,
        id: Id,
        text: Annotated[str, "What holds now, in a sentence that stands alone."],
        value: Annotated[str, "The new value by itself, if the memory is a key with one."] = "",
    ) -> str:
        """Put a new version in the place of a memory that is no longer true. The old one stays in
        its history."""
        old = await self._note(await self._own(id))
        if old is None:
            added = await self._memory.add(text, **self._ids)
            return f"what was said cannot be changed; kept beside it, as {added.ids[0]}"
        changes = {"text": text}
        if value and old.value is not None:
            changes["value"] = value
        note = await self._memory.update(old.id, **changes, **self._ids)
        return f"updated, now {note.id}: {_short(note.text)}"

    async def _unquote(self, id: str) -> None:
        """Remove what an agent was shown of it before."""
        for shown in await self._memory.messages(where=Where(role="tool"), **self._ids):
            if id in quotes(shown):
                with suppress(NotFound):
                    await self._memory.delete(shown.id, **self._ids)

    async def _note(self, record: Record) -> Note | None:
        """The note that is meant: itself, or the only one that was taken of a message."""
        if isinstance(record, Note):
            return record
        query = Query(record.scope.owner.scope, cites=record.id)
        taken = await self._memory._living.notes(query)
        return taken[0] if len(taken) == 1 and taken[0].kind != "summary" else None

    async def _own(self, id: str) -> Record:
        """A memory of this user; anybody else's is as good as missing."""
        try:
            return await self._memory.get(limits.identifier(id, "id"), **self._ids)
        except NotFound:
            raise NotFound(f"nothing here has the id {id[:80]!r}; recall shows ids") from None


def _line(hit: Hit) -> str:
    return f"[{hit.id}] {hit.at:%Y-%m-%d}: {_short(hit.text)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"
