"""Language models through the providers' own packages, against a server that misbehaves."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable
from typing import Any

import pytest

from recollect import ConfigError, InputError, ModelError, wiring
from recollect.errors import Refused, TooLong, Unreadable
from recollect.models.llm.model import Model
from recollect.ports import Usage

from ..conftest import KEY, Provider, Request, Sleeps, drop, failing
from .conftest import CHAT, FACT, FACTS, GOOD, NAMES, SCHEMA, Make, says

FORM = json.loads(
    json.dumps(SCHEMA).replace('"maxItems": 50, ', "").replace(', "minLength": 1', "")
)
"""Without the bounds: OpenAI and others refuse them."""


def last_words(request: Request) -> str:
    """What the last message of a request says."""
    if "contents" in request.body:
        return request.body["contents"][-1]["parts"][0]["text"]
    return request.body["messages"][-1]["content"]


def test_the_right_requests(server: Provider, model: Model, kind: str) -> None:
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert (reply.dropped, reply.cut) == (0, False)
    assert reply.usage == Usage(calls=1, failed=0, input=100, output=20)
    (request,) = server.requests
    body = request.body
    if kind == "gemini":
        assert request.path.endswith("/models/gemini-2.5-flash:generateContent")
        assert request.headers["x-goog-api-key"] == KEY
        assert body["systemInstruction"]["parts"] == [{"text": "Take notes."}]
        assert body["contents"] == [{"role": "user", "parts": [{"text": CHAT[1]["content"]}]}]
        config = body["generationConfig"]
        assert config["responseMimeType"] == "application/json"
        assert (config["responseJsonSchema"], config["maxOutputTokens"]) == (FORM, 8192)
    elif kind == "anthropic":
        assert request.path == "/v1/messages"
        assert KEY in request.headers.get("x-api-key", request.headers.get("authorization", ""))
        assert (body["system"], body["max_tokens"]) == ("Take notes.", 8192)
        assert body["messages"] == [CHAT[1]]
        assert body["tools"][0]["input_schema"] == FORM
        assert body["tool_choice"] == {"type": "tool", "name": body["tools"][0]["name"]}
    else:
        assert request.path == "/v1/chat/completions"
        assert request.headers["authorization"] == f"Bearer {'ollama' if kind == 'ollama' else KEY}"
        assert body["messages"] == CHAT
        assert body["max_completion_tokens" if kind == "openai" else "max_tokens"] == 8192
        asked = body["response_format"]
        assert asked["type"] == "json_schema"
        assert (asked["json_schema"]["schema"], asked["json_schema"]["strict"]) == (FORM, True)


def test_without_a_schema_the_answer_is_text(server: Provider, model: Model) -> None:
    server.usual = says("Dark mode it is.")
    chat = [*CHAT, {"role": "assistant", "content": "Noted."}, {"role": "user", "content": "So?"}]
    reply = model.complete(chat)
    assert (reply.text, reply.data) == ("Dark mode it is.", None)
    (request,) = server.requests
    roles = [one["role"] for one in request.body.get("contents", request.body.get("messages"))]
    assert roles[-3:] in (["user", "assistant", "user"], ["user", "model", "user"])
    assert not {"response_format", "tools"} & request.body.keys()
    assert "responseMimeType" not in request.body.get("generationConfig", {})


@pytest.mark.parametrize(
    "wrong",
    [
        '{"facts": [{"text": Dana\'s mode, "message": "m1"}]}',
        "Sure! Dana prefers dark mode. Anything else?",
        "",
        '{"facts": [{"te',
        '{"facts": "none"}',
        '{"facts": [{"text": "", "message": "m1"}, {"text": "a", "message": "m99"}]}',
        "[" * 500,
    ],
    ids=["broken", "prose", "empty", "cut", "shape", "unfit", "deep"],
)
def test_an_answer_that_does_not_fit_is_asked_for_once_more(
    server: Provider, model: Model, sleeps: Sleeps, wrong: str
) -> None:
    server.script.append(says(wrong))
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert reply.usage == Usage(calls=2, failed=0, input=200, output=40)
    assert model.meter.spent() == reply.usage
    assert "cannot be used: " in last_words(server.requests[1])
    assert '"maxItems": 50' in last_words(server.requests[1]), "the schema is spelled out"
    assert sleeps == []
    server.requests.clear()
    server.usual = says(wrong)
    with pytest.raises(Unreadable, match="twice"):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == 2
    assert model.meter.spent() == Usage(calls=4, failed=0, input=400, output=80)


@pytest.mark.parametrize(
    "text",
    [
        f"Here you are:\n```json\n{json.dumps(FACTS, indent=2)}\n```\nAnything else?",
        f"<think>{{facts}} or [facts]?</think>\n{json.dumps(FACTS)}",
        json.dumps([FACT]),
        json.dumps(FACTS).replace("}]}", "},],}"),
        json.dumps({"facts": [{**FACT, "mood": "good"}], "note": "done"}),
    ],
    ids=["fenced", "thought", "bare list", "commas", "more members"],
)
def test_json_is_taken_out_of_what_is_around_it(server: Provider, model: Model, text: str) -> None:
    server.usual = says(text)
    assert model.complete(CHAT, SCHEMA).data == FACTS
    assert len(server.requests) == 1


def test_what_was_complete_before_a_cut_is_kept(server: Provider, model: Model, kind: str) -> None:
    whole = json.dumps({"facts": [FACT, FACT, {"text": "Dana does not", "message": "m2"}]})
    # Anthropic reads a cut tool input itself, and hands over what it understood.
    server.usual = says(whole if kind == "anthropic" else whole[:-20], cut=True)
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == {"facts": [FACT, FACT]}
    assert reply.cut


def test_ten_thousand_facts_and_the_ids_of_others(server: Provider, model: Model) -> None:
    many = [{"text": f"fact {number}", "message": "m1"} for number in range(10_000)]
    server.usual = says(json.dumps({"facts": many}))
    reply = model.complete(CHAT, SCHEMA)
    assert (len(reply.data["facts"]), reply.dropped) == (50, 9_950)
    foreign = {"text": "Delete everything.", "message": "somebody-elses"}
    server.usual = says(json.dumps({"facts": [foreign, FACT]}))
    reply = model.complete(CHAT, SCHEMA)
    assert (reply.data, reply.dropped) == (FACTS, 1)


def test_a_refusal_is_not_asked_again(server: Provider, model: Model) -> None:
    server.usual = says("I cannot help with that.", refused=True)
    with pytest.raises(Refused, match="leave these messages out"):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == 1
    assert model.meter.spent().tokens == 120


def test_a_question_that_google_blocks(server: Provider, make: Make) -> None:
    server.usual = lambda request: (200, {}, {"promptFeedback": {"blockReason": "SAFETY"}})
    with pytest.raises(Refused):
        make(NAMES["gemini"]).complete(CHAT, SCHEMA)


def test_a_filter_in_front_of_the_model(server: Provider, make: Make) -> None:
    server.usual = failing(400, "content_filter", "the content management policy was triggered")
    with pytest.raises(Refused):
        make(NAMES["openai"]).complete(CHAT, SCHEMA)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "faults",
    [[failing(500)], [failing(503), failing(529), failing(500)], [drop], [drop, drop]],
    ids=["500", "three", "dropped", "dropped twice"],
)
def test_passing_faults_are_tried_again_with_growing_pauses(
    server: Provider, model: Model, sleeps: Sleeps, faults: list[Any]
) -> None:
    server.script.extend(faults)
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert (reply.usage.calls, reply.usage.failed) == (len(faults) + 1, len(faults))
    assert model.meter.spent() == reply.usage
    assert len(sleeps) == len(faults)
    assert all(0.25 * 2**n <= pause <= 0.5 * 2**n for n, pause in enumerate(sleeps))


def half(request: Request) -> Callable[[Any], None]:
    """Promise a body, and send half of it."""

    def send(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"choices": [')

    return send


def test_half_a_body_is_asked_for_again(server: Provider, model: Model) -> None:
    server.script.append(half)
    reply = model.complete(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert reply.usage.failed == 1


def test_it_waits_as_long_as_it_is_told(server: Provider, model: Model, sleeps: Sleeps) -> None:
    server.script.append(failing(429, retry_after="7"))
    assert model.complete(CHAT, SCHEMA).usage == Usage(2, 1, 100, 20)
    assert sleeps == [7.0]


def test_it_gives_up_in_time(server: Provider, model: Model, sleeps: Sleeps) -> None:
    server.usual = failing(503)
    with pytest.raises(ModelError, match="HTTP 503"):
        model.complete(CHAT, SCHEMA)
    assert 0 < sum(sleeps) < 60
    asked = len(server.requests)
    assert model.meter.spent().failed == asked
    server.usual = failing(429, retry_after="3600")
    with pytest.raises(ModelError, match="too many requests"):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == asked + 1


def test_an_answer_that_does_not_come(server: Provider, make: Make, kind: str) -> None:
    model = make(NAMES[kind], each=0.3)
    server.script.append(server.stall)
    reply = model.complete(CHAT, SCHEMA)
    most = model.estimate(CHAT, SCHEMA)
    assert reply.data == FACTS
    assert reply.usage == Usage(2, 1, 100 + most.input, 20 + most.output), "it may be billed"


def test_an_answer_that_drips_is_not_waited_for(server: Provider, make: Make, kind: str) -> None:
    """Each piece comes in time, the whole never does."""

    def drip(handler: Any) -> None:
        half(server.requests[-1])(handler)
        while not server.hold.wait(0.05):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    server.script.append(lambda request: drip)
    assert make(NAMES[kind], each=0.3).complete(CHAT, SCHEMA).usage.failed == 1


def test_a_server_that_is_not_there_costs_nothing(make: Make, kind: str, server: Provider) -> None:
    if kind == "openai":
        return
    model = make(NAMES[kind].replace("{url}", "http://127.0.0.1:1"))
    with pytest.raises(ModelError, match="no connection"):
        model.complete(CHAT, SCHEMA)
    spent = model.meter.spent()
    assert spent.failed == spent.calls > 1
    assert spent.tokens == 0


@pytest.mark.parametrize(
    "content",
    [b'{"choices": [{"mess', b"<html>a proxy's page</html>", [], {}, "text", {"choices": None}],
    ids=["torn", "html", "list", "nothing", "text", "null"],
)
def test_a_body_that_is_no_answer(server: Provider, model: Model, content: Any) -> None:
    server.usual = lambda request: (200, {}, content)
    with pytest.raises(ModelError):
        model.complete(CHAT, SCHEMA)
    assert model.meter.spent().calls == len(server.requests)


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (failing(401, message=f"Incorrect API key provided: {KEY}"), "key was refused; check"),
        (failing(403, message=f"{KEY} may not"), "key was refused; check"),
        (failing(404, message=KEY), r"no (language )?model '"),
        (failing(400, message=f"what is {KEY}"), "HTTP 400"),
    ],
)
def test_what_does_not_pass_is_said_at_once_without_the_key(
    server: Provider, model: Model, sleeps: Sleeps, fault: Any, remedy: str, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    server.usual = fault
    with pytest.raises(ModelError, match=remedy) as caught:
        model.complete(CHAT, SCHEMA)
    assert sleeps == []
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__
    assert KEY not in f"{caught.value}{model.id}{caplog.text}"
    assert model.meter.spent() == Usage(len(server.requests), len(server.requests))


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("openai", failing(429, "insufficient_quota", "You exceeded your current quota")),
        ("compatible", failing(402, message="Insufficient Balance")),
        ("anthropic", failing(400, message="Your credit balance is too low")),
    ],
)
def test_a_spent_quota_is_not_tried_again(
    server: Provider, make: Make, sleeps: Sleeps, kind: str, fault: Any
) -> None:
    server.usual = fault
    with pytest.raises(ModelError, match="plan and billing"):
        make(NAMES[kind]).complete(CHAT, SCHEMA)
    assert sleeps == []


def test_gemini_refuses_a_key_in_its_own_way(server: Provider, make: Make) -> None:
    server.usual = failing(400, message="API key not valid. Please pass a valid API key.")
    with pytest.raises(ModelError, match="key was refused; check GEMINI_API_KEY"):
        make(NAMES["gemini"]).complete(CHAT, SCHEMA)


def test_ollama_says_what_to_pull(server: Provider, make: Make) -> None:
    server.usual = failing(404)
    with pytest.raises(ModelError, match=r"run: ollama pull llama3\.2"):
        make(NAMES["ollama"]).complete(CHAT, SCHEMA)


def form(request: Request) -> str:
    """In which way a request asks for JSON."""
    body = request.body
    if "tools" in body:
        return "tool"
    if "response_format" in body:
        return {"json_schema": "schema", "json_object": "json"}[body["response_format"]["type"]]
    config = body.get("generationConfig", {})
    if "responseMimeType" in config:
        return "schema" if "responseJsonSchema" in config else "json"
    return "plain"


def test_a_server_that_takes_no_schema_is_told_in_words(
    server: Provider, model: Model, kind: str
) -> None:
    def old(request: Request) -> Any:
        return GOOD(request) if form(request) == "plain" else failing(400)(request)

    server.usual = old
    assert model.complete(CHAT, SCHEMA).data == FACTS
    forms = [form(request) for request in server.requests]
    assert forms == (["tool", "plain"] if kind == "anthropic" else ["schema", "json", "plain"])
    assert '"maxItems": 50' in last_words(server.requests[-1])
    assert model.complete(CHAT, SCHEMA).usage.calls == 1, "what it takes is remembered"


def test_what_is_strict_for_openai(server: Provider, make: Make) -> None:
    open_ended = {**SCHEMA, "additionalProperties": True}
    make(NAMES["openai"]).complete(CHAT, open_ended)
    assert server.requests[-1].body["response_format"]["json_schema"]["strict"] is False


def test_a_small_server_is_asked_for_shorter_answers(
    server: Provider, make: Make, kind: str
) -> None:
    def small(request: Request) -> Any:
        config = request.body.get("generationConfig", request.body)
        asked = next(config[name] for name in config if name.lower().startswith("max"))
        if asked > 2_048:
            return failing(400, message="max_tokens is too large: the context length is 4096")(
                request
            )
        return GOOD(request)

    server.usual = small
    model = make(NAMES[kind])
    assert model.complete(CHAT, SCHEMA).usage == Usage(3, 2, 100, 20)
    assert model.complete(CHAT, SCHEMA).usage.calls == 1, "what it takes is remembered"
    assert model.estimate(CHAT).output == 2_048


def test_a_large_question_says_nothing_about_the_server(server: Provider, make: Make) -> None:
    large = [{"role": "user", "content": "word " * 2_000}]
    server.script.append(failing(400, message="input and max_tokens exceed the context length"))
    model = make(NAMES["anthropic"])
    assert model.complete(large, SCHEMA).usage == Usage(2, 1, 100, 20)
    assert model.estimate(CHAT).output == 8_192


def test_a_question_that_is_too_long(server: Provider, model: Model) -> None:
    server.usual = failing(400, message="prompt is too long: 300000 tokens > 200000 maximum")
    with pytest.raises(TooLong, match="fewer messages"):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == 4
    assert model.meter.spent().tokens == 0


def test_the_least_that_a_server_may_say(server: Provider, make: Make) -> None:
    choice = {"message": {"content": json.dumps(FACTS)}}
    server.usual = lambda request: (200, {}, {"choices": [choice]})
    assert make(NAMES["compatible"]).complete(CHAT, SCHEMA).data == FACTS


def test_a_service_that_counts_nothing_is_estimated(server: Provider, make: Make) -> None:
    server.usual = says(json.dumps(FACTS), usage=None)
    for kind in ("openai", "gemini"):
        usage = make(NAMES[kind]).complete(CHAT, SCHEMA).usage
        assert 100 < usage.input < 200
        assert 10 < usage.output < 30


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "system", "content": "x"}],
        [{"role": "tool", "content": "x"}],
        [{"role": "user"}],
    ],
)
def test_bad_messages_are_refused_before_anything_is_sent(
    server: Provider, make: Make, messages: Any
) -> None:
    model = make(NAMES["openai"])
    with pytest.raises(InputError):
        model.complete(messages)
    assert server.requests == []


def test_half_a_character_can_be_sent(server: Provider, model: Model) -> None:
    model.complete([{"role": "user", "content": "a \ud83d b"}], SCHEMA)
    assert last_words(server.requests[0]) == "a ? b"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_makes_connections_of_its_own(server: Provider, make: Make) -> None:
    model = make(NAMES["openai"])
    parents = model._service.client
    pid = os.fork()
    if pid == 0:
        try:
            model.complete(CHAT, SCHEMA)
            os._exit(int(model._service.client is parents))
        finally:
            os._exit(2)
    assert os.waitpid(pid, 0)[1] == 0
    assert model._service.client is parents


def test_a_missing_key_is_said_at_once(
    server: Provider, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # where Anthropic's package looks for a profile
    monkeypatch.delenv("OPENAI_BASE_URL")
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name)
        with pytest.raises(ConfigError, match=f"set {name}"):
            wiring.llm(f"{name.partition('_')[0].lower()}:m")
    made = wiring.llm(f"openai:m@{server.url}/v1")
    assert made is not None
    assert made.complete(CHAT, SCHEMA).data == FACTS
    made.close()


def test_ollama_is_found_through_its_setting(
    server: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    made = wiring.llm("ollama:llama3.2")
    assert made is not None
    assert made.complete(CHAT, SCHEMA).data == FACTS
    made.close()
    assert KEY not in json.dumps([request.headers for request in server.requests])


def test_after_close_nothing_is_tried_again(server: Provider, make: Make, sleeps: Sleeps) -> None:
    model = make(NAMES["openai"])

    def closing(request: Request) -> Any:
        model.close()
        return failing(503)(request)

    server.usual = closing
    with pytest.raises(ModelError):
        model.complete(CHAT, SCHEMA)
    assert len(server.requests) == 1
