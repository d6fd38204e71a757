"""`create_agent` with recollect as its middleware: the real loop, around a scripted model."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import ModelRetryMiddleware, SummarizationMiddleware
from langchain_core.messages import (
    AIMessage,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel

from recollect import InputError, Memory, StoreError
from recollect.errors import ScopeError
from recollect.hosts.langchain import RecollectMiddleware
from recollect.types import new_id
from tests.hosts.scripted_langchain import WAYS, Model, Talk, calls
from tests.serving import serving

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"
FRAME = "<memory>"
OWN = ("user_id", "agent_id", "budget", "min_relevance")


@pytest.fixture(autouse=True)
def untraced(monkeypatch):
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


@pytest.fixture(params=WAYS)
async def talk(request):
    made = Talk(request.param, "memory://")
    yield made
    await made.verb("close")


def agent(model, memory, *tools, after=(), before=(), **options):
    own = {name: options.pop(name) for name in OWN if name in options}
    middleware = [*before, RecollectMiddleware(memory, **own), *after]
    return create_agent(model, [*tools], middleware=middleware, **options)


def weather(city: str) -> str:
    """The weather in a city."""
    return f"24 degrees in {city}"


def said(text: str) -> list[tuple[str, str]]:
    return [("user", text), ("assistant", f"You said: {text}")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["memory.db", "memory.json", "notes/"])
async def test_a_second_session_knows_what_the_first_was_told(folder, way, name):
    url = str(folder / name) + ("/" if name.endswith("/") else "")
    first, model = Talk(way, url), Model()
    await first.run(agent(model, first.memory, system_prompt="Be brief."), DARK, thread="monday")
    assert model.system == "Be brief."
    await first.verb("close")

    second = Talk(way, url)
    end = await second.run(
        agent(model, second.memory, system_prompt="Be brief."), ASKED, thread="friday"
    )
    assert model.system.startswith("Be brief.\n\n<memory>")
    assert DARK in model.system
    assert FRAME not in str(end)
    assert await second.log(session="monday") == said(DARK)
    assert await second.log(session="friday") == said(ASKED)
    await second.verb("close")


def test_two_processes(folder):
    code = """
import sys
from langchain.agents import create_agent
from recollect import Memory
from recollect.hosts.langchain import RecollectMiddleware
from tests.hosts.scripted_langchain import Model
with Memory(sys.argv[1], embedder=None) as memory:
    model = Model()
    agent = create_agent(model, [], middleware=[RecollectMiddleware(memory, user_id="dana")])
    agent.invoke({"messages": sys.argv[2]})
    print(model.system)
