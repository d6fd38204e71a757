"""ADK's own runner and agents, against a scripted model: what it is shown, and what is kept."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from google.adk.agents import LlmAgent
from google.adk.apps.app import App, EventsCompactionConfig
from google.adk.events import Event
from google.adk.models import Gemini
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import ToolContext, load_memory, preload_memory
from google.genai import Client, errors, types

from recollect import AsyncMemory
from recollect.hosts.adk import RecollectMemoryService, RecollectSessionService
from tests.providers import Call, Fail, Say, Server

ROOT = Path(__file__).parents[3]
CELLO = "I play the cello."
Run = Callable[[Any], Runner]


async def remember(callback_context: Any) -> None:
    """As ADK's guides have it: what was said is memory when the agent is done."""
    await callback_context.add_session_to_memory()


def weather(city: str, tool_context: ToolContext) -> str:
    """The weather in a city, now."""
    tool_context.state["user:city"] = city
    tool_context.state["temp:asked"] = True
    return f"24 degrees in {city}"


@pytest.fixture
async def model(scripted: Server) -> AsyncIterator[Gemini]:
    """Google's own client of it, which is closed."""
    with Client() as client:
        async with client.aio:
            yield Gemini(model="gemini-2.5-flash", client=client)


def agent(model: Gemini | str, **options: Any) -> LlmAgent:
    return LlmAgent(name="tutor", model=model, instruction="Be patient.", **options)


def runner(made: Any, memory: AsyncMemory, sessions: Any = None) -> Runner:
    return Runner(
        app_name="school",
        agent=made,
        session_service=sessions or RecollectSessionService(memory),
        memory_service=RecollectMemoryService(memory),
        auto_create_session=True,
    )


async def say(made: Runner, text: str, session: str = "s1", user: str = "dana") -> list[Event]:
    said = types.UserContent(text)
    stream = made.run_async(user_id=user, session_id=session, new_message=said)
    return [event async for event in stream]


def texts(server: Server, place: int = -1) -> list[str]:
    """The texts of a request, without what the instructions say."""
    contents = server.requests[place].body["contents"]
    return [part["text"] for one in contents for part in one["parts"] if "text" in part]


SECOND = """
import asyncio, sys
from recollect import AsyncMemory
from tests.hosts.adk.test_adk_runs import agent, preload_memory, runner, say

async def main(path, text):
    async with AsyncMemory(path, embedder=None) as memory:
        made = agent("gemini-2.5-flash", tools=[preload_memory])
        await say(runner(made, memory), text, "friday")

asyncio.run(main(*sys.argv[1:]))
"""


async def test_the_second_process_knows_what_the_first_was_told(
    scripted: Server, model: Gemini, tmp_path: Path
):
    path, asked = str(tmp_path / "agent.db"), "Do I play the cello or the piano?"
    async with AsyncMemory(path, embedder=None) as memory:
        first = agent(model, tools=[preload_memory], after_agent_callback=remember)
        await say(runner(first, memory), CELLO, "monday")
    told = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", SECOND, path, asked]
    await asyncio.to_thread(subprocess.run, command, check=True, env=told, timeout=300)
    assert texts(scripted, 0) == [CELLO]
    shown, question = texts(scripted)
    assert f"user: {CELLO}\n" in shown
    assert question == asked
    async with AsyncMemory(path, embedder=None) as memory:
        kept = await RecollectSessionService(memory).list_sessions(app_name="school")
    assert [one.id for one in kept.sessions] == ["monday", "friday"]


async def test_the_model_looks_into_memory_itself(
    scripted: Server, model: Gemini, plain: AsyncMemory
):
    made = runner(agent(model, tools=[load_memory], after_agent_callback=remember), plain)
    await say(made, CELLO, "monday")
    scripted.script.extend([Say("", (Call("load_memory", {"query": "cello"}),)), Say("The cello.")])
    await say(made, "Which instrument is mine?", "friday")
    *_, answer = scripted.requests[-1].body["contents"]
    (result,) = [part["functionResponse"]["response"] for part in answer["parts"]]
    assert CELLO in str(result)
    await say(made, "Do I play something?", "friday")
    kept = [one.content for one in await plain.messages(user_id="dana") if CELLO in one.content]
    assert kept == [CELLO, f"You said: {CELLO}"], "what was recalled is no news"


