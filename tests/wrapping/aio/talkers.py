"""Programs that talk with a model through a provider's SDK, all alike to a test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import openai

import recollect
from recollect import AsyncMemory
from tests.wrapping.kinds import INTERACTS, AsyncGoogle, AsyncQuickGoogle, config, contents, steps

Turns = list[tuple[str, str]]
QUICK: dict[str, Any] = {"max_retries": 0, "timeout": 60.0}


def chat(turns: Turns) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for role, text in turns]


class AsyncTalker:
    """A client wrapped around a memory."""

    made: Any
    wire = "openai"

    def __init__(self, memory: AsyncMemory, **how: Any) -> None:
        self.bare = self.client()
        ids = {"user_id": "dana", "session_id": "s1"} | how
        self.wrapped: Any = recollect.wrap(self.bare, memory, **ids)

    def client(self) -> Any:
        raise NotImplementedError

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        raise NotImplementedError

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        raise NotImplementedError
        yield ""

    async def close(self) -> None:
        await self.bare.close()


class AsyncChat(AsyncTalker):
    """OpenAI's chat completions."""

    def client(self) -> Any:
        return openai.AsyncOpenAI(**QUICK)

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        told = [{"role": "system", "content": system}] if system else []
        made = await self.wrapped.chat.completions.create(
            model="m", messages=[*told, *chat(turns)], **more
        )
        message = made.choices[0].message
        return message.content or message.refusal or ""

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        made = await self.wrapped.chat.completions.create(
            model="m", messages=chat(turns), stream=True
        )
        async with made as stream:
            async for chunk in stream:
                for choice in chunk.choices:
                    if choice.delta.content:
                        yield choice.delta.content


class AsyncResponses(AsyncTalker):
    """OpenAI's responses."""

    wire = "responses"

    def client(self) -> Any:
        return openai.AsyncOpenAI(**QUICK)

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        told = {"instructions": system} if system else {}
        made = await self.wrapped.responses.create(model="m", input=chat(turns), **told, **more)
        return made.output_text

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        made = await self.wrapped.responses.create(model="m", input=chat(turns), stream=True)
        async with made as stream:
            async for event in stream:
                if event.type == "response.output_text.delta":
                    yield event.delta


class AsyncClaude(AsyncTalker):
    """Anthropic's messages."""

    wire = "anthropic"

    def client(self) -> Any:
        return anthropic.AsyncAnthropic(**QUICK)

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        told = {"system": system} if system else {}
        made = await self.wrapped.messages.create(
            model="m", max_tokens=9, messages=chat(turns), **told, **more
        )
        return "".join(block.text for block in made.content if block.type == "text")

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        asked = {"model": "m", "max_tokens": 9, "messages": chat(turns)}
        async with self.wrapped.messages.stream(**asked) as stream:
            async for text in stream.text_stream:
                yield text


class AsyncGemini(AsyncTalker):
    """google-genai."""

    wire = "gemini"

    def client(self) -> Any:
        return AsyncGoogle()

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        made = await self.wrapped.models.generate_content(
            model="m", contents=contents(turns), config=config(system)
        )
        return made.text or ""

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        made = AsyncStreamed(self.wrapped.models, contents(turns))
        async for chunk in made:
            yield chunk.text or ""

    async def close(self) -> None:
        await self.bare.aclose()


class AsyncInteractions(AsyncTalker):
    """google-genai's interactions."""

    wire = "interactions"

    def client(self) -> Any:
        return AsyncQuickGoogle()

    async def ask(self, turns: Turns, system: str = "", **more: Any) -> str:
        told = {"system_instruction": system} if system else {}
        made = await self.wrapped.interactions.create(model="m", input=steps(turns), **told, **more)
        return made.output_text or ""

    async def stream(self, turns: Turns) -> AsyncIterator[str]:
        made = await self.wrapped.interactions.create(model="m", input=steps(turns), stream=True)
        async with made as stream:
            async for event in stream:
                if event.event_type == "step.delta" and event.delta.type == "text":
                    yield event.delta.text

    async def close(self) -> None:
        await self.bare.aclose()


class AsyncStreamed:
    """Google's stream: in async code it has to be awaited first."""

    def __init__(self, models: Any, asked: Any) -> None:
        self._models, self._asked = models, asked

    async def __aiter__(self) -> AsyncIterator[Any]:
        stream = await self._models.generate_content_stream(model="m", contents=self._asked)
        async for chunk in stream:
            yield chunk


TALKERS = [AsyncChat, AsyncResponses, AsyncClaude, AsyncGemini]
TALKERS += [AsyncInteractions] if INTERACTS else []
