"""A chat loop on a memory that a server keeps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from recollect import AsyncAgent, AsyncMemory, ModelError
from recollect.types import new_id
from tests.serving import serving


@pytest.fixture(scope="module")
def served() -> Iterator[Any]:
    with serving(embedder=None) as running:
        yield running


@pytest.fixture
async def memory(served: Any) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(served.url, api_key=served.key(new_id())) as memory:
        yield memory


async def test_two_sessions_without_a_model(memory):
    async with AsyncAgent(memory, None, user_id="dana") as agent:
        assert await agent.chat("My name is Dana and I prefer dark mode.") == "Noted."
    async with AsyncAgent(memory, None, user_id="dana") as agent:
        for asked in ("What UI preference did I mention?", "Which mode do I prefer?"):
            answer = await agent.chat(asked)
            assert "My name is Dana and I prefer dark mode." in answer
        assert "Dana" in await agent.chat("Hello!")
        assert await agent.chat("What is the capital of France?") == (
            "I have nothing about that in memory."
        )


async def test_what_was_replaced_is_told_as_such(memory):
    await memory.add("I live in Lisbon.", user_id="kim", at="2026-01-10")
    await memory.add("I moved to Porto.", user_id="kim", at="2026-03-02")
    answer = await AsyncAgent(memory, None, user_id="kim").chat("Where do I live?")
    assert answer.splitlines()[1:] == [
        '- "I moved to Porto." (you, 2026-03-02)',
        '- before: "I live in Lisbon." (you, 2026-01-10)',
    ]


async def test_a_model_sees_what_the_server_remembers(memory, model, log):
    await memory.add("I prefer dark mode.", user_id="dana", session_id="monday")
    model.script += ["Dark mode.", ["One ", "two."], ["Half ", ConnectionError()], "Whole."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1")
    reply = await agent.chat("Which mode do I prefer?")
    assert "I prefer dark mode." in str(model.seen[0])
    assert [source.text for source in reply.sources] == ["I prefer dark mode."]
    assert [piece async for piece in agent.stream("Count.")] == ["One ", "two."]
    with pytest.raises(ModelError):
        assert [piece async for piece in agent.stream("Go on.")]
    assert await agent.chat("Go on.") == "Whole."
    assert [text for _, text in await log("s1")] == [
        "Which mode do I prefer?", "Dark mode.", "Count.", "One two.", "Go on.", "Half ", "Whole.",
    ]  # fmt: skip


async def test_tools_are_called_and_kept(memory, model, log):
    def weather(city: str) -> str:
        """The weather in a city."""
        return f"24 degrees in {city}"

    model.script += [model.calls("weather", '{"city": "Porto"}'), "Warm."]
    agent = AsyncAgent(memory, model, user_id="dana", session_id="s1", tools=[weather])
    assert await agent.chat("Is it warm in Porto?") == "Warm."
    assert [role for role, _ in await log("s1")] == ["user", "assistant", "tool", "assistant"]
