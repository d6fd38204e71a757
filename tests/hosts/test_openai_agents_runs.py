"""The SDK's own runner, against a scripted model: what it is shown, and what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from agents import (
    Agent,
    ModelSettings,
    OpenAIResponsesModel,
    RunConfig,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from agents.memory import SessionSettings
from agents.run import CallModelData, ModelInputData

from recollect import AsyncMemory, InputError
from recollect.errors import ScopeError
from recollect.hosts.openai_agents import RecollectSession, recall, tools
from recollect.text.tokens import estimate

from ..providers import Call, Drop, Fail, Say, Server, serving
from ..providers.server import KEY

CELLO = "I play the cello."


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    set_tracing_disabled(True)
    yield
    set_tracing_disabled(False)


class Scripted:
    """A server, and the SDK's own model of it."""

    def __init__(self, server: Server, client: openai.AsyncOpenAI) -> None:
        self.script, self.requests = server.script, server.requests
        self.model = OpenAIResponsesModel("gpt-5-mini", client)


@pytest.fixture
async def server() -> AsyncIterator[Scripted]:
    with serving() as made:
        async with openai.AsyncOpenAI(base_url=made.openai, api_key=KEY, max_retries=0) as client:
            yield Scripted(made, client)


@function_tool
def weather(city: str) -> str:
    """The weather in a city, now."""
    return f"24 degrees in {city}"


def agent(server: Scripted, name: str = "tutor", **options: Any) -> Agent[Any]:
    return Agent(name, instructions="Be patient.", model=server.model, **options)


def recalling(memory: AsyncMemory, **options: Any) -> RunConfig:
    return RunConfig(call_model_input_filter=recall(memory, user_id="dana", **options))


async def test_the_second_session_knows_what_the_first_was_told(server: Scripted, tmp_path: Path):
    path = tmp_path / "agent.db"
    async with AsyncMemory(path, embedder=None) as memory:
        monday = RecollectSession("monday", memory, user_id="dana")
        await Runner.run(agent(server), CELLO, session=monday, run_config=recalling(memory))
        assert CELLO not in str(server.requests[0].body["instructions"])
    async with AsyncMemory(path, embedder=None) as memory:
        friday = RecollectSession("friday", memory, user_id="dana")
        asked = "Do I play the cello or the piano?"
        await Runner.run(agent(server), asked, session=friday, run_config=recalling(memory))
        system, question = server.requests[-1].body["input"]
        assert system["role"] == "system"
        assert system["content"].startswith("<memory>\n")
        assert f"user: {CELLO}" in system["content"]
        assert asked not in system["content"]
        assert question == {"role": "user", "content": asked}
        assert server.requests[-1].body["instructions"] == "Be patient."
        kept = await friday.get_items()
        assert [item["role"] for item in kept] == ["user", "assistant"]
        assert "<memory>" not in str(kept)
        said = [one.content for one in await memory.messages(user_id="dana")]
        assert [one for one in said if CELLO in one] == [CELLO, f"You said: {CELLO}"]


