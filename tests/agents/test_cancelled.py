"""Cancelled at every single place where a turn waits, a log has whole turns only."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import openai

import recollect
from recollect import AsyncAgent, AsyncMemory
from recollect.agents.aio.exchange import AsyncListener, Manner
from recollect.agents.wires.chat import ChatWire

MOST = 400


class Cut:
    """Awaits something, and is cancelled where that waits for the nth time."""

    def __init__(self, number: int) -> None:
        self.number, self.waits = number, 0

    @types.coroutine
    def of(self, made: Awaitable[Any]) -> Generator[Any, Any, Any]:
        inner = made.__await__()
        error: BaseException | None = None
        while True:
            try:
                waiting = inner.send(None) if error is None else inner.throw(error)
            except StopIteration as end:
                return end.value
            self.waits += 1
            if self.waits == self.number:
                task = asyncio.current_task()
                assert task is not None
                task.cancel()
            try:
                yield waiting
                error = None
            except BaseException as thrown:
                error = thrown


Turn = Callable[[AsyncMemory], Awaitable[Any]]
Log = list[tuple[str, str]]


async def everywhere(folder: Path, turn: Turn) -> list[tuple[Path, Log]]:
    """Cut a turn at each of its waits, each in a memory of its own; gives what is kept there."""
    found: list[tuple[Path, Log]] = []
    for number in range(1, MOST):
        path, cut = folder / f"{number}.db", Cut(number)
        async with AsyncMemory(str(path), embedder=None) as memory:

            async def run(cut: Cut = cut, memory: AsyncMemory = memory) -> None:
                await cut.of(turn(memory))

            (ended,) = await asyncio.gather(asyncio.create_task(run()), return_exceptions=True)
        found.append((path, await log(path)))
        if cut.waits < number:
            assert ended is None
            return found
    raise AssertionError("it never ends")


async def log(path: Path) -> Log:
    async with AsyncMemory(str(path), embedder=None) as memory:
        assert (await memory.verify()).ok
        return [(one.role, one.content) for one in await memory.messages(user_id="dana")]


async def test_an_agents_turn(folder: Path) -> None:
    async def weather(city: str) -> str:
        """The weather in a city."""
        await asyncio.sleep(0)
        return "24 degrees"

    async def model(messages: list[dict[str, Any]], tools: list[Any]) -> Any:
        await asyncio.sleep(0)
        if messages[-1]["role"] == "tool":
            return "It is warm."
        function = {"name": "weather", "arguments": '{"city": "Porto"}'}
        return {"content": None, "tool_calls": [{"id": "c1", "function": function}]}

    async def turn(memory: AsyncMemory) -> None:
        agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
        await agent.chat("Is it warm?")

    found = await everywhere(folder, turn)
    whole = ["user", "assistant", "tool", "assistant"]
    roles = [[role for role, _ in kept] for _, kept in found]
    assert all(kept in ([], whole[:1], whole[:3], whole) for kept in roles)
    assert {len(kept) for kept in roles} == {0, 1, 3, 4}
    for (path, kept), before in zip(found, roles, strict=True):
        if before in (whole[:1], whole[:3]):  # said again, it is answered, and nothing is doubled
            async with AsyncMemory(str(path), embedder=None) as memory:
                await turn(memory)
            after = await log(path)
            assert after[: len(kept)] == kept
            assert [role for role, _ in after].count("user") == 1
            assert after[-1] == ("assistant", "It is warm.")


async def test_a_call_of_a_wrapped_client(scripted: Any, folder: Path) -> None:
    async with openai.AsyncOpenAI(max_retries=0) as bare:

        async def turn(memory: AsyncMemory) -> None:
            client = recollect.wrap(bare, memory, user_id="dana", session_id="s1")
            await client.chat.completions.create(
                model="m", messages=[{"role": "user", "content": "Hello!"}]
            )

        found = await everywhere(folder, turn)
    whole = [("user", "Hello!"), ("assistant", "You said: Hello!")]
    assert all(kept in ([], whole[:1], whole) for _, kept in found)
    assert {len(kept) for _, kept in found} == {0, 1, 2}


async def test_nothing_is_left_of_a_question_that_was_not_asked(folder: Path) -> None:
    body = {"messages": [{"role": "user", "content": "Where do I live?"}]}
    async with AsyncMemory(str(folder / "m.db"), embedder=lambda made: [[1.0]] * len(made)) as kept:
        listener = AsyncListener(
            kept, kept._conversation("dana", None, None), Manner("hybrid", 500, len)
        )
        for number in range(1, MOST):
            cut = Cut(number)

            async def run(cut: Cut = cut) -> None:
                await cut.of(listener.begin(ChatWire(), body))

            await asyncio.gather(asyncio.create_task(run()), return_exceptions=True)
            assert kept._foreseen == {}
            if cut.waits < number:
                return
