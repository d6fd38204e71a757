"""The providers' own SDKs, unmodified, through the proxy."""

from __future__ import annotations

import asyncio
import threading
import time
import warnings

import anthropic
import httpx
import openai
import pytest

from recollect.server.proxy.routes import _url
from recollect.server.rules import Rules
from tests.providers import Call, Drop, Fail, Say
from tests.providers.server import KEY
from tests.server.conftest import Running

with warnings.catch_warnings():  # compiled for the first time, its source draws one
    warnings.simplefilter("ignore")
    from google import genai
    from google.genai import types

DARK = "I prefer dark mode in every UI."
ASKED = "Which UI mode do I prefer?"
ASK = [{"role": "user", "content": ASKED}]
WHO = {"x-recollect-user": "dana", "x-recollect-session": "s1"}
OPEN = Rules(open=True, rate=1e6, burst=10**6)


@pytest.fixture
def proxy(scripted, monkeypatch):
    for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"RECOLLECT_UPSTREAM_{name}", scripted.url)
    with Running(rules=OPEN) as running:
        running.do(running.memory.tenant("").add(DARK, user_id="dana", session_id="monday"))
        yield running


def gpt(proxy, kind=openai.OpenAI, **more):
    base = f"{proxy.url}/openai/v1"
    return kind(base_url=base, default_headers=WHO, max_retries=0, **more)


def claude(proxy, kind=anthropic.Anthropic):
    return kind(base_url=f"{proxy.url}/anthropic", default_headers=WHO, max_retries=0)


def gemini(proxy):
    where = types.HttpOptions(base_url=f"{proxy.url}/gemini", headers=WHO)
    return genai.Client(http_options=where)


def log(proxy, session="s1", user="dana", tries=3000):
    """What was kept. A client has the end of a stream a moment before the server has kept it."""
    for _ in range(tries):
        asked = proxy.memory.tenant("").messages(user_id=user, session_id=session)
        found = [(one.role, one.content) for one in proxy.do(asked)]
        if found and found[-1][0] != "user":
            break
        time.sleep(0.02)
    return found


def chat(client, **more):
    return client.chat.completions.create(model="m", messages=ASK, **more)


SAID = [("user", ASKED), ("assistant", "Dark mode, as ever.")]
MODE = Say("Dark mode, as ever.")


def seen(scripted):
    (request,) = scripted.requests
    assert DARK in request.seen
    assert request.asked == ASKED
    assert not any(name.startswith("x-recollect") for name in request.headers)
    assert KEY in str(request.headers)
    return request


def test_chat_completions(scripted, proxy):
    scripted.script.append(MODE)
    with gpt(proxy) as client:
        assert chat(client).choices[0].message.content == MODE.text
    seen(scripted)
    assert log(proxy) == SAID


def test_chat_completions_streamed(scripted, proxy):
    scripted.script.append(MODE)
    with gpt(proxy) as client:
        chunks = [chunk.choices[0].delta.content or "" for chunk in chat(client, stream=True)]
    assert "".join(chunks) == MODE.text
    assert len(chunks) > 3
    seen(scripted)
    assert log(proxy) == SAID


def test_responses(scripted, proxy):
    scripted.script += [MODE, Say("Yes.")]
    with gpt(proxy) as client:
        assert client.responses.create(model="m", input=ASKED).output_text == MODE.text
        seen(scripted)
        events = list(client.responses.create(model="m", input="Really?", stream=True))
    assert events[-1].type == "response.completed"
    assert log(proxy) == [*SAID, ("user", "Really?"), ("assistant", "Yes.")]


def test_messages(scripted, proxy):
    scripted.script += [MODE, Say("Yes.", (Call("look", {"at": "it"}, "c1"),))]
    asked = {"model": "m", "max_tokens": 9}
    with claude(proxy) as client:
        assert client.messages.create(messages=ASK, **asked).content[0].text == MODE.text
        seen(scripted)
        again = [*ASK, {"role": "assistant", "content": MODE.text}]
        again.append({"role": "user", "content": "Really?"})
        with client.messages.stream(messages=again, **asked) as stream:
            assert "".join(stream.text_stream) == "Yes."
    assert [text for _, text in log(proxy)][2:] == [
        "Really?",
        'Yes.\n[tool call look {"at": "it"}]',
    ]


