"""Live conversations and their patterns."""

import json
from itertools import takewhile

import pytest
from anthropic.types import TextBlock, ToolUseBlock
from openai.types.chat import ChatCompletionMessage

from recollect import AsyncMemory, InputError
from recollect.errors import ScopeError
from recollect.read.turns import OVERHEAD
from recollect.text.tokens import estimate
from tests.parts import part


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


async def test_a_session_of_nobody_is_refused(memory: AsyncMemory):
    nobody = [{"session_id": ""}, {"user_id": "dana", "session_id": ""}]
    if memory._counts_here:  # a server may know whose by the key
        nobody.append({})
    for ids in nobody:
        with pytest.raises(ScopeError):
            memory.session(**ids)
    assert memory.session(session_id="s1").session_id == "s1"


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


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary", "vector", "graph", "hybrid"])
async def test_however_often_tools_are_called_the_question_stays_in_view(
    memory: AsyncMemory, pattern
):
    chat = memory.session(user_id="dana", session_id="s1", pattern=pattern, window=4)
    assert (await chat.turns(), await chat.prompt()) == ([], [])
    await chat.user("An older question.")
    await chat.assistant("An older answer.")
    await chat.user("Which of them is the largest?")
    for number in range(20):
        function = {"name": "size", "arguments": "{}"}
        call = {"id": f"c{number}", "type": "function", "function": function}
        await chat.assistant({"content": None, "tool_calls": [call]})
        await chat.tool(f"{number} bytes", tool_call_id=f"c{number}")
    for budget in (100, 400, 4000):
        prompt = await chat.prompt(budget=budget)
        asked = [one for one in prompt if one["content"] == "Which of them is the largest?"]
        assert len(asked) == 1, budget
        assert prompt[-1]["content"] == "19 bytes"
        assert prompt.tokens <= budget


async def test_vector_brings_back_what_is_relevant(memory: AsyncMemory):
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    async with memory.session(user_id="dana", session_id="s2", pattern="vector") as chat:
        await chat.user("Which interface look did I prefer?")
        system, turn = await chat.prompt(budget=500)
    assert system["role"] == "system"
    assert "dark theme" in system["content"]
    assert "Which interface" not in system["content"]
    assert turn == {"role": "user", "content": "Which interface look did I prefer?"}


@pytest.mark.parametrize("pattern", ["vector", "hybrid"])
async def test_a_prompt_can_leave_out_what_is_less_sure(memory: AsyncMemory, pattern):
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    async with memory.session(user_id="dana", session_id="s2", pattern=pattern) as chat:
        await chat.user("Which theme did I prefer?")
        assert (await chat.prompt(min_relevance=0.1)).recalled
        assert not (await chat.prompt(min_relevance=1)).recalled
        with pytest.raises(InputError, match="min_relevance must be a number from 0 to 1"):
            await chat.prompt(min_relevance=2)


async def test_a_prompt_says_what_was_recalled_into_it(memory: AsyncMemory):
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    await memory.relate("Kim", "MANAGES", "Project Alpha", user_id="dana")
    async with memory.session(user_id="dana", pattern="hybrid") as chat:
        await chat.user("Which theme did I prefer, and what does Kim manage?")
        recalled = [one.text for one in (await chat.prompt()).recalled]
        assert "I prefer the dark theme." in recalled
        assert any("Project Alpha" in text for text in recalled)
        assert not any("Which theme" in text for text in recalled)
    async with memory.session(user_id="dana", pattern="buffer") as chat:
        await chat.user("Which theme did I prefer?")
        assert (await chat.prompt()).recalled == ()


async def test_what_was_recalled_gives_way_to_the_newest_turn(memory: AsyncMemory):
    await memory.add(["I prefer the dark theme. " + "word " * 50], user_id="dana")
    async with memory.session(user_id="dana", pattern="vector") as chat:
        await chat.user("Which theme? " + "please " * 40)
        for budget in (85, 100, 140, 200):
            prompt = await chat.prompt(budget=budget)
            assert prompt[-1]["content"].startswith("Which theme?")
            assert sum(estimate(turn["content"]) + OVERHEAD for turn in prompt) <= budget


async def test_an_unknown_pattern_is_refused(memory: AsyncMemory):
    with pytest.raises(InputError, match="pattern must be one of buffer, window, summary, vector"):
        memory.session(user_id="dana", pattern="psychic")


