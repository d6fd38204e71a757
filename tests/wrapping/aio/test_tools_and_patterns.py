"""Tool calls through a wrapped client, what each pattern shows, and what passes untouched."""

from __future__ import annotations

import base64
import json
from typing import Any

import anthropic
import openai
import pytest

import recollect
from recollect import AsyncMemory, InputError
from recollect.concurrency import AsyncClock
from recollect.errors import ScopeError
from recollect.text.tokens import estimate
from tests.providers import Call, Drop, Say
from tests.wrapping.aio.talkers import AsyncChat, AsyncClaude, AsyncGemini, AsyncResponses, chat
from tests.wrapping.kinds import contents

DARK = "I prefer dark mode in every UI."
CALL = Call("weather", {"city": "Porto"}, "c1")
SIGNATURE = base64.b64encode(b"\xff\xfe a thought \x00?>").decode()
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}}


def is_call(content: Any) -> bool:
    """Whether a turn of Gemini's calls a tool."""
    return any("functionCall" in part for part in content["parts"])


async def kept(memory: AsyncMemory) -> list[tuple[Any, ...]]:
    """The log, with calls and results as they were."""
    made = []
    for said in await memory.messages(user_id="dana", session_id="s1"):
        calls = [
            (c["id"], c["name"], json.loads(c["arguments"]))
            for c in said.metadata.get("tool_calls", [])
        ]
        results = [(r["id"], r["content"]) for r in said.metadata.get("tool_results", [])]
        if said.role == "tool":
            results = [(said.metadata["tool_call_id"], said.content)]
        made.append((said.role, calls, results) if calls or results else (said.role, said.content))
    return made


RESULTS = {"24 degrees": "24 degrees", "": "(nothing)", " \n": "(nothing)", "24\0": "24\ufffd"}
"""What a tool answers, and what is kept of it: its call has a result in any case."""
results = pytest.mark.parametrize("result", RESULTS, ids=["words", "empty", "blank", "NUL"])


async def is_as_wanted(memory: AsyncMemory, result: str) -> None:
    said = await kept(memory)
    assert said[2][0] in ("user", "tool")
    said[2] = (None, *said[2][1:])
    assert said == [
        ("user", "Is it warm in Porto?"),
        ("assistant", [("c1", "weather", {"city": "Porto"})], []),
        (None, [], [("c1", RESULTS[result])]),
        ("assistant", "Yes, 24 degrees."),
        ("user", "Thanks!"),
        ("assistant", "You said: Thanks!"),
    ]