def test_generate_content(scripted, proxy):
    scripted.script += [MODE, Say("Yes, really.")]
    with gemini(proxy) as client:
        assert client.models.generate_content(model="m", contents=ASKED).text == MODE.text
        seen(scripted)
        chunks = list(client.models.generate_content_stream(model="m", contents="Really?"))
    assert "".join(chunk.text for chunk in chunks) == "Yes, really."
    assert log(proxy) == [*SAID, ("user", "Really?"), ("assistant", "Yes, really.")]


def test_interactions(scripted, proxy):
    scripted.script += [MODE, Say("Yes, really.")]
    asked = {"model": "m", "input": [{"type": "text", "text": ASKED}]}
    given = {"x-goog-api-key": KEY, **WHO}
    with httpx.Client(base_url=f"{proxy.url}/gemini/v1beta", headers=given, timeout=60) as client:
        made = client.post("/interactions", json=asked).json()
        assert made["steps"][0]["content"][0]["text"] == MODE.text
        seen(scripted)
        more = {"previous_interaction_id": made["id"], "stream": True}
        again = client.post("/interactions", json={"model": "m", "input": "Really?", **more})
        assert again.text.endswith("data: [DONE]\n\n")
    assert log(proxy) == [*SAID, ("user", "Really?"), ("assistant", "Yes, really.")]


async def test_async_clients(scripted, proxy):
    async with (
        gpt(proxy, openai.AsyncOpenAI) as one,
        claude(proxy, anthropic.AsyncAnthropic) as two,
    ):
        await chat(one)
        asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Two"}]}
        async with two.messages.stream(**asked) as stream:
            assert "".join([text async for text in stream.text_stream]) == "You said: Two"
    async with gemini(proxy).aio as three:
        made = await three.models.generate_content_stream(model="m", contents="Three")
        assert "".join([chunk.text async for chunk in made]) == "You said: Three"
    said = await asyncio.to_thread(log, proxy)
    assert [text for role, text in said if role == "user"] == [ASKED, "Two", "Three"]
    assert len(said) == 6


def test_a_stream_passes_as_it_comes(scripted, proxy):
    got = threading.Event()
    scripted.script.append(Say("one two", between=lambda number: number < 2 or got.wait(120)))
    with gpt(proxy) as client:
        stream = chat(client, stream=True)
        assert next(stream).choices[0].delta.role == "assistant"
        assert next(stream).choices[0].delta.content == "one "  # upstream has not sent the rest
        got.set()
        assert [chunk.choices[0].delta.content for chunk in stream] == ["two", None]


def test_a_broken_stream_is_kept_as_far_as_it_came(scripted, proxy, caplog):
    scripted.script.append(Drop(Say("one two three four"), after=3))
    with gpt(proxy) as client, pytest.raises(Exception, match=r"(?i)connection"):
        list(chat(client, stream=True))
    kept = proxy.do(proxy.memory.tenant("").messages(user_id="dana", session_id="s1"))
    assert [one.content.strip() for one in kept] == [ASKED, "one two"]
    assert kept[1].metadata["broken"] is True
    assert "a provider broke off its answer" in caplog.text
    assert "a bug" not in caplog.text
    assert [one for one in caplog.records if one.exc_info] == []


def test_errors_of_the_provider_are_the_callers(scripted, proxy):
    scripted.script += [Fail("rate_limit", wait=2), Fail("context"), Fail("context"), MODE]
    with gpt(proxy) as client:
        with pytest.raises(openai.RateLimitError) as caught:
            chat(client)
        assert caught.value.response.headers["retry-after"] == "2"
        with pytest.raises(openai.BadRequestError, match="maximum context length"):
            chat(client)  # with less memory it is too long, too
        assert len(scripted.requests) == 3
        chat(client)
    assert log(proxy) == SAID


def test_what_does_not_ask_a_model_passes_as_it_is(scripted, proxy):
    with gpt(proxy) as client:
        assert [model.id for model in client.models.list()] == ["scripted-1"]
        with pytest.raises(openai.NotFoundError):
            client.embeddings.create(model="m", input="x")
    assert log(proxy, tries=50) == []


