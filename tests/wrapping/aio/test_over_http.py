"""A wrapped client on a memory that a server keeps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

import recollect
from recollect import AsyncMemory, InputError
from recollect.types import new_id
from tests.providers import Drop, Fail, Say
from tests.serving import serving
from tests.wrapping.aio.talkers import TALKERS, AsyncChat, AsyncTalker
from tests.wrapping.aio.test_remembering import ASKED, DARK, log, pieces


@pytest.fixture(scope="module")
def served() -> Iterator[Any]:
    with serving(embedder=None) as running:
        yield running


@pytest.fixture
async def memory(served: Any) -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory(served.url, api_key=served.key(new_id())) as memory:
        yield memory


@pytest.fixture(params=TALKERS, ids=lambda kind: kind.wire)
async def talker(request: Any, scripted: Any, memory: AsyncMemory) -> AsyncIterator[AsyncTalker]:
    made = request.param(memory)
    yield made
    await made.close()


async def test_a_call_sees_memory_and_is_kept(scripted, memory, talker):
    await memory.add(DARK, user_id="dana", session_id="monday")
    await memory.set("persona", "You are Ada, a tutor.", user_id="dana", kind="core")
    scripted.script.append(Say("Dark mode."))
    assert await talker.ask([("user", ASKED)], "You are brief.") == "Dark mode."
    (request,) = scripted.requests
    assert DARK in request.seen
    assert "You are Ada" in request.seen
    assert request.system.startswith("You are brief.")
    assert await log(memory) == [("user", ASKED), ("assistant", "Dark mode.")]


async def test_what_is_less_sure_can_be_left_out(scripted, memory):
    await memory.add(DARK, user_id="dana", session_id="monday")
    for least, shown in ((0.1, True), (1, False)):
        talker = AsyncChat(memory, session_id=f"at {least}", min_relevance=least, pattern="vector")
        await talker.ask([("user", ASKED)])
        await talker.close()
        assert (DARK in scripted.requests[-1].seen) == shown
    with pytest.raises(InputError, match="min_relevance"):
        AsyncChat(memory, min_relevance="high")


async def test_a_conversation_is_kept_once(scripted, memory, talker):
    turns: list[tuple[str, str]] = []
    for text in ("Hello!", "Yes.", "Yes."):
        turns.append(("user", text))
        turns.append(("assistant", await talker.ask(turns)))
        assert await log(memory) == turns


async def test_a_stream_is_kept_whole_or_as_far_as_it_came(scripted, memory, talker):
    many = 7 if talker.wire == "responses" else 5
    scripted.script += [
        Say("one two three"),
        Drop(Say("four five six seven eight nine"), after=many),
    ]
    assert "".join(await pieces(talker, [("user", "Count.")])) == "one two three"
    with pytest.raises(Exception, match=r"(?i)connection|closed"):
        await pieces(talker, [("user", "Go on.")])
    kept = await memory.messages(user_id="dana", session_id="s1")
    assert [one.content for one in kept][:3] == ["Count.", "one two three", "Go on."]
    assert kept[3].content.startswith("four five")
    assert [bool(one.metadata.get("broken")) for one in kept] == [False, False, False, True]


async def test_an_error_leaves_the_words_once(scripted, memory, talker):
    scripted.script += [Fail("server"), Say("At last.")]
    with pytest.raises(Exception):  # noqa: B017, the SDK's own
        await talker.ask([("user", "Hello!")])
    assert await log(memory) == [("user", "Hello!")]
    assert await talker.ask([("user", "Hello!")]) == "At last."
    assert await log(memory) == [("user", "Hello!"), ("assistant", "At last.")]


async def test_tool_calls_come_back_from_the_server(scripted, memory):
    talker = AsyncChat(memory)
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q":1}'}}
    turns = [
        {"role": "user", "content": "Find it."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
    ]
    await talker.wrapped.chat.completions.create(model="m", messages=turns)
    other = recollect.wrap(talker.bare, memory, user_id="dana", session_id="s1", pattern="buffer")
    newest = [{"role": "user", "content": "And then?"}]
    await other.chat.completions.create(model="m", messages=newest)
    sent = scripted.requests[-1].body["messages"]
    assert sent[:3] == turns
    assert sent[-1] == newest[0]
    await talker.close()


@pytest.mark.parametrize("pattern", ["buffer", "window", "summary"])
async def test_a_request_gets_the_turns_that_it_lacks(scripted, memory, pattern):
    talker = AsyncChat(memory, pattern=pattern, budget=400)
    await talker.ask([("user", "We decided to use Django for the store.")])
    for number in range(12):
        await talker.ask([("user", f"This is number {number} " + "and so on " * 4)])
    seen = scripted.requests[-1].seen
    assert "This is number 10" in seen
    assert ("Django" in seen) is (pattern == "summary")
    assert len(await memory.notes(user_id="dana", kind="summary")) == (pattern == "summary")
    await talker.close()


async def test_the_server_may_be_gone(scripted, served, caplog, monkeypatch):
    monkeypatch.setattr("recollect.client.aio.wire.TRIES", 1)
    async with AsyncMemory("http://127.0.0.1:9", api_key="rk_none") as gone:
        talker = AsyncChat(gone)
        assert await talker.ask([("user", "Hello!")]) == "You said: Hello!"
        await talker.close()
    assert "without memory" in caplog.text


async def test_a_counter_of_yours_is_not_taken(scripted, memory):
    with pytest.raises(InputError, match="the server counts tokens"):
        AsyncChat(memory, tokens=len)
