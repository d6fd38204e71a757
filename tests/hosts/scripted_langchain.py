"""A chat model that says what it is told to, and agents of LangChain around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field

from recollect import AsyncMemory, Memory

WAYS = ["sync", "threads", "async"]
"""A Memory in sync runs, a Memory in async runs, an AsyncMemory."""


class Model(BaseChatModel):
    """What it was sent is in `seen`. Without a script it repeats the last words."""

    script: list[Any] = Field(default_factory=list)
    seen: list[list[BaseMessage]] = Field(default_factory=list)
    before: Callable[[], object] | None = None
    """Done while it thinks."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def system(self) -> str:
        """What the system said in the last request."""
        return "\n".join(one.text for one in self.seen[-1] if one.type == "system")

    def bind_tools(self, tools: Any, **_: Any) -> Model:
        return self

    def _said(self, messages: list[BaseMessage]) -> Any:
        self.seen.append(list(messages))
        if self.before is not None:
            self.before()
        said = self.script.pop(0) if self.script else f"You said: {messages[-1].text}"
        if isinstance(said, BaseException):
            raise said
        return said

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        said = self._said(messages)
        message = AIMessage("".join(said)) if isinstance(said, str | tuple) else said
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(self, messages: list[BaseMessage], *_: Any, **__: Any) -> Iterator[Any]:
        said = self._said(messages)
        if isinstance(said, AIMessage):
            said = AIMessageChunk(**said.model_dump(exclude={"type"}))
            yield ChatGenerationChunk(message=said)
            return
        for piece in said if isinstance(said, tuple) else said.split(" "):
            if isinstance(piece, BaseException):
                raise piece
            yield ChatGenerationChunk(message=AIMessageChunk(piece))


def calls(*named: tuple[str, dict[str, Any]]) -> AIMessage:
    """An answer that calls tools."""
    made = [
        {"name": name, "args": args, "id": f"c{number}", "type": "tool_call"}
        for number, (name, args) in enumerate(named)
    ]
    return AIMessage("", tool_calls=made)


class Talk:
    """A memory and how it is used, whatever its colour."""

    def __init__(self, way: str, url: str, **options: Any) -> None:
        self.way = way
        kind = AsyncMemory if way == "async" else Memory
        self.memory: Any = kind(url, **(options or {"embedder": None}))

    async def verb(self, name: str, *given: Any, **named: Any) -> Any:
        """A verb of the memory."""
        made = getattr(self.memory, name)(*given, **named)
        return await made if self.way == "async" else made

    async def run(self, agent: Any, said: Any, user: str | None = "dana", **named: Any) -> Any:
        """What an agent's run ends with."""
        thread = named.pop("thread", None)
        ids = {"user_id": user, "thread_id": thread}
        config = {"configurable": {key: one for key, one in ids.items() if one is not None}}
        given = None if said is None else {"messages": said}
        if self.way == "sync":
            return agent.invoke(given, config, **named)
        return await agent.ainvoke(given, config, **named)

    async def log(self, user: str = "dana", session: str | None = None) -> list[tuple[str, str]]:
        """Who said what, in its order."""
        said = await self.verb("messages", user_id=user, session_id=session)
        return [(message.role, message.content) for message in said]
