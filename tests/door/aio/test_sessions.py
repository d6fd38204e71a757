"""Live conversations and their patterns."""

import pytest

from recollect import AsyncMemory, InputError
from recollect.read.patterns import OVERHEAD
from recollect.read.tokens import estimate


async def test_a_session_keeps_what_is_said_in_it(memory: AsyncMemory):
    async with memory.session(user_id="dana", session_id="s1") as chat:
        await chat.user("My name is Dana.")
        await chat.assistant("Hello Dana!")
    turns = await memory.messages(user_id="dana", session_id="s1")
    assert [(turn.role, turn.content) for turn in turns] == [
        ("user", "My name is Dana."),
        ("assistant", "Hello Dana!"),
    ]
    (session,) = await memory.sessions(user_id="dana")
    assert (session.session_id, session.messages) == ("s1", 2)


async def test_a_new_session_gets_an_id_and_can_be_resumed(memory: AsyncMemory):
    async with memory.session(user_id="dana") as chat:
        await chat.user("hello")
    async with memory.session(user_id="dana", session_id=chat.session_id) as resumed:
        assert [turn.content for turn in await resumed.turns()] == ["hello"]


async def test_buffer_holds_everything_until_the_budget(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="buffer") as chat:
        for i in range(30):
            await chat.user(f"turn {i} " + "word " * 10)
        assert len(await chat.prompt(budget=10_000)) == 30
        short = await chat.prompt(budget=100)
        assert short[-1]["content"].startswith("turn 29")
        assert sum(estimate(turn["content"]) + OVERHEAD for turn in short) <= 100
        with pytest.raises(InputError, match="newest turn"):
            await chat.prompt(budget=5)


async def test_window_holds_the_last_turns(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="window", window=3) as chat:
        for i in range(6):
            await chat.user(f"turn {i}")
        assert [turn["content"] for turn in await chat.prompt()] == ["turn 3", "turn 4", "turn 5"]


async def test_vector_brings_back_what_is_relevant(memory: AsyncMemory):
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    async with memory.session(user_id="dana", session_id="s2", pattern="vector") as chat:
        await chat.user("Which interface look did I prefer?")
        system, turn = await chat.prompt(budget=500)
    assert system["role"] == "system"
    assert "dark theme" in system["content"]
    assert "Which interface" not in system["content"]
    assert turn == {"role": "user", "content": "Which interface look did I prefer?"}


async def test_what_was_recalled_gives_way_to_the_newest_turn(memory: AsyncMemory):
    await memory.add(["I prefer the dark theme. " + "word " * 50], user_id="dana")
    async with memory.session(user_id="dana", pattern="vector") as chat:
        await chat.user("Which theme? " + "please " * 40)
        for budget in (85, 100, 140, 200):
            prompt = await chat.prompt(budget=budget)
            assert prompt[-1]["content"].startswith("Which theme?")
            assert sum(estimate(turn["content"]) + OVERHEAD for turn in prompt) <= budget


async def test_patterns_of_later_releases_say_so(memory: AsyncMemory):
    for pattern in ("summary", "graph", "hybrid"):
        with pytest.raises(InputError, match="not in this release"):
            memory.session(user_id="dana", pattern=pattern)
    with pytest.raises(InputError, match="pattern must be one of"):
        memory.session(user_id="dana", pattern="psychic")
