"""Many conversations on one event loop, and turns that are cancelled."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from recollect import AsyncAgent, AsyncMemory

from .test_cancelled import Cut

MANY = 200


@pytest.fixture
async def memory(folder: Path) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(f"sqlite:///{folder / 'many.db'}", embedder=None) as opened:
        yield opened


def shown(messages: list[dict[str, Any]]) -> str:
    return "\n".join(str(message["content"]) for message in messages)


async def test_two_hundred_conversations_on_one_event_loop(memory: AsyncMemory) -> None:
    at_once, most, all_ask = 0, 0, asyncio.Event()

    async def model(messages: list[dict[str, Any]]) -> AsyncIterator[str]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == MANY:
            all_ask.set()
        await all_ask.wait()  # nobody is answered before all have asked
        for word in ("You ", "said: ", messages[-1]["content"]):
            yield word
        at_once -= 1

    async def talk(number: int) -> list[str]:
        user = f"user-{number}"
        async with AsyncAgent(memory, model, user_id=user) as agent:
            first = [piece async for piece in agent.stream(f"I am number {number}.")]
            second = await agent.chat("Who am I?")
        return ["".join(first), second]

    answers = await asyncio.gather(*(talk(number) for number in range(MANY)))
    assert most == MANY
    assert answers == [
        [f"You said: I am number {number}.", "You said: Who am I?"] for number in range(MANY)
    ]
    for number in range(0, MANY, 20):
        said = await memory.messages(user_id=f"user-{number}")
        assert [one.content for one in said] == [
            f"I am number {number}.",
            f"You said: I am number {number}.",
            "Who am I?",
            "You said: Who am I?",
        ]
    spent = await memory.spend()
    assert (spent.calls, spent.failed) == (2 * MANY, 0)


async def test_two_turns_of_one_conversation_take_turns(memory: AsyncMemory) -> None:
    async def model(messages: list[dict[str, Any]]) -> str:
        await asyncio.sleep(0.01)
        return "You said: " + messages[-1]["content"]

    async with AsyncAgent(memory, model, user_id="dana", session_id="s1") as agent:
        await asyncio.gather(*(agent.chat(f"turn {number}") for number in range(5)))
    said = [one.content for one in await memory.messages(user_id="dana", session_id="s1")]
    assert len(said) == 10
    for asked, answered in zip(said[::2], said[1::2], strict=True):
        assert answered == f"You said: {asked}"


def whole(log: list[tuple[str, str, dict[str, Any]]]) -> None:
    """Every call of a tool has its result behind it, and no answer is there twice."""
    for place, (_, _, marks) in enumerate(log):
        if "tool_calls" in marks:
            ids = {call["id"] for call in marks["tool_calls"]}
            after = log[place + 1 : place + 1 + len(ids)]
            assert {one[2].get("tool_call_id") for one in after} == ids


async def test_cancelling_leaves_no_half_written_turn(memory: AsyncMemory) -> None:
    """Turns with tools, cancelled at any moment, and said again until they are answered."""
    chance = random.Random(7)
    cancelled = 0

    async def weather(city: str) -> str:
        """The weather in a city."""
        await asyncio.sleep(0.002)
        return f"24 degrees in {city}"

    async def model(messages: list[dict[str, Any]], tools: list[Any]) -> Any:
        await asyncio.sleep(0.002)
        if messages[-1]["role"] == "tool":
            return {"content": "It is warm."}
        function = {"name": "weather", "arguments": '{"city": "Porto"}'}
        return {"content": "", "tool_calls": [{"id": "c1", "function": function}]}

    async def turn(cut: Cut, session: str, asked: str) -> Any:
        agent = AsyncAgent(memory, model, user_id="dana", session_id=session, tools=[weather])
        return await cut.of(agent.chat(asked))

    whole_turn = Cut(0)
    await turn(whole_turn, "first", "Is it warm in Porto?")
    for number in range(30):
        session, asked = f"s{number}", f"Is it warm in Porto, {number}?"
        for attempt in range(6):
            cut = Cut(chance.randint(1, whole_turn.waits) if attempt < 5 else 0)
            try:
                assert await asyncio.create_task(turn(cut, session, asked)) == "It is warm."
                break
            except asyncio.CancelledError:
                cancelled += 1
                said = await memory.messages(user_id="dana", session_id=session, last=1)
                if said and said[-1].content == "It is warm.":
                    break  # it came too late: what is written is seen to its end
        said = await memory.messages(user_id="dana", session_id=session)
        log = [(one.role, one.content, dict(one.metadata)) for one in said]
        whole(log)
        assert [text for role, text, _ in log if role == "user"] == [asked]
        assert log[-1][:2] == ("assistant", "It is warm.")
        assert sum(text == "It is warm." for _, text, _ in log) == 1
    assert cancelled > 20
    assert (await memory.verify()).ok


async def test_a_stream_that_is_cancelled_keeps_what_was_heard(memory: AsyncMemory) -> None:
    heard = asyncio.Event()

    async def model(messages: list[dict[str, Any]]) -> AsyncIterator[str]:
        yield "One, "
        yield "two, "
        heard.set()
        await asyncio.sleep(60)
        yield "three."

    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")

    async def listen() -> None:
        async for _ in agent.stream("Count."):
            pass

    task = asyncio.create_task(listen())
    await heard.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    user, last = await memory.messages(user_id="dana", session_id="s1")
    assert (user.content, last.content) == ("Count.", "One, two, ")
    assert last.metadata["broken"] == "stopped"


async def test_an_agent_outlives_its_event_loop(folder: Path) -> None:
    def run(text: str) -> str:
        async def once() -> str:
            async with AsyncMemory(f"sqlite:///{folder / 'loops.db'}", embedder=None) as memory:
                return str(await AsyncAgent(memory, None, user_id="dana").chat(text))

        return asyncio.run(once())

    assert await asyncio.to_thread(run, "I like green tea.") == "Noted."
    assert "green tea" in await asyncio.to_thread(run, "Which tea do I like?")
