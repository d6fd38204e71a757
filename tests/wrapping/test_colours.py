"""Colours that do not match, cancellation, and many conversations at once."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading

import anthropic
import openai
import pytest

import recollect
from recollect import AsyncMemory, InputError, Memory
from recollect.agents.clients import _package
from tests.providers import Say, Stall
from tests.wrapping.kinds import Google

HELLO = [{"role": "user", "content": "Hello!"}]


@pytest.fixture
def memory(folder):
    with Memory(str(folder / "memory.db"), embedder=None) as memory:
        yield memory


@pytest.fixture
async def awaited(folder):
    async with AsyncMemory(str(folder / "awaited.db"), embedder=None) as memory:
        yield memory


async def test_colours_must_match(scripted, memory, awaited):
    async with openai.AsyncOpenAI() as client:
        with pytest.raises(InputError, match="AsyncOpenAI needs an AsyncMemory"):
            recollect.wrap(client, memory, user_id="dana")
    with (
        anthropic.Anthropic() as client,
        pytest.raises(InputError, match="Anthropic needs a Memory"),
    ):
        recollect.wrap(client, awaited, user_id="dana")


async def test_googles_other_colour_is_refused_when_it_is_used(scripted, memory, awaited):
    client = Google()
    plain = recollect.wrap(client, memory, user_id="dana", session_id="s1")
    assert plain.models.generate_content(model="m", contents="Hello!").text == "You said: Hello!"
    with pytest.raises(InputError, match="use an AsyncMemory"):
        await plain.aio.models.generate_content(model="m", contents="Hello!")
    other = recollect.wrap(client, awaited, user_id="dana", session_id="s1")
    made = await other.aio.models.generate_content(model="m", contents="Hello!")
    assert made.text == "You said: Hello!"
    with pytest.raises(InputError, match="use a Memory"):
        other.models.generate_content(model="m", contents="Hello!")
    assert len(memory.messages(user_id="dana")) == len(await awaited.messages(user_id="dana")) == 2
    await client.aio.aclose()
    client.close()


async def said(memory: AsyncMemory, user: str = "dana") -> list[tuple[str, str]]:
    return [(one.role, one.content) for one in await memory.messages(user_id=user)]


async def test_a_call_that_is_cancelled_leaves_the_words_and_no_half_turn(scripted, awaited):
    async with openai.AsyncOpenAI(max_retries=0) as bare:
        client = recollect.wrap(bare, awaited, user_id="dana", session_id="s1")
        loop, asked = asyncio.get_running_loop(), asyncio.Event()

        def stall(request):
            loop.call_soon_threadsafe(asked.set)
            return Stall()

        scripted.script.append(stall)
        task = asyncio.create_task(client.chat.completions.create(model="m", messages=HELLO))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await said(awaited) == [("user", "Hello!")]
        await client.chat.completions.create(model="m", messages=HELLO)
        assert await said(awaited) == [("user", "Hello!"), ("assistant", "You said: Hello!")]


async def test_a_stream_that_is_cancelled_is_kept_as_far_as_it_came(scripted, awaited):
    reached, held = asyncio.Event(), threading.Event()
    scripted.script.append(Say("one two three", between=lambda n: n < 3 or held.wait(120)))

    async def read(client):
        asked = {"model": "m", "messages": HELLO, "stream": True}
        async with await client.chat.completions.create(**asked) as stream:
            async for chunk in stream:
                if chunk.choices[0].delta.content == "two ":
                    reached.set()

    async with openai.AsyncOpenAI(max_retries=0) as bare:
        client = recollect.wrap(bare, awaited, user_id="dana", session_id="s1")
        task = asyncio.create_task(read(client))
        await reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        held.set()
        first, second = await awaited.messages(user_id="dana")
        assert (first.content, second.content.strip()) == ("Hello!", "one two")
        assert second.metadata["broken"] is True


async def test_cancelled_at_any_moment_a_log_has_whole_turns_only(scripted, awaited):
    async with openai.AsyncOpenAI(max_retries=0) as bare:
        for number in range(20):
            user = f"user{number}"
            client = recollect.wrap(bare, awaited, user_id=user, session_id="s1")
            ask = client.chat.completions.create(model="m", messages=HELLO)
            task = asyncio.create_task(ask)
            await asyncio.sleep(number * 0.002)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await asyncio.sleep(0.2)
        wanted = [("user", "Hello!"), ("assistant", "You said: Hello!")]
        for number in range(20):
            found = await said(awaited, f"user{number}")
            assert found == wanted[: len(found)]


async def test_two_hundred_conversations_on_one_loop(scripted, awaited):
    async with openai.AsyncOpenAI(max_retries=2, timeout=60) as bare:

        async def talk(number: int) -> None:
            user = f"user{number}"
            client = recollect.wrap(bare, awaited, user_id=user, session_id="s1")
            messages: list[dict[str, str]] = []
            for turn in range(2):
                messages.append({"role": "user", "content": f"I am {user}, turn {turn}."})
                made = await client.chat.completions.create(model="m", messages=messages)
                reply = made.choices[0].message.content
                messages.append({"role": "assistant", "content": reply})
            kept = await said(awaited, user)
            assert kept == [(one["role"], one["content"]) for one in messages]

        await asyncio.gather(*(talk(number) for number in range(200)))
    for request in scripted.requests:
        user = request.asked.split(",")[0]
        assert all(word.startswith(user) for word in request.seen.split("You said: ")[1:])


def test_many_threads_share_a_wrapped_client(scripted, memory):
    with anthropic.Anthropic(max_retries=0) as bare:

        def talk(number: int) -> None:
            client = recollect.wrap(bare, memory, user_id=f"user{number}", session_id="s1")
            for turn in range(3):
                asked = [{"role": "user", "content": f"Turn {turn}."}]
                client.messages.create(model="m", max_tokens=9, messages=asked)

        threads = [threading.Thread(target=talk, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for number in range(16):
        kept = [one.content for one in memory.messages(user_id=f"user{number}")]
        assert kept == [text for n in range(3) for text in (f"Turn {n}.", f"You said: Turn {n}.")]


def test_the_client_may_be_thrown_away(scripted, memory):
    client = recollect.wrap(openai.OpenAI(), memory, user_id="dana")
    for _ in range(2):
        client.chat.completions.create(model="m", messages=HELLO)
    assert len(memory.messages(user_id="dana")) == 4
    client.close()


SAID = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi."}}]}


@pytest.mark.parametrize("packed", [True, False])
async def test_an_answer_that_is_there_already_is_kept(scripted, memory, awaited, packed):
    """As from a cache, or from the transport that people mock providers with."""
    http = _package(openai.OpenAI()._client)
    body = json.dumps(SAID).encode()
    headers = {"content-encoding": "gzip"} if packed else {}

    def answer(_):
        content = gzip.compress(body) if packed else body
        return http.Response(200, headers=headers, content=content)

    made = http.MockTransport(answer)
    client = openai.OpenAI(http_client=http.Client(transport=made))
    recollect.wrap(client, memory, user_id="dana").chat.completions.create(
        model="m", messages=HELLO
    )
    client = openai.AsyncOpenAI(http_client=http.AsyncClient(transport=made))
    await recollect.wrap(client, awaited, user_id="dana").chat.completions.create(
        model="m", messages=HELLO
    )
    said = [memory.messages(user_id="dana"), await awaited.messages(user_id="dana")]
    for messages in said:
        assert [one.content for one in messages] == ["Hello!", "Hi."]


PIECES = [
    {"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Hi"}]},
    {"content": [{"type": "text", "text": " there"}]},
    {"content": "."},
]
ODD = [
    [{"choices": [{"delta": "odd"}]}],
    [{"choices": [{"delta": {"tool_calls": [{"index": "a"}]}}]}],
]


def streamed(*events):
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()


async def passed(http, memory, content, kind):
    """What a caller gets of an answer, and what is kept of it."""
    headers = {"content-type": kind}
    made = http.MockTransport(lambda _: http.Response(200, headers=headers, stream=Bytes(content)))

    class Bytes(http.AsyncByteStream):
        def __init__(self, content):
            self._content = content

        async def __aiter__(self):
            for place in range(0, len(self._content), 7):
                yield self._content[place : place + 7]

    bare = openai.AsyncOpenAI(http_client=http.AsyncClient(transport=made), max_retries=0)
    client = recollect.wrap(bare, memory, user_id="dana")
    asked = {"model": "m", "messages": HELLO, "stream": "event" in kind}
    async with client.chat.completions.with_streaming_response.create(**asked) as response:
        got = await response.read()
    return got, await said(memory)


async def test_a_streamed_answer_may_come_in_parts(scripted, awaited):
    http = _package(openai.OpenAI()._client)
    events = [{"choices": [{"index": 0, "delta": one}]} for one in PIECES]
    content = streamed(*events, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    got, kept = await passed(http, awaited, content, "text/event-stream")
    assert got == content
    assert kept == [("user", "Hello!"), ("assistant", "Hi there.")]


@pytest.mark.parametrize("events", ODD)
async def test_an_answer_that_nobody_understands_reaches_the_caller(scripted, awaited, events):
    http = _package(openai.OpenAI()._client)
    content = streamed(*events, {"choices": [{"index": 0, "delta": {"content": "more"}}]})
    got, kept = await passed(http, awaited, content, "text/event-stream")
    assert got == content
    assert kept == [("user", "Hello!")]


@pytest.mark.parametrize("body", [b'{"choices": [{"message": "odd"}]}', b"[" * 100_000])
async def test_so_does_one_that_comes_whole(scripted, awaited, body):
    http = _package(openai.OpenAI()._client)
    got, kept = await passed(http, awaited, body, "application/json")
    assert got == body
    assert kept == [("user", "Hello!")]
