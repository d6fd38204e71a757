"""A session of a memory as LangChain's chat message history: what is put in comes out."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from langchain.agents import create_agent
from langchain_core._api import LangChainDeprecationWarning
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    ChatMessage,
    FunctionMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.runnables.history import RunnableWithMessageHistory

from recollect import AsyncMemory, InputError, Memory
from recollect.errors import ScopeError
from recollect.hosts.langchain import RecollectChatMessageHistory, RecollectMiddleware
from recollect.types import new_id
from tests.hosts.scripted_langchain import Model
from tests.serving import serving

PICTURE = {"type": "image", "base64": "aGVsbG8=" * 20_000, "mime_type": "image/png"}
CALL = {"id": "c1", "name": "look", "args": {"at": "it", "n": [1, None, 0.5]}, "type": "tool_call"}
TORN = {"id": "c2", "name": "look", "args": '{"at"', "error": "torn", "type": "invalid_tool_call"}
USAGE = {"input_tokens": 5, "output_tokens": 7, "total_tokens": 12}
MESSAGES = {
    "human": HumanMessage("Hello!", id="h1", name="Dana", additional_kwargs={"a": {"b": 1}}),
    "without an id": HumanMessage("Hello!"),
    "blank": HumanMessage("  \n "),
    "empty": AIMessage(""),
    "unicode": HumanMessage("日本 👩🏽‍🚀 \u202egnipeels\u202c é e\u0301 \x00 \x1b[31m"),
    "parts": HumanMessage([{"type": "text", "text": "Look:"}, PICTURE, "and say."]),
    "ai": AIMessage(
        [{"type": "reasoning", "reasoning": "hmm"}, {"type": "text", "text": "I look."}],
        id="lc_run--1",
        tool_calls=[CALL],
        invalid_tool_calls=[TORN],
        usage_metadata=USAGE,
        response_metadata={"model": "m", "finish_reason": "tool_calls"},
    ),
    "chunk": AIMessageChunk("half", id="lc_run--2"),
    "tool": ToolMessage("a cat", tool_call_id="c1", name="look", artifact={"raw": [1, 2]}),
    "tool error": ToolMessage([{"type": "text", "text": "no"}], tool_call_id="c", status="error"),
    "system": SystemMessage("Be kind."),
    "function": FunctionMessage(name="old", content="older"),
    "a role of one's own": ChatMessage(role="critic", content="Meh."),
    "a long text": HumanMessage("word " * 300_000),
}


@pytest.fixture(autouse=True)
def untraced(monkeypatch):
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


@pytest.fixture(params=["memory.db", "memory.json", "memory://"])
def memory(request, folder):
    url = request.param if "://" in request.param else str(folder / request.param)
    with Memory(url, embedder=None) as memory:
        yield memory


def history(memory, session="s1", user="dana"):
    return RecollectChatMessageHistory(memory, session, user_id=user)


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_a_message_comes_back_as_it_was(memory, message):
    history(memory).add_messages([message])
    (found,) = history(memory).messages
    assert found == message
    assert type(found) is type(message)


async def test_all_of_them_in_their_order_in_async_and_after_a_restart(folder):
    url = str(folder / "memory.db")
    async with AsyncMemory(url, embedder=None) as memory:
        await history(memory).aadd_messages(list(MESSAGES.values()))
        assert await history(memory).aget_messages() == list(MESSAGES.values())
    with Memory(url, embedder=None) as memory:
        assert history(memory).messages == list(MESSAGES.values())
        assert await history(memory).aget_messages() == list(MESSAGES.values())
        await history(memory).aadd_messages([HumanMessage("Bye.")])
        assert history(memory).messages[-1] == HumanMessage("Bye.")
        await history(memory).aclear()
        assert history(memory).messages == []
        assert memory.stats().messages == 0


def test_one_by_one(memory):
    one = history(memory)
    one.add_user_message("Hello!")
    one.add_ai_message("Hi.")
    one.add_message(HumanMessage("Bye."))
    assert str(one) == "Human: Hello!\nAI: Hi.\nHuman: Bye."
    one.add_messages([])
    one.clear()
    one.clear()
    assert one.messages == []


def test_what_has_an_id_is_kept_once_in_each_conversation(memory):
    turn = [HumanMessage("Hello!", id="h"), AIMessage("Hi.", id="a")]
    for _ in range(2):
        history(memory).add_messages(turn)
    assert history(memory).messages == turn
    for other in (history(memory, "s2"), history(memory, user="kim")):
        other.add_messages(turn)
        assert other.messages == turn
    said_otherwise = AIMessage("Hello.", id="a")
    history(memory).add_messages([said_otherwise])
    assert history(memory).messages == [*turn, said_otherwise]
    for _ in range(2):  # without an id it is said again
        history(memory, "s3").add_messages([HumanMessage("Yes.")])
    assert len(history(memory, "s3").messages) == 2


def test_its_words_are_memory_like_any_others(memory):
    history(memory).add_messages(
        [HumanMessage("I prefer dark mode in every UI."), AIMessage("OK.")]
    )
    assert memory.search("Which UI mode?", user_id="dana")[0].text.startswith("I prefer dark mode")
    assert memory.value("user.preference.ui.mode", user_id="dana", default=None) is None or True
    (found, *_) = memory.messages(user_id="dana", session_id="s1")
    assert (found.role, found.content) == ("user", "I prefer dark mode in every UI.")


def test_what_others_said_in_the_session_is_there_too(memory):
    memory.add(
        [
            {"role": "developer", "content": "Be kind."},
            {"role": "user", "content": "Hello!"},
            {"role": "assistant", "content": "Hi."},
        ],
        user_id="dana",
        session_id="s1",
    )
    history(memory).add_messages([HumanMessage("Bye.")])
    assert history(memory).messages == [
        SystemMessage("Be kind."),
        HumanMessage("Hello!"),
        AIMessage("Hi."),
        HumanMessage("Bye."),
    ]


def test_conversations_are_apart(memory):
    history(memory, "a").add_user_message("One.")
    history(memory, "b").add_user_message("Two.")
    history(memory, "a", "kim").add_user_message("Three.")
    history(memory, "a").clear()
    assert history(memory, "a").messages == []
    assert history(memory, "b").messages == [HumanMessage("Two.")]
    assert history(memory, "a", "kim").messages == [HumanMessage("Three.")]


def test_many_threads_lose_nothing(folder):
    with Memory(str(folder / "memory.db"), embedder=None) as memory:

        def add(number):
            turn = [HumanMessage(f"Q{number}"), AIMessage(f"A{number}")]
            history(memory).add_messages(turn)

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(add, range(40)))
        found = [one.text for one in history(memory).messages]
        assert sorted(found) == sorted(f"{kind}{n}" for kind in "QA" for n in range(40))


async def test_many_tasks_lose_nothing():
    async with AsyncMemory("memory://", embedder=None) as memory:
        turns = [[HumanMessage(f"Q{n}"), AIMessage(f"A{n}")] for n in range(40)]
        await asyncio.gather(*(history(memory).aadd_messages(turn) for turn in turns))
        assert len(await history(memory).aget_messages()) == 80


@pytest.mark.parametrize("colour", ["sync", "async"])
async def test_a_chain_with_a_history(memory, colour):
    model = Model()
    with pytest.warns(LangChainDeprecationWarning):
        chain = RunnableWithMessageHistory(model, lambda session_id: history(memory, session_id))
    config = {"configurable": {"session_id": "s1"}}
    for words in ("Hello!", "Bye."):
        if colour == "sync":
            chain.invoke([HumanMessage(words)], config)
        else:
            await chain.ainvoke([HumanMessage(words)], config)
    assert [one.text for one in model.seen[1]] == ["Hello!", "You said: Hello!", "Bye."]
    assert len(history(memory).messages) == 4


async def test_a_chain_with_an_async_memory():
    async with AsyncMemory("memory://", embedder=None) as memory:
        model, kept = Model(), history(memory)
        with pytest.warns(LangChainDeprecationWarning):
            chain = RunnableWithMessageHistory(model, lambda session_id: kept)
        config = {"configurable": {"session_id": "s1"}}
        for words in ("Hello!", "Bye."):
            await chain.ainvoke([HumanMessage(words)], config)
        assert [one.text for one in model.seen[1]] == ["Hello!", "You said: Hello!", "Bye."]
        for sync in (lambda: kept.messages, lambda: kept.add_user_message("x"), kept.clear):
            with pytest.raises(InputError, match="async"):
                sync()


def test_a_conversation_that_a_chain_began_an_agent_goes_on_with(memory):
    history(memory).add_messages([HumanMessage("I prefer dark mode."), AIMessage("OK.")])
    agent = create_agent(Model(), [], middleware=[RecollectMiddleware(memory, user_id="dana")])
    said = [*history(memory).messages, HumanMessage("Which mode?")]
    agent.invoke({"messages": said}, {"configurable": {"thread_id": "s1"}})
    texts = [one.text for one in history(memory).messages]
    assert texts == ["I prefer dark mode.", "OK.", "Which mode?", "You said: Which mode?"]


def test_bad_input_is_refused_before_anything_is_written(memory):
    with pytest.raises(ScopeError, match="user_id"):
        RecollectChatMessageHistory(memory, "s1")
    for given in ("", " s1", "x" * 257, 5):
        with pytest.raises(InputError, match="session_id"):
            history(memory, given)
    with pytest.raises(InputError, match="memory"):
        history("memory.db")
    odd = ToolMessage("now", tool_call_id="c", artifact=datetime.now(UTC))
    with pytest.raises(InputError, match="JSON"):
        history(memory).add_messages([HumanMessage("Hello!"), odd])
    with pytest.raises(InputError, match="str"):
        history(memory).add_messages(["Hello!"])
    assert memory.stats().messages == 0


def test_on_a_server():
    with (
        serving(embedder=None) as running,
        Memory(running.url, api_key=running.key(new_id(), right="admin")) as memory,
    ):
        history(memory).add_messages(list(MESSAGES.values()))
        assert history(memory).messages == list(MESSAGES.values())
        history(memory).clear()
        assert history(memory).messages == []