async def test_what_the_model_is_sent_anyway_is_not_recalled(server: Scripted, plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana")
    for said in (CELLO, "My cello is old.", "What do I play, the cello?"):
        await Runner.run(agent(server), said, session=session, run_config=recalling(plain))
    items = server.requests[-1].body["input"]
    words = [item["content"] for item in items if item["role"] == "user"]
    assert words == [CELLO, "My cello is old.", "What do I play, the cello?"]
    shown = [item["content"] for item in items if item["role"] == "system"]
    assert not [text for text in shown for said in words if f"user: {said}" in text]


async def test_what_a_limit_leaves_out_is_recalled(server: Scripted, plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana", session_settings={"limit": 2})
    for said in (CELLO, "And it rains.", "What do I play, the cello?"):
        await Runner.run(agent(server), said, session=session, run_config=recalling(plain))
    *_, system, _ = server.requests[-1].body["input"]
    assert f"user: {CELLO}" in system["content"]


async def test_the_runs_own_limit_is_respected(server: Scripted, plain: AsyncMemory):
    session = RecollectSession("s1", plain, user_id="dana")
    config = RunConfig(session_settings=SessionSettings(limit=2))
    for n in range(3):
        await Runner.run(agent(server), f"message {n}", session=session, run_config=config)
    assert len(server.requests[-1].body["input"]) == 3


async def plainly(server: Scripted, session: Any) -> None:
    for said in ("Hello.", "Is it warm?"):
        await Runner.run(agent(server), said, session=session)


async def calling(server: Scripted, session: Any) -> None:
    calls = (Call("weather", {"city": "Porto"}, "c1"), Call("weather", {"city": "Faro"}, "c2"))
    server.script.extend([Say("Let me look.", calls), Say("Both are warm."), Say("Yes.")])
    for said in ("Is it warm in Porto, or in Faro?", "Really?"):
        await Runner.run(agent(server, tools=[weather]), said, session=session)


async def streaming(server: Scripted, session: Any) -> None:
    server.script.extend([Say("", (Call("weather", {"city": "Porto"}),)), Say("It is warm.")])
    for said in ("Is it warm in Porto?", "Really?"):
        result = Runner.run_streamed(agent(server, tools=[weather]), said, session=session)
        async for _ in result.stream_events():
            pass


async def handing_over(server: Scripted, session: Any) -> None:
    server.script.extend([Say("", (Call("transfer_to_cook"),)), Say("Boil it."), Say("Longer.")])
    cook = agent(server, "cook")
    for said in ("How do I make tea?", "And then?"):
        await Runner.run(agent(server, handoffs=[cook]), said, session=session)


async def failing(server: Scripted, session: Any) -> None:
    server.script.extend([Say("", (Call("weather", {"city": "Porto"}),)), Fail("server")])
    made = agent(server, tools=[weather])
    with pytest.raises(openai.APIError):
        await Runner.run(made, "Is it warm in Porto?", session=session)
    await Runner.run(made, "Are you there?", session=session)


async def broken_off(server: Scripted, session: Any) -> None:
    server.script.append(Drop(Say("It is warm and dry."), after=5))
    result = Runner.run_streamed(agent(server), "Is it warm?", session=session)
    with pytest.raises(openai.APIError):
        async for _ in result.stream_events():
            pass
    await Runner.run(agent(server), "Are you there?", session=session)


async def picturing(server: Scripted, session: Any) -> None:
    picture = {
        "type": "input_image",
        "detail": "auto",
        "image_url": "data:;base64," + "A" * 300_000,
    }
    text = {"type": "input_text", "text": "What is this?"}
    await Runner.run(agent(server), [{"role": "user", "content": [text, picture]}], session=session)
    await Runner.run(agent(server), "Are you sure?", session=session)


RUNS = [plainly, calling, streaming, handing_over, failing, broken_off, picturing]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.__name__)
async def test_runs_keep_what_the_sdks_own_session_keeps(
    run: Any, server: Scripted, memory: AsyncMemory
):
    theirs = SQLiteSession("s1")
    await run(server, theirs)
    asked = [request.body["input"] for request in server.requests]
    server.requests.clear()
    ours = RecollectSession("s1", memory, user_id="dana")
    await run(server, ours)
    assert await ours.get_items() == await theirs.get_items()
    assert [request.body["input"] for request in server.requests] == asked
    theirs.close()


async def test_recall_goes_with_tools_and_with_handoffs(server: Scripted, plain: AsyncMemory):
    await plain.add(CELLO, user_id="dana")
    server.script.extend(
        [Say("", (Call("transfer_to_cook"),)), Say("", (Call("weather", {"city": "x"}, "c2"),))]
    )
    cook = agent(server, "cook", tools=[weather])
    session = RecollectSession("s1", plain, user_id="dana")
    run = Runner.run_streamed(
        agent(server, handoffs=[cook]), "Is my cello warm?", session=session,
        run_config=recalling(plain),
    )  # fmt: skip
    async for _ in run.stream_events():
        pass
    assert len(server.requests) == 3
    for request in server.requests:
        system, question = request.body["input"][:2]
        assert f"user: {CELLO}" in system["content"]
        assert question["content"] == "Is my cello warm?"
    assert "<memory>" not in str(await session.get_items())


async def test_recall_goes_with_a_conversation_that_openai_keeps(
    server: Scripted, plain: AsyncMemory
):
    await plain.add(CELLO, user_id="dana")
    server.script.append(Say("", (Call("weather", {"city": "Porto"}),)))
    made = agent(server, tools=[weather])
    await Runner.run(
        made, "Is my cello warm?", conversation_id="conv_1", run_config=recalling(plain)
    )
    first, second = (request.body["input"] for request in server.requests)
    assert f"user: {CELLO}" in first[0]["content"]
    assert [item["type"] for item in second] == ["function_call_output"]


async def shown(memory: AsyncMemory, items: list[Any], **options: Any) -> list[Any]:
    data = CallModelData(ModelInputData(input=items, instructions="x"), Agent("a"), None)
    made = await recall(memory, user_id="dana", **options)(data)
    assert made.instructions == "x"
    return made.input


async def test_recall_without_anything_to_say_changes_nothing(plain: AsyncMemory):
    hello: list[Any] = [{"role": "user", "content": "Hello, who is there?"}]
    assert await shown(plain, hello) == hello
    await plain.add(CELLO, user_id="kim")
    await plain.add("The boat is blue.", user_id="dana")
    for items in ([], [{"role": "user", "content": " "}], [{"type": "reasoning"}], hello):
        assert await shown(plain, items) == items


async def test_recall_is_under_its_budget_and_in_its_frame(plain: AsyncMemory):
    for n in range(50):
        await plain.add(f"The cello number {n} is </memory> red.", user_id="dana")
    await plain.set("persona", "A patient tutor.", user_id="dana", kind="core")
    asked: list[Any] = [{"role": "user", "content": [{"type": "input_text", "text": "the cello?"}]}]
    (system, question) = await shown(plain, asked, budget=200)
    assert question is asked[0]
    assert 100 < estimate(system["content"]) <= 200
    assert system["content"].count("</memory>") == 1
    assert "A patient tutor." in system["content"]


async def test_what_is_less_sure_can_be_left_out(plain: AsyncMemory):
    await plain.add("I play the cello.", user_id="dana")
    asked: list[Any] = [{"role": "user", "content": "the cello?"}]
    assert len(await shown(plain, asked, min_relevance=0.1)) == 2
    assert await shown(plain, asked, min_relevance=1) == asked


async def test_recall_says_whose(plain: AsyncMemory):
    with pytest.raises(ScopeError):
        recall(plain)
    with pytest.raises(InputError, match="budget"):
        recall(plain, user_id="dana", budget=0)
    with pytest.raises(InputError, match="min_relevance"):
        recall(plain, user_id="dana", min_relevance=2)


async def test_the_model_uses_the_memory_itself(server: Scripted, plain: AsyncMemory):
    made = agent(
        server,
        tools=tools(plain, user_id="dana"),
        model_settings=ModelSettings(parallel_tool_calls=True),
    )
    server.script.extend(
        [
            Say("", (Call("remember", {"text": CELLO}, "c1"), Call("forget", {"no": 1}, "c2"))),
            Say("Noted."),
            Say("", (Call("recall", {"query": "cello"}, "c3"),)),
            Say("The cello."),
        ]
    )
    session = RecollectSession("s1", plain, user_id="dana")
    await Runner.run(made, "Remember something for me.", session=session)
    names = [tool["name"] for tool in server.requests[0].body["tools"]]
    assert names == ["remember", "recall", "forget", "update"]
    await Runner.run(made, "What instrument is it?", session=session)
    told = {
        item["call_id"]: item["output"]
        for item in await session.get_items()
        if item.get("type") == "function_call_output"
    }
    assert told["c1"].startswith("remembered as ")
    assert told["c2"].startswith("error: no argument 'no'")
    assert CELLO in told["c3"]
    hits = [hit.text for hit in await plain.search("cello", user_id="dana")]
    assert [text for text in hits if text.endswith(CELLO)] == [CELLO]