"""

    def run(text):
        url = str(folder / "memory.db")
        asked = [sys.executable, "-c", code, url, text]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout

    assert DARK not in run(DARK)
    assert DARK in run(ASKED)


async def test_without_a_system_message_memory_is_one(talk):
    model = Model()
    await talk.verb("add", DARK, user_id="dana")
    await talk.run(agent(model, talk.memory), ASKED)
    assert [one.type for one in model.seen[0]] == ["system", "human"]
    assert model.system.startswith(FRAME)


async def test_blocks_of_the_system_stay_as_they_are(talk):
    model = Model()
    block = {"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}
    await talk.verb("add", DARK, user_id="dana")
    await talk.run(agent(model, talk.memory, system_prompt=SystemMessage([block])), ASKED)
    first, second = model.seen[0][0].content
    assert first == block
    assert second["type"] == "text"
    assert DARK in second["text"]


async def test_memory_keeps_to_its_budget(talk):
    model = Model()
    for number in range(40):
        await talk.verb("add", f"I prefer UI mode number {number}.", user_id="dana")
    await talk.run(agent(model, talk.memory, budget=100), ASKED)
    assert FRAME in model.system
    assert len(model.system) < 600


@pytest.mark.parametrize(("least", "shown"), [(0.1, True), (1, False)])
async def test_what_is_less_sure_can_be_left_out(talk, least, shown):
    model = Model()
    await talk.verb("add", DARK, user_id="dana", session_id="monday", learn="never")
    await talk.run(agent(model, talk.memory, min_relevance=least), ASKED)
    assert (DARK in model.system) == shown


async def test_a_tool_loop_is_kept_once(talk):
    model, saver = Model(), InMemorySaver()
    loop = agent(model, talk.memory, weather, checkpointer=saver)
    model.script += [calls(("weather", {"city": "Porto"}), ("weather", {"city": "Ulm"})), "Warm."]
    await talk.run(loop, "Where is it warm?", thread="t")
    await talk.run(loop, "Thanks.", thread="t")
    log = await talk.verb("messages", user_id="dana", session_id="t")
    assert [(one.role, one.content) for one in log] == [
        ("user", "Where is it warm?"),
        ("assistant", '[tool call weather {"city": "Porto"}]\n[tool call weather {"city": "Ulm"}]'),
        ("tool", "24 degrees in Porto"),
        ("tool", "24 degrees in Ulm"),
        ("assistant", "Warm."),
        *said("Thanks."),
    ]
    assert [one["id"] for one in log[1].metadata["tool_calls"]] == ["c0", "c1"]
    assert [one.metadata["tool_call_id"] for one in log[2:4]] == ["c0", "c1"]


async def test_what_a_tool_says_last_is_kept(talk):
    loop = agent(
        Model(script=[calls(("weather", {"city": "Porto"}))]),
        talk.memory,
        tool(weather, return_direct=True),
    )
    await talk.run(loop, "Is it warm?")
    assert (await talk.log())[-1] == ("tool", "24 degrees in Porto")


class Town(BaseModel):
    """A town."""

    name: str


async def test_structured_output_is_kept(talk):
    loop = agent(
        Model(script=[calls(("Town", {"name": "Porto"}))]), talk.memory, response_format=Town
    )
    end = await talk.run(loop, "Where?")
    assert end["structured_response"] == Town(name="Porto")
    assert (await talk.log())[:2] == [
        ("user", "Where?"),
        ("assistant", '[tool call Town {"name": "Porto"}]'),
    ]


@pytest.mark.parametrize("again", [None, "Hello!"])
async def test_an_error_of_the_model_leaves_the_words_and_a_retry_adds_nothing(talk, again):
    model = Model(script=[ConnectionError("down"), ConnectionError("down"), "Hi."])
    loop = agent(model, talk.memory, checkpointer=InMemorySaver())
    for words in ("Hello!", again):
        with pytest.raises(ConnectionError):
            await talk.run(loop, words, thread="t")
        assert await talk.log() == [("user", "Hello!")]
    await talk.run(loop, again, thread="t")
    assert await talk.log() == [("user", "Hello!"), ("assistant", "Hi.")]


@pytest.mark.parametrize("place", ["before", "after"])
async def test_a_middleware_that_asks_again_adds_nothing(talk, place):
    model = Model(script=[ConnectionError("down"), "Hi."])
    retry = ModelRetryMiddleware(max_retries=1, initial_delay=0, jitter=False)
    await talk.run(agent(model, talk.memory, **{place: [retry]}), "Hello!")
    assert await talk.log() == [("user", "Hello!"), ("assistant", "Hi.")]


async def test_an_error_after_a_tool_leaves_what_was_said(talk):
    model = Model(script=[calls(("weather", {"city": "Porto"})), ConnectionError("down"), "Warm."])
    loop = agent(model, talk.memory, weather, checkpointer=InMemorySaver())
    with pytest.raises(ConnectionError):
        await talk.run(loop, "Is it warm?", thread="t")
    assert [role for role, _ in await talk.log()] == ["user", "assistant", "tool"]
    await talk.run(loop, None, thread="t")
    assert [role for role, _ in await talk.log()] == ["user", "assistant", "tool", "assistant"]


@pytest.mark.parametrize("way", WAYS)
async def test_a_thread_that_is_resumed_is_not_stored_twice(folder, way):
    saver, url, expected = InMemorySaver(), str(folder / "memory.db"), []
    for text in ("Hello!", "Yes.", "Yes.", "Bye."):
        talk = Talk(way, url)
        await talk.run(agent(Model(), talk.memory, checkpointer=saver), text, thread="t")
        expected += said(text)
        assert await talk.log(session="t") == expected
        await talk.verb("close")


async def test_a_thread_that_goes_on_elsewhere_is_another_session(talk):
    loop = agent(Model(), talk.memory, checkpointer=InMemorySaver())
    for thread in ("a", "b"):
        await talk.run(loop, "Hello!", thread=thread)
        assert await talk.log(session=thread) == said("Hello!")


async def test_whoever_sends_the_whole_conversation_without_a_thread_stores_it_once(talk):
    loop, turns = agent(Model(), talk.memory), []
    for text in ("Hello!", "Yes.", "Yes."):
        end = await talk.run(loop, [*turns, {"role": "user", "content": text}])
        turns = [{"role": one.type, "content": one.text} for one in end["messages"]]
    assert await talk.log() == [*said("Hello!"), *said("Yes."), *said("Yes.")]


async def pieces(talk, loop, *asked):
    if talk.way == "sync":
        return [one.text for one, _ in loop.stream(*asked, stream_mode="messages")]
    return [one.text async for one, _ in loop.astream(*asked, stream_mode="messages")]


async def test_what_is_streamed_is_kept_once(talk):
    await talk.verb("add", DARK, user_id="dana", session_id="monday")
    model = Model(script=[("Dark", " mode", ".")])
    loop = agent(model, talk.memory)
    asked = {"messages": ASKED}, {"configurable": {"user_id": "dana", "thread_id": "t"}}
    assert (await pieces(talk, loop, *asked))[:3] == ["Dark", " mode", "."]
    assert DARK in model.system
    assert await talk.log(session="t") == [("user", ASKED), ("assistant", "Dark mode.")]


async def test_a_stream_that_breaks_leaves_the_words(talk):
    loop = agent(Model(script=[("Dark", ConnectionError("down"))]), talk.memory)
    asked = {"messages": ASKED}, {"configurable": {"user_id": "dana"}}
    with pytest.raises(ConnectionError):
        await pieces(talk, loop, *asked)
    assert await talk.log() == [("user", ASKED)]


async def test_recalled_text_is_neither_in_the_state_nor_stored_again(talk):
    await talk.verb("add", DARK, user_id="dana", session_id="monday")
    model, saver = Model(script=["Dark."] * 3), InMemorySaver()
    loop = agent(model, talk.memory, checkpointer=saver)
    for _ in range(3):
        end = await talk.run(loop, ASKED, thread="t")
        assert DARK in model.system
        assert model.system.count(FRAME) == 1
        assert DARK not in str(end)
    assert DARK not in str(await talk.log(session="t"))
    assert DARK not in str(loop.get_state({"configurable": {"thread_id": "t"}}))
    assert [content for _, content in await talk.log()].count(DARK) == 1


async def test_the_tools_of_a_memory_are_tools_and_what_they_answer_is_not_kept(talk):
    (kept,) = (await talk.verb("add", "My cat is called Miso.", user_id="dana")).ids
    model = Model(
        script=[
            calls(("recall", {"query": "What is the cat called?"})),
            calls(("forget", {"id": kept}), ("remember", {"text": "The boat is the Albatross."})),
            "Done.",
        ]
    )
    end = await talk.run(
        agent(model, talk.memory, *talk.memory.tools(user_id="dana")), "Forget it.", thread="t"
    )
    results = [one.text for one in end["messages"] if isinstance(one, ToolMessage)]
    assert "My cat is called Miso." in results[0]
    assert results[1].startswith("forgotten (1 message")
    assert results[2].startswith("remembered as ")
    assert [role for role, _ in await talk.log(session="t")] == ["user", *["assistant"] * 3]
    assert "Miso" not in str(await talk.log())
    assert ("user", "The boat is the Albatross.") in await talk.log()


async def test_a_tool_that_merely_has_such_a_name_is_kept(talk):
    def recall(query: str) -> str:
        """Something else."""
        return f"no {query}"

    model = Model(script=[calls(("recall", {"query": "cars"})), "Done."])
    await talk.run(agent(model, talk.memory, recall), "Which cars?")
    assert ("tool", "no cars") in await talk.log()


@dataclass
class Context:
    user_id: str | None = None
    name: str = ""


async def test_a_run_names_its_user(talk):
    model = Model()
    loop = agent(model, talk.memory, context_schema=Context)
    await talk.run(loop, "I am lee.", user=None, context=Context("lee"))
    await talk.run(loop, "I am kim.", user="kim", context=Context())
    own = agent(model, talk.memory, user_id=lambda run: run.context.name, context_schema=Context)
    await talk.run(own, "I am ana.", user="dana", context=Context(name="ana"))
    await talk.run(agent(model, talk.memory, user_id="erik"), "I am erik.", user="dana")
    await talk.run(agent(model, talk.memory), "I am fay.", user=None, context={"user_id": "fay"})
    for user in ("lee", "kim", "ana", "erik", "fay"):
        assert await talk.log(user) == said(f"I am {user}.")
    assert await talk.log("dana") == []


async def test_nobody_is_refused_before_anything_is_done(talk):
    model = Model()
    loop = agent(model, talk.memory, agent_id="coach", context_schema=Context)
    for context in (None, Context(), Context(5), Context(" dana")):
        with pytest.raises(ScopeError, match="user_id"):
            await talk.run(loop, "Hello!", user=None, context=context)
    assert model.seen == []
    assert (await talk.verb("stats")).messages == 0


async def test_an_agent_has_its_part_of_a_user(talk):
    model = Model()
    coach = agent(model, talk.memory, agent_id="coach")
    await talk.run(coach, DARK)
    await talk.run(agent(model, talk.memory, agent_id="tutor"), ASKED)
    assert DARK not in model.system
    await talk.run(coach, ASKED, thread="new")
    assert DARK in model.system


async def test_many_users_at_once_do_not_mix(talk):
    def colour(number: int) -> str:
        return f"My favourite colour is number{number}x."

    model = Model()
    loop = agent(model, talk.memory, checkpointer=InMemorySaver())

    async def both(number: int) -> None:
        user = f"user{number}"
        await talk.run(loop, colour(number), user=user, thread=f"a{number}")
        await talk.run(
            loop, f"Which colour is my favourite, {user}?", user=user, thread=f"b{number}"
        )

    if talk.way == "sync":
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: asyncio.run(both(number)), range(20)))
    else:
        await asyncio.gather(*map(both, range(20)))
    for seen in model.seen:
        asked = seen[-1].text
        if asked.startswith("Which"):
            number = int(asked.rpartition("user")[2].rstrip("?"))
            known = [other for other in range(20) if colour(other) in seen[0].text]
            assert known == [number]
    for number in range(20):
        assert await talk.log(f"user{number}", f"a{number}") == said(colour(number))
        assert len(await talk.log(f"user{number}")) == 4


async def test_the_model_is_asked_though_memory_cannot_be_read(talk, monkeypatch, caplog):
    await talk.verb("add", DARK, user_id="dana")
    broken(monkeypatch, talk, "_beside_talk")
    model = Model()
    end = await talk.run(agent(model, talk.memory), ASKED, thread="t")
    assert end["messages"][-1].text == f"You said: {ASKED}"
    assert "without memory" in caplog.text
    assert await talk.log(session="t") == said(ASKED)


@pytest.mark.parametrize("verb", ["_jot", "messages"])
async def test_what_cannot_be_kept_is_told_and_kept_by_the_next_run(talk, monkeypatch, verb):
    model = Model()
    loop = agent(model, talk.memory, checkpointer=InMemorySaver())
    with monkeypatch.context() as patched:
        broken(patched, talk, verb)
        with pytest.raises(StoreError, match="the disk is full"):
            await talk.run(loop, "Hello!", thread="t")
        assert len(model.seen) == 1
    assert await talk.log() == []
    await talk.run(loop, None, thread="t")
    assert await talk.log() == said("Hello!")


def broken(monkeypatch, talk, verb):
    def full(*_: Any, **__: Any) -> Any:
        raise StoreError("the disk is full")

    async def full_too(*_: Any, **__: Any) -> Any:
        full()

    monkeypatch.setattr(talk.memory, verb, full_too if talk.way == "async" else full)


async def test_words_that_are_erased_meanwhile_stay_so(folder):
    with Memory(str(folder / "memory.db"), embedder=None) as memory:

        def erase() -> None:
            while not memory.messages(user_id="dana"):
                pass
            memory.erase(user_id="dana")

        agent(Model(before=erase), memory, user_id="dana").invoke({"messages": "My pin is 1234."})
        assert memory.messages(user_id="dana") == []


async def test_a_run_that_is_cancelled_leaves_the_words():
    talk, asked = Talk("async", "memory://"), asyncio.Event()

    class Slow(Model):
        async def _agenerate(self, *_: Any, **__: Any) -> Any:
            asked.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(talk.run(agent(Slow(), talk.memory), "Hello!"))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await talk.log() == [("user", "Hello!")]
    await talk.verb("close")


def test_an_async_memory_in_a_sync_run_is_refused():
    talk, model = Talk("async", "memory://"), Model()
    with pytest.raises(InputError, match="async"):
        agent(model, talk.memory, user_id="dana").invoke({"messages": "Hello!"})
    assert model.seen == []


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"memory": object()}, InputError),
        ({"user_id": 5}, ScopeError),
        ({"user_id": " dana"}, ScopeError),
        ({"agent_id": ""}, ScopeError),
        ({"budget": 0}, InputError),
        ({"budget": "much"}, InputError),
        ({"min_relevance": 2}, InputError),
    ],
)
def test_bad_input_is_refused_at_once(given, error):
    with Memory("memory://", embedder=None) as memory, pytest.raises(error):
        RecollectMiddleware(**{"memory": memory, **given})


async def test_every_kind_of_message_is_kept_as_what_was_said(talk):
    picture = {"type": "image", "base64": "aGVsbG8=" * 500, "mime_type": "image/png"}
    thought = {"type": "reasoning", "reasoning": "hmm"}
    use = {"type": "tool_use", "id": "c1", "name": "look", "input": {"at": "it"}}
    call = {"id": "c1", "name": "look", "args": {"at": "it"}, "type": "tool_call"}
    torn = {"id": "c2", "name": "look", "args": '{"at"', "error": None, "type": "invalid_tool_call"}
    turns = [
        SystemMessage("Be kind."),
        HumanMessage([{"type": "text", "text": "Schau, 日本 👩🏽‍🚀!"}, picture], name="Dana"),
        AIMessage([thought, {"type": "text", "text": "I look."}, use], tool_calls=[call]),
        ToolMessage([{"type": "text", "text": "a cat"}], tool_call_id="c1", name="look"),
        AIMessage("Once more.", invalid_tool_calls=[torn]),
        ToolMessage("torn", tool_call_id="c2"),
        FunctionMessage(name="old", content="older"),
        ChatMessage(role="critic", content="Meh."),
        ChatMessage(role="developer", content="Be brief."),
        ChatMessage(role="user", content="And now?"),
        HumanMessage("Here is a summary.", additional_kwargs={"lc_source": "summarization"}),
        AIMessage(""),
        HumanMessage("   "),
        HumanMessage("Well?"),
    ]
    await talk.run(agent(Model(script=["A cat."]), talk.memory), turns)
    assert await talk.log() == [
        ("user", "Schau, 日本 👩🏽‍🚀!\n[image]"),
        ("assistant", 'I look.\n[tool call look {"at": "it"}]'),
        ("tool", "a cat"),
        ("assistant", 'Once more.\n[tool call look {"at"]'),
        ("tool", "torn"),
        ("tool", "older"),
        ("assistant", "Meh."),
        ("user", "And now?"),
        ("user", "Well?"),
        ("assistant", "A cat."),
    ]
    first = (await talk.verb("messages", user_id="dana"))[0]
    assert first.name == "Dana"
    assert first.metadata["parts"][0]["base64"]["length"] == 4000


async def test_a_turn_that_no_memory_can_hold_is_answered_and_told(talk, caplog):
    big = "x" * 1_000_001
    end = await talk.run(agent(Model(script=["Long!"]), talk.memory), big)
    assert end["messages"][-1].text == "Long!"
    assert "1,000,001" in caplog.text
    assert await talk.log() == [("assistant", "Long!")]


async def test_a_conversation_that_is_summed_up_is_still_kept_once(talk):
    short = SummarizationMiddleware(
        Model(script=["They talked."] * 9), trigger=("messages", 4), keep=("messages", 2)
    )
    loop = agent(Model(), talk.memory, before=[short], checkpointer=InMemorySaver())
    expected = []
    for number in range(6):
        await talk.run(loop, f"Question {number}", thread="t")
        expected += said(f"Question {number}")
    assert await talk.log() == expected


async def test_on_a_server():
    with serving(embedder=None) as running:
        for way in WAYS:
            talk, model = Talk(way, running.url, api_key=running.key(new_id())), Model()
            loop = agent(model, talk.memory, checkpointer=InMemorySaver())
            await talk.run(loop, DARK, thread="monday")
            await talk.run(loop, ASKED, thread="friday")
            await talk.run(loop, "Thanks.", thread="friday")
            assert DARK in model.seen[1][0].text
            assert await talk.log(session="friday") == [*said(ASKED), *said("Thanks.")]
            await talk.verb("close")