async def test_other_users_and_apps_are_not_shown(
    scripted: Server, model: Gemini, plain: AsyncMemory
):
    made = runner(agent(model, tools=[preload_memory], after_agent_callback=remember), plain)
    await say(made, CELLO, user="dana")
    await say(made, "Do I play the cello?", user="kim")
    assert texts(scripted) == ["Do I play the cello?"]


async def plainly(run: Run, server: Server, model: Gemini) -> None:
    for text in ("Hello.", "Is it warm?"):
        await say(run(agent(model)), text)


async def calling(run: Run, server: Server, model: Gemini) -> None:
    calls = (Call("weather", {"city": "Porto"}, "c1"), Call("weather", {"city": "Faro"}, "c2"))
    server.script.extend([Say("Let me look.", calls), Say("Both are warm."), Say("Yes.")])
    for text in ("Is it warm in Porto, or in Faro?", "Really?"):
        await say(run(agent(model, tools=[weather])), text)


async def noting(run: Run, server: Server, model: Gemini) -> None:
    for key in ("temp:last", "user:last", "app:last", "last"):
        await say(run(agent(model, output_key=key)), f"Note this as {key}.")


async def handing_over(run: Run, server: Server, model: Gemini) -> None:
    cook = LlmAgent(name="cook", model=model, description="Cooks.")
    call = Call("transfer_to_agent", {"agent_name": "cook"}, "c1")
    server.script.extend([Say("", (call,)), Say("Boil it."), Say("Longer.")])
    for text in ("How do I make tea?", "And then?"):
        await say(run(agent(model, sub_agents=[cook.model_copy()])), text)


async def failing(run: Run, server: Server, model: Gemini) -> None:
    server.script.append(Fail("bad_request"))
    with pytest.raises(errors.ClientError):
        await say(run(agent(model)), "Hello?")
    await say(run(agent(model)), "Are you there?")


@pytest.mark.parametrize("play", [plainly, calling, noting, handing_over, failing])
async def test_runs_keep_what_adks_own_service_keeps(
    play: Any, scripted: Server, model: Gemini, memory: AsyncMemory
):
    """The same requests, the same events but for their ids and times, and the same states."""
    kept = []
    for sessions in (InMemorySessionService(), RecollectSessionService(memory)):
        scripted.requests.clear()
        await play(lambda made, sessions=sessions: runner(made, memory, sessions), scripted, model)
        found = await sessions.get_session(app_name="school", user_id="dana", session_id="s1")
        ours = {"id", "invocation_id", "timestamp"}
        events = [one.model_dump(exclude=ours) for one in found.events]
        kept.append(([one.body for one in scripted.requests], found.state, events))
    assert kept[0] == kept[1]
    assert len(kept[0][2]) > 2


@pytest.mark.filterwarnings("ignore:.EXPERIMENTAL.:UserWarning")
async def test_a_long_session_is_compacted(scripted: Server, model: Gemini, plain: AsyncMemory):
    config = EventsCompactionConfig(compaction_interval=2, overlap_size=0)
    app = App(name="school", root_agent=agent(model), events_compaction_config=config)
    sessions = RecollectSessionService(plain)
    made = Runner(
        app=app,
        session_service=sessions,
        memory_service=RecollectMemoryService(plain),
        auto_create_session=True,
    )
    for text in ("One.", "Two.", "Three."):
        await say(made, text)
    found = await sessions.get_session(app_name="school", user_id="dana", session_id="s1")
    assert [one for one in found.events if one.actions.compaction]
    assert len(found.events) > 6
