"""A real agent of LlamaIndex's on a memory, in a process of its own: `FILE USER SESSION WORDS…`.

Its model is scripted: it says what it is shown of memory. Nothing may be fetched from anywhere.
"""

import asyncio
import socket
import sys
from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import Memory

from recollect import AsyncMemory
from recollect.hosts.llama_index import RecollectChatStore, RecollectMemoryBlock


class Scripted:
    """A model that says what it is told to, and keeps what it was sent. Without a script it
    repeats the last words."""

    def __init__(self, *script: Any) -> None:
        self.script = list(script)
        self.seen: list[list[ChatMessage]] = []
        self.llm = MockFunctionCallingLLM(response_generator=self.reply, is_chat_model=True)

    def reply(self, messages: Sequence[ChatMessage], **_: Any) -> ChatMessage:
        self.seen.append([message.model_copy(deep=True) for message in messages])
        said = self.script.pop(0) if self.script else f"You said: {messages[-1].content}"
        if isinstance(said, BaseException):
            raise said
        return said if isinstance(said, ChatMessage) else ChatMessage(said, role="assistant")

    def shown(self, turn: int = -1) -> list[tuple[str, str | None]]:
        """What the model was sent in a call."""
        return [(message.role.value, message.content) for message in self.seen[turn]]


def memory_of(
    memory: Any, session: str, user: str = "dana", blocks: bool = True, **options: Any
) -> Memory:
    """LlamaIndex's memory, kept and recalled here."""
    block = RecollectMemoryBlock(memory, user_id=user)
    return Memory.from_defaults(
        session_id=session,
        chat_store=RecollectChatStore(memory, user_id=user),
        memory_blocks=[block] if blocks else [],
        **options,
    )


def agent(model: Scripted, **options: Any) -> FunctionAgent:
    """An agent that answers once."""
    return FunctionAgent(llm=model.llm, system_prompt="Be brief.", streaming=False, **options)


async def main(path: str, user: str, session: str, *turns: str) -> None:
    """Say something, and print what the model was sent."""
    async with AsyncMemory(path, embedder=None) as memory:
        kept = memory_of(memory, session, user)
        for words in turns:
            model = Scripted("Noted.")
            await agent(model).run(words, memory=kept)
            print(model.shown())


def no_network(*_: object) -> None:
    raise AssertionError("somebody looks for the network")


if __name__ == "__main__":
    socket.getaddrinfo = no_network  # type: ignore[assignment]
    asyncio.run(main(*sys.argv[1:]))