def test_nobody_is_named(scripted, proxy):
    with openai.OpenAI(base_url=f"{proxy.url}/openai/v1", max_retries=0) as client:
        with pytest.raises(openai.BadRequestError, match="nobody is named"):
            chat(client)
        named = client.with_options(default_headers={"x-recollect-user": "dana"})
        for _ in range(2):
            chat(named)
    sessions = proxy.do(proxy.memory.tenant("").sessions(user_id="dana"))
    assert len([one for one in sessions if one.session_id.startswith("proxy-")]) == 1


@pytest.mark.parametrize(("least", "shown"), [("0.1", True), ("1", False)])
def test_what_is_less_sure_can_be_left_out(scripted, proxy, least, shown):
    sent = {"x-recollect-min-relevance": least, "x-recollect-pattern": "vector"}
    chat(gpt(proxy), extra_headers=sent)
    (request,) = scripted.requests
    assert (DARK in request.seen) == shown
    assert not any(name.startswith("x-recollect") for name in request.headers)


def test_while_tools_answer_a_model_is_shown_the_same(scripted, proxy):
    client, asked = gpt(proxy), [*ASK]
    scripted.script += [Say(calls=(Call("look", {}, "c1"),)), MODE]
    asked.append(chat(client).choices[0].message.to_dict())
    asked.append({"role": "tool", "tool_call_id": "c1", "content": "UI mode"})
    memory = proxy.memory.tenant("")
    proxy.do(memory.add("I prefer that UI mode by night.", user_id="dana", session_id="t"))
    client.chat.completions.create(model="m", messages=asked)
    first, second = scripted.requests
    assert first.messages == second.messages[:2]
    assert DARK in str(first.messages)


@pytest.mark.parametrize("sent", ["zo%C3%A9%20%F0%9F%8C%92", "zoé 🌒".encode()])
def test_a_name_may_have_any_letters(proxy, sent):
    headers = {"x-recollect-user": sent, "x-recollect-session": b"s%2F1"}
    path = f"{proxy.url}/openai/v1/chat/completions"
    answer = httpx.post(path, headers=headers, json={"model": "m", "messages": ASK})
    assert answer.status_code == 200
    assert log(proxy, session="s/1", user="zoé 🌒")[0] == ("user", ASKED)


@pytest.mark.parametrize(
    "header",
    [
        {"x-recollect-user": b"zo\xe9"}, {"x-recollect-user": b"zo%e9"},
        {"x-recollect-budget": b"\xb2"}, {"x-recollect-budget": b"9" * 5000},
        {"x-recollect-budget": b"0"}, {"x-recollect-pattern": b"magic"},
        {"x-recollect-min-relevance": b"2"}, {"x-recollect-min-relevance": b"nan"},
        {"x-recollect-min-relevance": b"much"},
    ],
)  # fmt: skip
def test_a_header_that_means_nothing_is_refused(scripted, proxy, header):
    path = f"{proxy.url}/openai/v1/chat/completions"
    headers = {b"x-recollect-user": b"dana"} | {name.encode(): one for name, one in header.items()}
    answer = httpx.post(path, headers=headers, json={"model": "m", "messages": ASK})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_input")
    assert scripted.requests == []


def test_half_a_character_is_the_providers_to_refuse(scripted, proxy):
    """JavaScript sends a text that was cut in the middle of an emoji so."""
    asked = b'{"model": "m", "messages": [{"role": "user", "content": "%s \\ud83d"}]}'
    path = f"{proxy.url}/openai/v1/chat/completions"
    answer = httpx.post(path, headers=WHO, content=asked % ASKED.encode())
    assert answer.status_code == 200
    (request,) = scripted.requests
    assert DARK in request.seen
    assert request.messages[-1]["content"] == f"{ASKED} \ud83d"
    assert log(proxy)[0] == ("user", f"{ASKED} \ufffd")


