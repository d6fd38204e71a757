"""Pydantic AI's `Agent` with recollect as its capability: the real loop, around scripted models."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import (
    Agent,
    BinaryContent,
    CachePoint,
    ImageUrl,
    ModelRetry,
    TextContent,
    capture_run_messages,
)
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import (
    ModelMessagesTypeAdapter,
    ModelResponse,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
)
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.providers.openai import OpenAIProvider

from recollect import AsyncMemory, InputError, Memory, StoreError
from recollect.errors import ScopeError
from recollect.hosts.pydantic_ai import RecollectMemory
from recollect.types import new_id
from tests.providers import Fail, Say
from tests.serving import serving

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"
FRAME = "<memory>"
OWN = ("agent_id", "budget", "min_relevance", "tools")


class Model:
    """A model that says what it is told to, and keeps what it was sent. Without a script it
    repeats the last words."""

    def __init__(self, *script: Any) -> None:
        self.script = list(script)
        self.seen: list[Any] = []
        self.instructions: list[str] = []
        self.model = FunctionModel(self.reply, stream_function=self.stream)

    def reply(self, messages: Any, info: Any) -> ModelResponse:
        said = self._said(messages, info)
        return said if isinstance(said, ModelResponse) else text("".join(said))

    async def stream(self, messages: Any, info: Any) -> Any:
        for piece in self._said(messages, info):
            if isinstance(piece, BaseException):
                raise piece
            yield piece
            await asyncio.sleep(0)

    def _said(self, messages: Any, info: Any) -> Any:
        self.seen.append(list(messages))
        self.instructions.append(info.instructions or "")
        last = messages[-1].parts[-1].content
        said = self.script.pop(0) if self.script else (f"You said: {last}",)
        if isinstance(said, BaseException):
            raise said
        return said


def text(words: str) -> ModelResponse:
    return ModelResponse(parts=[TextPart(words)])


def calls(*named: tuple[str, dict[str, Any]]) -> ModelResponse:
    made = [ToolCallPart(name, args, f"c{number}") for number, (name, args) in enumerate(named)]
    return ModelResponse(parts=made)


def agent(model: Model, memory: Any, **options: Any) -> Agent[Any, Any]:
    own = {name: options.pop(name) for name in OWN if name in options}
    own = {"user_id": options.pop("user_id", "dana"), **own}
    return Agent(model.model, capabilities=[RecollectMemory(memory, **own)], **options)


@pytest.fixture(params=["AsyncMemory", "Memory"])
async def memory(request):
    if request.param == "AsyncMemory":
        async with AsyncMemory("memory://", embedder=None) as made:
            yield made
    else:
        with Memory("memory://", embedder=None) as made:
            yield made


async def verb(memory: Any, name: str, *given: Any, **named: Any) -> Any:
    made = getattr(memory, name)(*given, **named)
    return await made if isinstance(memory, AsyncMemory) else made


async def log(memory: Any, user: str = "dana", session: str | None = None) -> list[Any]:
    said = await verb(memory, "messages", user_id=user, session_id=session)
    return [(message.role, message.content) for message in said]


async def streamed(own: Agent[Any, Any], words: str, **named: Any) -> tuple[list[str], Any]:
    async with own.run_stream(words, **named) as stream:
        pieces = [piece async for piece in stream.stream_text(delta=True, debounce_by=None)]
    return pieces, stream


def said(words: str) -> list[tuple[str, str]]:
    return [("user", words), ("assistant", f"You said: {words}")]


@pytest.mark.parametrize("name", ["memory.db", "memory.json", "notes/"])
async def test_a_second_session_knows_what_the_first_was_told(folder, name):
    url, model = str(folder / name) + ("/" if name.endswith("/") else ""), Model()
    async with AsyncMemory(url, embedder=None) as memory:
        await agent(model, memory, instructions="Be brief.").run(DARK, conversation_id="monday")
    assert model.instructions == ["Be brief."]

    async with AsyncMemory(url, embedder=None) as memory:
        again = agent(model, memory, instructions="Be brief.")
        end = await again.run(ASKED, conversation_id="friday")
        assert model.instructions[1].startswith("Be brief.\n\n<memory>")
        assert DARK in model.instructions[1]
        assert FRAME not in str(ModelMessagesTypeAdapter.dump_json(end.all_messages()))
        assert end.all_messages()[0].instructions == "Be brief."
        assert await log(memory, session="monday") == said(DARK)
        assert await log(memory, session="friday") == said(ASKED)


async def test_openai_over_http(folder, scripted):
    """Pydantic AI's own model and OpenAI's own package, with a server that plays OpenAI."""
    url = str(folder / "memory.db")
    for words, answer in ((DARK, "Noted."), (ASKED, "Dark mode.")):
        async with AsyncMemory(url, embedder=None) as memory, openai() as model:
            capabilities = [RecollectMemory(memory, user_id="dana")]
            own = Agent(model, instructions="Be brief.", capabilities=capabilities)
            scripted.script += [Say(answer), Say(answer)]
            assert (await own.run(words)).output == answer
            pieces, _ = await streamed(own, f"{words} Say it again.")
            assert "".join(pieces) == answer
    first, _, third, _ = scripted.requests
    assert DARK not in first.system
    assert third.system.startswith("Be brief.")
    assert DARK in third.system
    async with AsyncMemory(url, embedder=None) as memory, openai() as model:
        assert [role for role, _ in await log(memory)] == ["user", "assistant"] * 4
        scripted.script.append(Fail("auth"))
        own = Agent(model, capabilities=[RecollectMemory(memory, user_id="kim")])
        with pytest.raises(ModelHTTPError):
            await own.run("Hello!")
        assert await log(memory, "kim") == [("user", "Hello!")]


@asynccontextmanager
async def openai() -> AsyncIterator[OpenAIChatModel]:
    async with AsyncOpenAI() as client:
        yield OpenAIChatModel("gpt-5-mini", provider=OpenAIProvider(openai_client=client))


async def test_without_instructions_memory_is_all_of_them(memory):
    model = Model()
    await verb(memory, "add", DARK, user_id="dana")
    await agent(model, memory).run(ASKED)
    assert model.instructions[0].startswith(FRAME)


async def test_memory_keeps_to_its_budget(memory):
    model = Model()
    for number in range(40):
        await verb(memory, "add", f"I prefer UI mode number {number}.", user_id="dana")
    await agent(model, memory, budget=100).run(ASKED)
    assert FRAME in model.instructions[0]
    assert len(model.instructions[0]) < 600


@pytest.mark.parametrize(("least", "shown"), [(0.1, True), (1, False)])
async def test_what_is_less_sure_can_be_left_out(memory, least, shown):
    model = Model()
    await verb(memory, "add", DARK, user_id="dana", session_id="monday", learn="never")
    await agent(model, memory, min_relevance=least).run(ASKED)
    assert (DARK in str(model.instructions)) == shown


def weather(city: str) -> str:
    """The weather in a city."""
    return f"24 degrees in {city}"


def with_weather(model: Model, memory: Any, **options: Any) -> Agent[Any, Any]:
    made = agent(model, memory, **options)
    made.tool_plain(weather)
    return made


async def test_a_tool_loop_is_kept_once(memory):
    model = Model(
        calls(("weather", {"city": "Porto"}), ("weather", {"city": "Ulm"})), text("Warm.")
    )
    loop = with_weather(model, memory)
    end = await loop.run("Where is it warm?")
    await loop.run("Thanks.", message_history=end.all_messages())
    kept = await verb(memory, "messages", user_id="dana")
    assert [(one.role, one.content) for one in kept] == [
        ("user", "Where is it warm?"),
        ("assistant", '[tool call weather {"city":"Porto"}]\n[tool call weather {"city":"Ulm"}]'),
        ("tool", "24 degrees in Porto"),
        ("tool", "24 degrees in Ulm"),
        ("assistant", "Warm."),
        *said("Thanks."),
    ]
    assert [one["id"] for one in kept[1].metadata["tool_calls"]] == ["c0", "c1"]
    assert {one.session_id for one in kept} == {end.conversation_id}


async def test_a_tool_that_says_nothing_and_a_blank_answer_are_no_turns(memory, caplog):
    own = agent(Model(calls(("hush", {})), text("Done.")), memory)
    own.tool_plain(lambda: None, name="hush")
    end = await own.run("Hush.")
    await own.run("More?", message_history=end.all_messages())
    roles = [role for role, _ in await log(memory)]
    assert roles == ["user", "assistant", "assistant", "user", "assistant"]
    assert caplog.text == ""


async def test_every_request_of_a_tool_loop_sees_memory(memory):
    await verb(memory, "add", DARK, user_id="dana", session_id="monday")
    model = Model(calls(("weather", {"city": "Porto"})))
    end = await with_weather(model, memory).run(ASKED)
    assert len(model.instructions) == 2
    assert all(shown.count(FRAME) == 1 and DARK in shown for shown in model.instructions)
    assert FRAME not in str(end.all_messages())
    assert [content for _, content in await log(memory)].count(DARK) == 1


class Town(BaseModel):
    name: str


async def test_structured_output_is_kept_once(memory):
    model = Model(*[calls(("final_result", {"name": "Porto"}))] * 2)
    own = agent(model, memory, output_type=Town)
    end = await own.run("Where?")
    assert end.output == Town(name="Porto")
    await own.run("And now?", message_history=end.all_messages())
    answer = ("assistant", '[tool call final_result {"name":"Porto"}]')
    assert await log(memory) == [("user", "Where?"), answer, ("user", "And now?"), answer]


async def test_an_answer_that_is_sent_back_was_said_and_the_feedback_was_not(memory):
    own = agent(Model(text("No."), text("Yes.")), memory)

    @own.output_validator
    def agreeing(output: str) -> str:
        if output == "No.":
            raise ModelRetry("Say yes.")
        return output

    assert (await own.run("Will you?")).output == "Yes."
    assert await log(memory) == [("user", "Will you?"), ("assistant", "No."), ("assistant", "Yes.")]


@pytest.mark.parametrize("sends", ["the same words", "what there was of the run"])
async def test_an_error_of_the_model_leaves_the_words_and_a_retry_adds_nothing(memory, sends):
    own = agent(Model(ConnectionError("down"), text("Hi.")), memory)
    with capture_run_messages() as messages, pytest.raises(ConnectionError):
        await own.run("Hello!", conversation_id="t")
    assert await log(memory) == [("user", "Hello!")]
    if sends == "the same words":
        await own.run("Hello!", conversation_id="t")
    else:
        await own.run(message_history=messages, conversation_id="t")
    assert await log(memory) == [("user", "Hello!"), ("assistant", "Hi.")]


async def test_whoever_goes_on_from_a_history_stores_it_once(memory):
    history, own, expected = [], agent(Model(), memory), []
    for words in ("Hello!", "Yes.", "Yes."):
        end = await own.run(words, message_history=history)
        history = ModelMessagesTypeAdapter.validate_json(end.all_messages_json())
        expected += said(words)
        assert await log(memory, session=end.conversation_id) == expected
    assert await log(memory) == expected


async def test_a_new_conversation_is_another_session(memory):
    own = agent(Model(), memory)
    first, second = await own.run("Hello!"), await own.run("Hello!")
    for end in (first, second):
        assert await log(memory, session=end.conversation_id) == said("Hello!")


async def test_what_is_streamed_is_kept_once(memory):
    await verb(memory, "add", DARK, user_id="dana", session_id="monday")
    model = Model(("Dark", " mode", "."))
    own = agent(model, memory)
    pieces, stream = await streamed(own, ASKED, conversation_id="t")
    assert pieces == ["Dark", " mode", "."]
    assert DARK in model.instructions[0]
    assert await log(memory, session="t") == [("user", ASKED), ("assistant", "Dark mode.")]
    await own.run("Thanks.", message_history=stream.all_messages())
    assert (await log(memory, session="t"))[2:] == said("Thanks.")


async def test_a_stream_that_breaks_leaves_the_words(memory):
    own = agent(Model(("Dark", ConnectionError("down"))), memory)
    with pytest.raises(ConnectionError):
        await streamed(own, ASKED)
    assert await log(memory) == [("user", ASKED)]


async def test_events_and_steps_are_runs_too(memory):
    own = with_weather(Model(calls(("weather", {"city": "Porto"}))), memory)
    async with own.iter("Is it warm?") as run:
        async for _ in run:
            pass
    assert [role for role, _ in await log(memory)] == ["user", "assistant", "tool", "assistant"]
    async with own.run_stream_events("Bye.") as events:
        async for _ in events:
            pass
    assert (await log(memory))[4:] == said("Bye.")


async def test_a_run_that_is_cancelled_leaves_the_words(memory):
    asked = asyncio.Event()

    async def slow(messages: Any, info: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    model = Model()
    model.model = FunctionModel(slow)
    task = asyncio.create_task(agent(model, memory).run("Hello!"))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for _ in range(5000):  # what is left is done beside
        if await log(memory):
            break
        await asyncio.sleep(0.02)
    assert await log(memory) == [("user", "Hello!")]


async def test_tools_are_the_users_own_and_what_they_answer_is_not_kept(memory):
    (kept,) = (await verb(memory, "add", "My cat is called Miso.", user_id="dana")).ids
    await verb(memory, "add", "My dog is called Rex.", user_id="kim")
    model = Model(
        calls(("recall", {"query": "What is the cat called?"})),
        calls(("forget", {"id": kept}), ("remember", {"text": "The boat is the Albatross."})),
        text("Done."),
    )
    own = agent(model, memory, tools=True, user_id=lambda ctx: ctx.deps, deps_type=str)
    end = await own.run("Forget it.", deps="dana", conversation_id="t")
    results = [
        part.content
        for message in end.all_messages()
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]
    assert "My cat is called Miso." in results[0]
    assert "Rex" not in results[0]
    assert results[1].startswith("forgotten (1 message")
    assert [role for role, _ in await log(memory, session="t")] == ["user", *["assistant"] * 3]
    assert "Miso" not in str(await log(memory))
    assert ("user", "The boat is the Albatross.") in await log(memory)
    assert await log(memory, "kim") == [("user", "My dog is called Rex.")]


async def test_a_model_is_offered_four_tools_or_none(memory):
    offered = []

    class Looking(TestModel):
        async def request(self, messages: Any, settings: Any, asked: Any) -> Any:
            offered.append([tool.name for tool in asked.function_tools])
            return await super().request(messages, settings, asked)

    for tools in (False, True):
        capabilities = [RecollectMemory(memory, user_id="dana", tools=tools)]
        await Agent(Looking(call_tools=[]), capabilities=capabilities).run("Hello!")
    assert offered == [[], ["remember", "recall", "forget", "update"]]


@dataclass
class Deps:
    user_id: Any = None
    name: str = ""


async def test_a_run_names_its_user(memory):
    own = agent(Model(), memory, user_id=None, deps_type=Deps)
    await own.run("I am lee.", deps=Deps("lee"))
    await own.run("I am kim.", deps={"user_id": "kim"})
    named = agent(Model(), memory, user_id=lambda ctx: ctx.deps.name, deps_type=Deps)
    await named.run("I am ana.", deps=Deps("dana", name="ana"))
    for user in ("lee", "kim", "ana"):
        assert await log(memory, user) == said(f"I am {user}.")
    assert await log(memory) == []


async def test_nobody_is_refused_before_anything_is_done(memory):
    model = Model()
    own = agent(model, memory, user_id=None, agent_id="coach")
    for deps in (None, Deps(), Deps(5), Deps(" dana")):
        with pytest.raises(ScopeError, match="user_id"):
            await own.run("Hello!", deps=deps)
    assert model.seen == []
    assert (await verb(memory, "stats")).messages == 0


async def test_many_users_at_once_do_not_mix(memory):
    model = Model()
    own = agent(model, memory, user_id=lambda ctx: ctx.deps, deps_type=str)

    def colour(number: int) -> str:
        return f"My favourite colour is number{number}x."

    async def both(number: int) -> None:
        user = f"user{number}"
        await own.run(colour(number), deps=user)
        await own.run(f"Which colour is my favourite, {user}?", deps=user)

    await asyncio.gather(*map(both, range(20)))
    for seen, shown in zip(model.seen, model.instructions, strict=True):
        asked = seen[-1].parts[-1].content
        if asked.startswith("Which"):
            number = int(asked.rpartition("user")[2].rstrip("?"))
            assert [other for other in range(20) if colour(other) in shown] == [number]
    for number in range(20):
        kept = await log(memory, f"user{number}")
        assert kept[:2] == said(colour(number))
        assert len(kept) == 4


async def test_the_model_is_asked_though_memory_cannot_be_read(memory, monkeypatch, caplog):
    broken(monkeypatch, memory, "_beside_talk")
    end = await agent(Model(), memory).run(ASKED)
    assert end.output == f"You said: {ASKED}"
    assert "without memory" in caplog.text
    assert await log(memory) == said(ASKED)


@pytest.mark.parametrize("verb", ["_jot", "messages"])
@pytest.mark.parametrize("streams", [False, True])
async def test_what_cannot_be_kept_is_told_and_kept_by_the_next_run(
    memory, monkeypatch, verb, streams
):
    own = agent(Model(), memory)
    asked = streamed(own, "Hello!", conversation_id="t") if streams else None
    with monkeypatch.context() as patched:
        broken(patched, memory, verb)
        with pytest.raises(StoreError, match="the disk is full"):
            await (asked or own.run("Hello!", conversation_id="t"))
    assert await log(memory) == []
    await own.run("Hello!", conversation_id="t")
    assert await log(memory) == said("Hello!")


def broken(monkeypatch: Any, memory: Any, verb: str) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise StoreError("the disk is full")

    async def full_too(*_: Any, **__: Any) -> Any:
        full()

    monkeypatch.setattr(memory, verb, full_too if isinstance(memory, AsyncMemory) else full)


@pytest.mark.parametrize("kind", [Memory, AsyncMemory])
def test_run_sync(folder, kind):
    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())  # which a sync run takes
        memory = kind(str(folder / "memory.db"), embedder=None)
        own = agent(Model(), memory)
        for words in ("Hello!", "Bye."):
            own.run_sync(words, conversation_id="t")
        assert runner.run(log(memory)) == [*said("Hello!"), *said("Bye.")]
        runner.run(verb(memory, "close"))


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"memory": object()}, InputError),
        ({"user_id": 5}, ScopeError),
        ({"user_id": ""}, ScopeError),
        ({"agent_id": " coach"}, ScopeError),
        ({"budget": 0}, InputError),
        ({"min_relevance": "high"}, InputError),
        ({"tools": "yes"}, InputError),
    ],
)
def test_bad_input_is_refused_at_once(given, error):
    with Memory("memory://", embedder=None) as memory, pytest.raises(error):
        RecollectMemory(**{"memory": memory, "user_id": "dana", **given})


async def test_every_kind_of_part_is_kept_as_what_was_said(memory):
    answer = ModelResponse(
        parts=[ThinkingPart("hmm"), TextPart("A cat, "), TextPart("日本."), ThinkingPart("so")]
    )
    own = agent(Model(answer, text("Bye.")), memory, system_prompt="Be kind.")
    prompt = [
        "Schau 👩🏽‍🚀!",
        TextContent("What is it?"),
        ImageUrl("https://example.org/cat.png"),
        BinaryContent(b"x" * 5000, media_type="image/png"),
        CachePoint(),
    ]
    end = await own.run(prompt)
    await own.run(["  "], message_history=end.all_messages())
    assert await log(memory) == [
        ("user", "Schau 👩🏽‍🚀!\nWhat is it?\n[image]\n[image]"),
        ("assistant", "A cat, 日本."),
        ("assistant", "Bye."),
    ]
    first = (await verb(memory, "messages", user_id="dana"))[0]
    assert [part["type"] for part in first.metadata["parts"]] == ["image_url", "image"]


async def test_a_turn_that_no_memory_can_hold_is_answered_and_told(memory, caplog):
    end = await agent(Model(text("Long!")), memory).run("x" * 1_000_001)
    assert end.output == "Long!"
    assert "1,000,001" in caplog.text
    assert await log(memory) == [("assistant", "Long!")]


async def test_on_a_server():
    with serving(embedder=None) as running:
        async with AsyncMemory(running.url, api_key=running.key(new_id())) as memory:
            model = Model()
            own = agent(model, memory)
            await own.run(DARK)
            end = await own.run(ASKED, conversation_id="friday")
            await own.run("Thanks.", message_history=end.all_messages())
            assert DARK in model.instructions[1]
            assert await log(memory, session="friday") == [*said(ASKED), *said("Thanks.")]