async def test_summary_has_in_short_what_no_longer_fits(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="summary", window=6) as chat:
        await chat.user("We decided to use Django for the store.")
        for i in range(4):
            await chat.assistant(f"I see, number {i}.")
            await chat.user(f"And there is also thing number {i}.")
        steady, *turns = await chat.prompt()
        assert steady["role"] == "system"
        assert "We decided to use Django for the store." in steady["content"]
        assert [turn["content"] for turn in turns][-1] == "And there is also thing number 3."
        assert len(turns) == 6
        (told,) = await memory.notes(user_id="dana", kind="summary")
        assert told.metadata["covers"]["messages"] == 3


async def test_nothing_is_written_while_nothing_overflows(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="hybrid") as chat:
        for i in range(9):
            await chat.user(f"We decided to use tool number {i}.")
            await chat.assistant("I see.")
            before = (await memory.stats()).notes
            await chat.prompt()
            assert (await memory.stats()).notes == before
        assert await memory.notes(user_id="dana", kind="summary") == []


async def test_a_long_turn_overflows_by_its_size(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="summary") as chat:
        await chat.user("I prefer dark mode. " + "Many words. " * 100)
        await chat.assistant("I see.")
        await chat.user("What do I prefer?")
        prompt = await chat.prompt(budget=300)
        assert "I prefer dark mode." in prompt[0]["content"]
        assert prompt[-1]["content"] == "What do I prefer?"
        assert prompt.tokens <= 300


async def test_a_session_that_goes_on_shows_its_last_words(memory: AsyncMemory):
    async with memory.session(user_id="dana", session_id="s1") as chat:
        await chat.user("We decided to use Django for the store.")
        await chat.assistant("Good choice, I will set it up.")
    async with memory.session(user_id="dana", session_id="s1") as chat:
        await chat.user("Go on.")
        said = [turn["content"] for turn in await chat.prompt() if turn["role"] != "system"]
    assert said == [
        "We decided to use Django for the store.",
        "Good choice, I will set it up.",
        "Go on.",
    ]


async def test_graph_follows_whom_the_last_turns_name(memory: AsyncMemory):
    await memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
    await memory.relate("Project Alpha", "HAS_DEADLINE", "March 2026", user_id="dana")
    await memory.relate("Bob", "MANAGES", "Project Beta", user_id="dana")
    async with memory.session(user_id="dana", pattern="graph") as chat:
        await chat.user("What about Alice?")
        known, turn = await chat.prompt()
    assert "Project Alpha has deadline March 2026." in known["content"]
    assert "Beta" not in known["content"]
    assert turn["content"] == "What about Alice?"


async def test_hybrid_has_all_of_them_under_one_budget(memory: AsyncMemory):
    await memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
    persona = await memory.set("persona", "A patient tutor.", user_id="dana")
    await memory.update(persona.id, user_id="dana", kind="core")
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    async with memory.session(user_id="dana", window=4, system="Be kind.") as chat:
        await chat.user("We decided to use Django for the store.")
        for i in range(4):
            await chat.assistant(f"I see, number {i}.")
            await chat.user(f"And there is also thing number {i}.")
        await chat.user("Which theme look does Alice want?")
        prompts = [await chat.prompt(budget=budget) for budget in (1000, 400, 150, 60)]
    for prompt, budget in zip(prompts, (1000, 400, 150, 60), strict=True):
        assert prompt.tokens <= budget
        assert prompt[0]["content"] == "Be kind."
        assert prompt[-1]["content"] == "Which theme look does Alice want?"
    _, steady, *turns, recalled, _ = prompts[0]
    assert "A patient tutor." in steady["content"]
    assert "We decided to use Django for the store." in steady["content"]
    assert "Alice manages Project Alpha." in recalled["content"]
    assert "I prefer the dark theme." in recalled["content"]
    assert "A patient tutor." not in recalled["content"]
    assert turns[-1]["content"] == "And there is also thing number 3."


@part
async def test_what_stays_stays_to_the_byte(memory: AsyncMemory):
    """A provider's cache hits while memory does not change: folding turns is such a change."""
    await memory.add("I prefer the dark theme.", user_id="dana", session_id="s1")
    for pattern, window in (("buffer", 1), ("summary", 20), ("hybrid", 20), ("vector", 60)):
        async with memory.session(
            user_id="dana", pattern=pattern, window=window, system="Be kind."
        ) as chat:
            shared = whole = 0
            before, written = "", 0
            for i in range(24):
                await chat.user(f"And the dark theme number {i}? " + "word " * (i % 7))
                prompt = await chat.prompt(budget=6_000)
                same = (await memory.stats(user_id="dana")).notes == written
                if before and same:
                    pairs = zip(before, json.dumps(prompt), strict=False)
                    shared += len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
                    whole += len(before)
                before = json.dumps(prompt[: prompt.stable])[:-1]
                await chat.assistant(f"Yes, it is theme number {i}.")
                written = (await memory.stats(user_id="dana")).notes
            assert shared >= 0.95 * whole > 0, pattern


