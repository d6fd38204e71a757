"""A real agent of the Agent Framework on a memory, in a process of its own: `FILE SESSION WORDS…`.

Its model is scripted. Nothing may be fetched from anywhere.
"""

import asyncio
import socket
import sys
from collections.abc import Sequence
from typing import Any

from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
)

from recollect import AsyncMemory
from recollect.hosts.agent_framework import RecollectContextProvider, RecollectHistoryProvider


class Scripted(FunctionInvocationLayer, BaseChatClient):  # type: ignore[misc]
    """A model that says what it is told to, and keeps what it was sent. Without a script it
    repeats the last words."""

    def __init__(self, *script: Any) -> None:
        super().__init__()
        self.script = list(script)
        self.seen: list[list[tuple[str, str]]] = []
        self.options: list[Any] = []

    def _inner_get_response(self, *, messages: Any, stream: bool, options: Any, **_: Any) -> Any:
        self.seen.append([(one.role, one.text) for one in messages])
        self.options.append(options)
        said = self.script.pop(0) if self.script else f"You said: {messages[-1].text}"
        given = said if isinstance(said, list) else [said]
        return self._build_response_stream(self._pieces(given)) if stream else self._whole(given)

    async def _whole(self, given: Sequence[Any]) -> ChatResponse[Any]:
        for one in given:
            if isinstance(one, BaseException):
                raise one
        return ChatResponse(messages=[Message("assistant", given)])

    async def _pieces(self, given: Sequence[Any]) -> Any:
        for one in given:
            if isinstance(one, BaseException):
                raise one
            parts = [Content.from_text(word) for word in one] if isinstance(one, str) else [one]
            for part in parts:
                yield ChatResponseUpdate(role="assistant", contents=[part])


def agent(model: Scripted, *providers: Any, **options: Any) -> Agent[Any]:
    """An agent with these providers."""
    return Agent(model, "Be brief.", name="tutor", context_providers=[*providers], **options)


async def main(path: str, session_id: str, *turns: str) -> None:
    """Say something, and print what the model was sent."""
    async with AsyncMemory(path, embedder=None) as memory:
        model = Scripted()
        history = RecollectHistoryProvider(memory, user_id="dana")
        recalling = RecollectContextProvider(memory, user_id="dana")
        made = agent(model, history, recalling)
        for words in turns:
            await made.run(words, session=made.create_session(session_id=session_id))
            print(model.seen[-1])


def no_network(*_: object) -> None:
    raise AssertionError("somebody looks for the network")


if __name__ == "__main__":
    socket.getaddrinfo = no_network  # type: ignore[assignment]
    asyncio.run(main(*sys.argv[1:]))