@results
async def test_tools_of_chat_completions(scripted, memory, result):
    talker = AsyncChat(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    messages: list[Any] = chat([("user", "Is it warm in Porto?")])
    create = talker.wrapped.chat.completions.create
    for _ in range(2):
        made = (await create(model="m", messages=messages)).choices[0].message
        messages.append(made)  # as the SDK gives it
        for call in made.tool_calls or []:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    messages.append({"role": "user", "content": "Thanks!"})
    await create(model="m", messages=messages)
    await is_as_wanted(memory, result)
    await talker.close()


@results
async def test_tools_of_responses(scripted, memory, result):
    talker = AsyncResponses(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    items: list[Any] = chat([("user", "Is it warm in Porto?")])
    for _ in range(2):
        made = await talker.wrapped.responses.create(model="m", input=items)
        items += made.output
        for one in made.output:
            if one.type == "function_call":
                told = {"call_id": one.call_id, "output": result}
                items.append({"type": "function_call_output", **told})
    items.append({"role": "user", "content": "Thanks!"})
    await talker.wrapped.responses.create(model="m", input=items)
    await is_as_wanted(memory, result)
    await talker.close()


@results
async def test_tools_of_messages(scripted, memory, result):
    talker = AsyncClaude(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    messages: list[Any] = chat([("user", "Is it warm in Porto?")])
    for _ in range(2):
        made = await talker.wrapped.messages.create(model="m", max_tokens=9, messages=messages)
        messages.append({"role": "assistant", "content": made.content})
        for block in made.content:
            if block.type == "tool_use":
                told = {"tool_use_id": block.id, "content": result}
                messages.append({"role": "user", "content": [{"type": "tool_result", **told}]})
    messages.append({"role": "user", "content": "Thanks!"})
    await talker.wrapped.messages.create(model="m", max_tokens=9, messages=messages)
    await is_as_wanted(memory, result)
    await talker.close()


@results
async def test_tools_of_generate_content(scripted, memory, result):
    talker = AsyncGemini(memory)
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    asked: list[Any] = contents([("user", "Is it warm in Porto?")])
    generate = talker.wrapped.models.generate_content
    for _ in range(2):
        made = await generate(model="m", contents=asked)
        asked.append(made.candidates[0].content)
        for call in made.function_calls or []:
            told = {"id": call.id, "name": call.name, "response": {"result": result}}
            asked.append({"role": "user", "parts": [{"function_response": told}]})
    asked += contents([("user", "Thanks!")])
    await generate(model="m", contents=asked)
    await is_as_wanted(memory, result)
    await talker.close()


@pytest.mark.parametrize("model", ["gemini-3-flash", "gemini-2.5-flash"])
async def test_what_gemini_signs_goes_back_with_the_call(scripted, memory, model):
    """Also when the caller has forgotten the turn, and memory gives it back."""
    signed = Call("weather", {"city": "Porto"}, "c1", SIGNATURE)
    scripted.script += [Say(calls=(signed,)), Say("Yes, 24 degrees.")]
    talker = AsyncGemini(memory, pattern="buffer")
    generate = talker.wrapped.models.generate_content
    asked: list[Any] = contents([("user", "Is it warm in Porto?")])
    for _ in range(2):
        made = await generate(model=model, contents=asked)
        asked.append(made.candidates[0].content)
        for call in made.function_calls or []:
            told = {"id": call.id, "name": call.name, "response": {"result": "24 degrees"}}
            asked.append({"role": "user", "parts": [{"function_response": told}]})
    await generate(model=model, contents="Thanks!")
    (again,) = [one["parts"] for one in scripted.requests[-1].messages if is_call(one)]
    assert [one["thoughtSignature"] for one in again] == [SIGNATURE]
    await talker.close()


@pytest.mark.parametrize(("model", "signs"), [("gemini-3-flash", True), ("gemini-2.5-pro", False)])
async def test_gemini_takes_the_calls_of_others(scripted, memory, model, signs):
    other = AsyncChat(memory, pattern="buffer")
    scripted.script += [Say(calls=(CALL,)), Say("Yes, 24 degrees.")]
    messages: list[Any] = chat([("user", "Is it warm in Porto?")])
    made = await other.wrapped.chat.completions.create(model="m", messages=messages)
    messages.append(made.choices[0].message.to_dict())
    messages.append({"role": "tool", "tool_call_id": "c1", "content": "24 degrees"})
    await other.wrapped.chat.completions.create(model="m", messages=messages)
    talker = AsyncGemini(memory, pattern="buffer")
    await talker.wrapped.models.generate_content(model=model, contents="Thanks!")
    (again,) = [one["parts"] for one in scripted.requests[-1].messages if is_call(one)]
    word = base64.b64encode(b"skip_thought_signature_validator").decode()
    assert [one.get("thoughtSignature") for one in again] == [word if signs else None]
    await other.close()
    await talker.close()


async def test_a_call_is_kept_before_its_tool_has_answered(scripted, memory, talker, caplog):
    scripted.script.append(Say(calls=(CALL,)))
    await talker.ask([("user", "Is it warm?")])
    assert await kept(memory) == [
        ("user", "Is it warm?"),
        ("assistant", [("c1", "weather", {"city": "Porto"})], []),
    ]
    assert not [one for one in caplog.records if one.name == "recollect"]


async def test_calls_of_a_stream_are_kept_if_they_are_whole(scripted, memory, talker):
    scripted.script.append(Say("Let me look.", (CALL,)))
    assert [text async for text in talker.stream([("user", "Is it warm?")])]
    assert (await kept(memory))[1][1] == [("c1", "weather", {"city": "Porto"})]


async def test_a_call_that_breaks_off_was_not_made(scripted, memory):
    talker = AsyncClaude(memory)
    # Start, a block of text, the call's start and half of its arguments.
    scripted.script.append(Drop(Say("Look.", (CALL,)), after=7))
    with pytest.raises(Exception, match=r"(?i)connection"):
        assert [text async for text in talker.stream([("user", "Is it warm?")])]
    assert await kept(memory) == [("user", "Is it warm?"), ("assistant", "Look.")]
    await talker.close()


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary"])
async def test_a_pattern_that_holds_turns_gives_back_those_a_request_lacks(
    scripted, memory, pattern
):
    talkers = [
        kind(memory, pattern=pattern)
        for kind in (AsyncChat, AsyncClaude, AsyncGemini, AsyncResponses)
    ]
    for talker in talkers:
        await talker.ask([("user", f"I am {talker.wire}.")], "Be brief.")
        scripted.requests.clear()
        await talker.ask([("user", "Who am I?")], "Be brief.")
        (request,) = scripted.requests
        assert f"I am {talker.wire}." in request.seen
        assert request.asked == "Who am I?"
        assert request.system == "Be brief."
        await talker.close()
    said = await memory.messages(user_id="dana", session_id="s1")
    assert len(said) == 16


@pytest.mark.parametrize("pattern", ["vector", "graph", "hybrid"])
async def test_a_pattern_that_recalls_shows_what_helps(scripted, memory, pattern):
    await memory.relate("Alice", "MANAGES", "Project Alpha", user_id="dana")
    await memory.relate("Project Alpha", "DUE", "March 2026", user_id="dana")
    talker = AsyncClaude(memory, pattern=pattern)
    await talker.ask([("user", "When is the project due that Alice manages?")])
    assert "March 2026" in scripted.requests[0].seen
    await talker.close()


async def test_memory_never_takes_more_than_its_budget(scripted, memory):
    said = [f"I prefer dark mode, I said on day {number}." for number in range(50)]
    await memory.add(said, user_id="dana", session_id="monday", learn="never")
    for budget in (40, 200, 1000):
        talker = AsyncChat(memory, budget=budget, session_id=str(budget), tokens=len)
        await talker.ask([("user", "Which mode do I prefer?")])
        added = scripted.requests[-1].seen.removesuffix("Which mode do I prefer?")
        assert len(added) <= 2 * budget + 9  # the server lists what the system says twice
        await talker.close()
    assert "dark mode" in added


@pytest.mark.parametrize("way", ["marked", "by itself", "a text before them"])
async def test_what_claude_is_told_to_cache_is_the_same_in_the_next_request(scripted, memory, way):
    """A prefix that was cached is found again if no word in it is another."""
    await memory.add(DARK, user_id="dana", session_id="monday")
    talker, cached = AsyncClaude(memory), {"cache_control": {"type": "ephemeral"}}
    scripted.script += [Say("That one."), Say("Yes.")]
    turns: list[dict[str, Any]] = []
    for text in ("Which UI mode do I prefer?", "Is dark mode what I prefer in every UI?"):
        said = [{"type": "text", "text": text}]
        asked = {"model": "m", "max_tokens": 9, "messages": [*turns, {"role": "user"}]}
        if way == "by itself":
            asked |= cached
        elif way == "marked":
            said[-1] |= cached
        else:
            said.insert(0, {"type": "text", "text": "A long text.", **cached})
        asked["messages"][-1]["content"] = said
        made = await talker.wrapped.messages.create(**asked)
        plain = [{name: one[name] for name in ("type", "text")} for one in said]
        turns += [
            {"role": "user", "content": plain},
            {"role": "assistant", "content": made.content},
        ]
    ends = [prefix(request.body) for request in scripted.requests]
    assert all(DARK in request.seen for request in scripted.requests)
    assert not any(DARK in end for end in ends)
    assert ends[1].startswith(ends[0])
    await talker.close()


def prefix(body: dict[str, Any]) -> str:
    """The texts up to the last that is to be cached."""
    assert "cache_control" not in body
    blocks = [block for message in body["messages"] for block in message["content"]]
    marked = max(n for n, block in enumerate(blocks) if "cache_control" in block)
    return "\n".join(block["text"] for block in blocks[: marked + 1])


async def test_while_tools_answer_a_model_is_shown_the_same_unless_something_is_gone(
    scripted, memory
):
    shown = (await memory.add(DARK, user_id="dana", session_id="monday")).ids[0]
    await memory.add("Every UI mode tires me.", user_id="dana", session_id="monday")
    talker, asked = AsyncChat(memory), "Which UI mode do I prefer?"
    messages: list[Any] = chat([("user", asked)])
    scripted.script += [Say(calls=(Call("look", {}, f"c{number}"),)) for number in range(3)]
    for number in range(4):
        made = await talker.wrapped.chat.completions.create(model="m", messages=messages)
        messages.append(made.choices[0].message.to_dict())
        result = {"tool_call_id": f"c{number}", "content": f"UI mode {number}"}
        messages.append({"role": "tool", **result})
        if number == 0:
            await memory.add(
                "I prefer that UI mode by night.", user_id="dana", session_id="tuesday"
            )
        if number == 2:
            await memory.delete(shown, user_id="dana")
    seen = [json.dumps(request.messages[:2]) for request in scripted.requests]
    assert seen[0] == seen[1] == seen[2]
    assert DARK in seen[2]
    assert DARK not in seen[3]
    assert "by night" in seen[3]
    await talker.close()


async def test_beside_a_cached_content_gemini_takes_no_instruction(scripted, memory):
    await memory.add(DARK, user_id="dana", session_id="monday")
    await memory.set("persona", "You are Ada, a tutor.", user_id="dana", kind="core")
    talker, asked = AsyncGemini(memory), "Which UI mode do I prefer?"
    told = {"cached_content": "cachedContents/1"}
    await talker.wrapped.models.generate_content(model="m", contents=asked, config=told)
    (request,) = scripted.requests
    assert "systemInstruction" not in request.body
    steady, recalled, words = [part["text"] for part in request.messages[0]["parts"]]
    assert "You are Ada" in steady
    assert DARK in recalled
    assert words == asked
    assert (await kept(memory))[0] == ("user", asked)
    await talker.close()


async def test_everything_else_is_as_it_was(scripted, memory):
    gpt, claude = AsyncChat(memory), AsyncClaude(memory)
    assert isinstance(gpt.wrapped, openai.AsyncOpenAI)
    assert isinstance(claude.wrapped, anthropic.AsyncAnthropic)
    assert [model.id async for model in gpt.wrapped.models.list()] == ["scripted-1"]
    patient = gpt.wrapped.with_options(timeout=9)
    raw = await patient.chat.completions.with_raw_response.create(
        model="m", messages=chat([("user", "Hello!")])
    )
    assert raw.parse().choices[0].message.content == "You said: Hello!"
    asked = {"model": "m", "messages": chat([("user", "Again!")])}
    async with gpt.wrapped.chat.completions.stream(**asked) as stream:
        made = await stream.get_final_completion()
    assert made.choices[0].message.content == "You said: Again!"
    await gpt.bare.chat.completions.create(model="m", messages=chat([("user", "Unheard.")]))
    said = await memory.messages(user_id="dana", session_id="s1")
    texts = ["Hello!", "You said: Hello!", "Again!", "You said: Again!"]
    assert [message.content for message in said] == texts
    await gpt.close()
    await claude.close()


async def test_a_chat_of_googles_is_remembered(scripted, memory):
    talker = AsyncGemini(memory)
    chats = talker.wrapped.chats.create(model="m")
    await chats.send_message("Hello!")
    await chats.send_message("Again!")
    said = [message.content for message in await memory.messages(user_id="dana", session_id="s1")]
    assert said == ["Hello!", "You said: Hello!", "Again!", "You said: Again!"]
    await talker.close()


async def test_what_the_system_says_is_nobodys_turn(scripted, memory, talker):
    await talker.ask([("user", "Hello!")], "Never speak of the budget.")
    said = await memory.messages(user_id="dana", session_id="s1")
    assert len(said) == 2
    assert await memory.search("budget", user_id="dana") == []


async def test_notes_are_taken_beside_the_call(scripted, memory, talker):
    await talker.ask([("user", "I live in Lisbon.")])
    for _ in range(2000):
        if notes := await memory.notes(user_id="dana"):
            break
        await AsyncClock.sleep(0.05)
    assert "Lisbon" in str([note.text for note in notes])


async def test_closing_takes_the_notes_that_are_left(scripted, folder, monkeypatch):
    path = str(folder / "other.db")
    async with AsyncMemory(path, embedder=None) as memory:
        memory._background.stopping = True  # nothing is done beside
        talker = AsyncChat(memory)
        await talker.ask([("user", "I live in Lisbon.")])
        await talker.close()
    async with AsyncMemory(path, embedder=None) as memory:
        assert "Lisbon" in str([note.text for note in await memory.notes(user_id="dana")])


async def test_a_new_session_for_each_wrap(scripted, memory):
    for _ in range(2):
        talker = AsyncChat(memory, session_id=None)
        await talker.ask([("user", "Hello!")])
        await talker.close()
    assert len(await memory.sessions(user_id="dana")) == 2


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary"])
async def test_what_the_provider_keeps_of_a_conversation_is_not_sent_again(
    scripted, memory, pattern
):
    talker = AsyncResponses(memory, pattern=pattern)
    await talker.ask([("user", "One.")])
    await talker.ask([("user", "Two.")])
    assert scripted.requests[-1].messages[0]["content"] == "One."
    await talker.ask([("user", "Three.")], previous_response_id="resp_1")
    assert [one["content"] for one in scripted.requests[-1].messages] == ["Three."]
    await talker.close()


async def test_bad_input_is_told_at_once(scripted, memory):
    async with openai.AsyncOpenAI() as client:
        for nobody in ({}, {"session_id": ""}, {"user_id": "dana", "session_id": ""}):
            with pytest.raises(ScopeError):
                recollect.wrap(client, memory, **nobody)
        with pytest.raises(InputError, match="pattern must be one of"):
            recollect.wrap(client, memory, user_id="dana", pattern="elephant")
        with pytest.raises(InputError, match="budget"):
            recollect.wrap(client, memory, user_id="dana", budget=0)
        with pytest.raises(InputError, match="user_id"):
            recollect.wrap(client, memory, user_id="")
        with pytest.raises(InputError, match="wrap takes a Memory or an"):
            recollect.wrap(client, "agent.db", user_id="dana")
        with pytest.raises(InputError, match="wrap takes OpenAI"):
            recollect.wrap(object(), memory, user_id="dana")


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary"])
async def test_turns_that_are_too_many_give_way_and_the_last_stay(scripted, memory, pattern):
    talker = AsyncChat(memory, pattern=pattern, budget=400)
    for number in range(14):
        await talker.ask([("user", f"This is number {number} " + "and so on " * 4)])
    for number, request in enumerate(scripted.requests[1:]):
        assert f"This is number {number} " in request.seen
        assert estimate(request.seen) < 460
    assert "This is number 0 " not in scripted.requests[-1].seen
    await talker.close()