def test_what_is_too_deep_to_be_read_passes_as_it_is(proxy):
    asked = "[" * 100_000 + "]" * 100_000
    seen = []

    async def upstream(request):
        seen.append(request.content.decode())
        return httpx.Response(400, json={"error": {"message": "too deep"}})

    proxy.app.state.upstream = httpx.MockTransport(upstream)
    path = f"{proxy.url}/openai/v1/chat/completions"
    assert httpx.post(path, headers=WHO, content=asked).json()["error"]["message"] == "too deep"
    assert seen == [asked]


@pytest.mark.parametrize("path", ["/v1/models/org%2Fmodel", "/v1/files/a%3Fb%23c%20d%25e?q=%2F"])
def test_a_path_goes_up_as_it_is_spelled(proxy, path):
    seen = []

    async def upstream(request):
        seen.append(request.url.raw_path.decode())
        return httpx.Response(200)

    proxy.app.state.upstream = httpx.MockTransport(upstream)
    assert httpx.get(f"{proxy.url}/openai{path}").status_code == 200
    assert seen == [path]


def test_upstream_is_away(proxy):
    proxy.app.state.upstreams["openai"] = "http://127.0.0.1:9"
    with gpt(proxy) as client, pytest.raises(openai.InternalServerError, match="be reached"):
        chat(client)
    assert log(proxy, tries=50) == [("user", ASKED)]


def test_a_key_of_ours_never_goes_upstream(scripted, monkeypatch):
    for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"RECOLLECT_UPSTREAM_{name}", scripted.url)
    with Running(rules=Rules(rate=1e6, burst=10**6)) as running:
        token = running.key("acme", right="write", user_id="dana")
        headers = {"x-recollect-key": token, "x-recollect-session": "s1"}
        base = f"{running.url}/openai/v1"
        with openai.OpenAI(base_url=base, default_headers=headers, max_retries=0) as client:
            chat(client)
            (request,) = scripted.requests
            assert token not in str(request.headers)
            assert KEY in request.headers["authorization"]
            other = client.with_options(default_headers={"x-recollect-user": "erik"})
            with pytest.raises(openai.PermissionDeniedError):
                chat(other)
        with (
            openai.OpenAI(base_url=base, api_key=token, max_retries=0) as client,
            pytest.raises(openai.AuthenticationError, match="x-recollect-key"),
        ):
            chat(client)
        own = "recollect's own key comes as x-recollect-key"
        for kind in (openai.OpenAI, anthropic.Anthropic):
            with kind(base_url=base, max_retries=0) as client, pytest.raises(Exception, match=own):
                client.models.list()
        assert len(scripted.requests) == 1
        kept = running.do(running.memory.tenant("acme").messages(user_id="dana"))
        assert len(kept) == 2
        assert running.do(running.memory.tenant("").messages(user_id="dana")) == []
        reader = running.key("acme", right="read", user_id="dana")
        answer = httpx.post(
            f"{base}/chat/completions", headers={"x-recollect-key": reader}, json={"messages": ASK}
        )
        assert answer.status_code == 403


def test_the_providers_key_is_kept_nowhere(scripted, proxy, tmp_path):
    with gpt(proxy) as client:
        chat(client)
    said = proxy.do(proxy.memory.tenant("").messages(user_id="dana"))
    assert KEY not in str(said)


@pytest.mark.parametrize(
    ("base", "path", "whole"),
    [
        ("http://host", "/v1/models", "http://host/v1/models"),
        ("http://host/v1", "/v1/models", "http://host/v1/models"),
        ("http://host/v1", "/models", "http://host/v1/models"),
        ("http://host/v1", "/v1beta/models", "http://host/v1/v1beta/models"),
        ("https://host/api/v1", "/v1/v1/models", "https://host/api/v1/v1/models"),
        ("https://host/v1beta", "/v1beta/models/x", "https://host/v1beta/models/x"),
    ],
)
def test_a_version_stands_once_whether_the_upstream_has_it_or_not(base, path, whole):
    assert str(_url(base, path)) == whole


def test_an_upstream_may_be_given_as_base_urls_usually_are(scripted, monkeypatch):
    monkeypatch.setenv("RECOLLECT_UPSTREAM_OPENAI", f"{scripted.url}/v1/")
    scripted.script.append(MODE)
    with Running(rules=OPEN) as running, gpt(running) as client:
        chat(client)
    assert [request.path for request in scripted.requests] == ["/v1/chat/completions"]