async def test_tool_calls_come_back_with_their_results(memory: AsyncMemory):
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q": 1}'}}
    async with memory.session(user_id="dana", pattern="window", window=3) as chat:
        await chat.user("Find it.")
        await chat.assistant({"content": "Looking.", "tool_calls": [call]})
        await chat.tool("12 degrees", tool_call_id="c1")
        _, called, answered = await chat.prompt()
        assert called == {"role": "assistant", "content": "Looking.", "tool_calls": [call]}
        assert answered == {"role": "tool", "tool_call_id": "c1", "content": "12 degrees"}
        await chat.assistant("It is 12 degrees.")
        await chat.user("Thanks.")
        roles = [turn["role"] for turn in await chat.prompt()]
        assert roles == ["assistant", "user"]  # the result alone would be refused
        with pytest.raises(InputError, match="tool_call_id"):
            await chat.tool("x", tool_call_id="")


async def test_blocks_of_anthropic_are_understood(memory: AsyncMemory):
    used = {"type": "tool_use", "id": "t1", "name": "find", "input": {"q": "x"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "found"}
    async with memory.session(user_id="dana", pattern="buffer") as chat:
        await chat.user("Find x.")
        await chat.assistant([{"type": "text", "text": "Looking."}, used])
        await chat.user([result, {"type": "text", "text": "Well?"}])
        prompt = await chat.prompt(format="anthropic")
    assert prompt[1]["content"] == [{"type": "text", "text": "Looking."}, used]
    assert prompt[2]["content"] == [result, {"type": "text", "text": "Well?"}]


async def test_a_counter_of_yours_is_asked(memory: AsyncMemory):
    async with memory.session(user_id="dana", pattern="buffer", tokens=len) as chat:
        await chat.user("12345")
        await chat.user("12345")
        assert len(await chat.prompt(budget=17)) == 1
        assert len(await chat.prompt(budget=18)) == 2
    with pytest.raises(InputError, match="tokens must be a function"):
        memory.session(user_id="dana", tokens="magic")
    async with memory.session(user_id="dana", tokens=lambda text: "many") as chat:
        await chat.user("hello")
        with pytest.raises(InputError, match="whole number"):
            await chat.prompt()


async def test_recalled_memory_fits_by_a_counter_of_yours(memory: AsyncMemory):
    await memory.add([f"I prefer the dark theme number {i}." for i in range(20)], user_id="dana")
    async with memory.session(user_id="dana", pattern="vector", tokens=len) as chat:
        await chat.user("Which theme?")
        recalled, _ = prompt = await chat.prompt(budget=800)
    assert "dark theme" in recalled["content"]
    assert sum(len(turn["content"]) + OVERHEAD for turn in prompt) <= 800


async def test_bad_formats_and_systems_are_refused(memory: AsyncMemory):
    with pytest.raises(InputError, match="system is empty"):
        memory.session(user_id="dana", system=" ")
    async with memory.session(user_id="dana") as chat:
        await chat.user("hello")
        with pytest.raises(InputError, match="format must be one of openai, anthropic, gemini"):
            await chat.prompt(format="xml")


async def test_what_a_providers_client_answered_is_kept_as_it_came(memory: AsyncMemory):
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    openai = ChatCompletionMessage.model_validate(
        {"role": "assistant", "content": "Looking.", "tool_calls": [call]}
    )
    used = ToolUseBlock(type="tool_use", id="t1", name="find", input={"q": "x"})
    async with memory.session(user_id="dana", pattern="buffer") as chat:
        await chat.user("Find it.")
        await chat.assistant(openai)
        await chat.tool("found", tool_call_id="c1")
        await chat.assistant([TextBlock(type="text", text="Again."), used])
        await chat.tool("found", tool_call_id="t1")
        _, one, _, two, _ = await chat.prompt()
    assert one == {"role": "assistant", "content": "Looking.", "tool_calls": [call]}
    assert (two["content"], two["tool_calls"][0]["id"]) == ("Again.", "t1")
