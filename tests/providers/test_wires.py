"""The scripted server is what it says: the providers' own SDKs take it for theirs."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import anthropic
import openai
import pytest

from tests.providers import Call, Drop, Fail, Rule, Say, Stall, ruled

with warnings.catch_warnings():  # compiled for the first time, its source draws one
    warnings.simplefilter("ignore")
    from google import genai
    from google.genai import errors, types

CALL = Call("weather", {"city": "Porto", "days": 2})
ASK = [{"role": "user", "content": "Is it warm?"}]


@pytest.fixture
def gpt(scripted):
    with openai.OpenAI(max_retries=0) as client:
        yield client


@pytest.fixture
def claude(scripted):
    with anthropic.Anthropic(max_retries=0) as client:
        yield client


@pytest.fixture
def gemini(scripted):
    with genai.Client() as client:
        yield client


def chat(client, **more):
    return client.chat.completions.create(model="m", messages=ASK, **more)


def message(client, **more):
    return client.messages.create(model="m", max_tokens=9, messages=ASK, **more)


def test_chat_completions(scripted, gpt):
    scripted.script += [Say("Yes, 24 degrees."), Say(calls=(CALL,)), Say(refusal="I will not.")]
    assert chat(gpt).choices[0].message.content == "Yes, 24 degrees."
    called = chat(gpt).choices[0]
    assert called.finish_reason == "tool_calls"
    assert json.loads(called.message.tool_calls[0].function.arguments) == CALL.arguments
    refused = chat(gpt).choices[0].message
    assert (refused.content, refused.refusal) == (None, "I will not.")
    assert [request.asked for request in scripted.requests] == ["Is it warm?"] * 3
    assert scripted.requests[0].headers["authorization"].startswith("Bearer sk-")


def test_chat_completions_streamed(scripted, gpt):
    scripted.script += [Say("Yes, 24 degrees.", (CALL,)), Say(refusal="I will not.")]
    with gpt.chat.completions.stream(model="m", messages=ASK) as stream:
        kinds = {event.type for event in stream}
        made = stream.get_final_completion().choices[0].message
    assert {"content.delta", "tool_calls.function.arguments.done"} <= kinds
    assert made.content == "Yes, 24 degrees."
    assert json.loads(made.tool_calls[0].function.arguments) == CALL.arguments
    chunks = list(chat(gpt, stream=True, stream_options={"include_usage": True}))
    assert chunks[-1].usage.total_tokens == 12
    said = [choice.delta.refusal or "" for chunk in chunks for choice in chunk.choices]
    assert "".join(said) == "I will not."


def test_responses(scripted, gpt):
    scripted.script += [Say("Yes.", (CALL,)), Say(refusal="I will not.")]
    made = gpt.responses.create(model="m", input="Is it warm?", instructions="Be brief.")
    assert made.output_text == "Yes."
    assert json.loads(made.output[1].arguments) == CALL.arguments
    assert scripted.requests[0].system == "Be brief."
    made = gpt.responses.create(model="m", input=ASK)
    assert made.output[0].content[0].refusal == "I will not."


def test_responses_streamed(scripted, gpt):
    scripted.script += [Say("Yes, 24.", (CALL,)), Say("Yes, 24."), Say(refusal="I will not.")]
    with gpt.responses.stream(model="m", input="Is it warm?") as stream:
        kinds = [event.type for event in stream]
        made = stream.get_final_response()
    assert made.output_text == "Yes, 24."
    assert json.loads(made.output[1].arguments) == CALL.arguments
    assert kinds[0] == "response.created"
    assert kinds[-1] == "response.completed"
    events = list(gpt.responses.create(model="m", input="Is it warm?", stream=True))
    said = [event.delta for event in events if event.type == "response.output_text.delta"]
    assert said == ["Yes, ", "24."]
    events = list(gpt.responses.create(model="m", input="Is it warm?", stream=True))
    assert "response.refusal.done" in {event.type for event in events}


def test_messages(scripted, claude):
    scripted.script += [Say("Yes.", (CALL,)), Say(refusal="I will not.")]
    made = message(claude, system="Be brief.")
    assert made.content[0].text == "Yes."
    assert made.content[1].input == CALL.arguments
    assert made.stop_reason == "tool_use"
    assert scripted.requests[0].system == "Be brief."
    assert message(claude).stop_reason == "refusal"


def test_messages_streamed(scripted, claude):
    scripted.script += [Say("Yes, 24.", (CALL,)), Say("Yes.")]
    with claude.messages.stream(model="m", max_tokens=9, messages=ASK) as stream:
        assert "".join(stream.text_stream) == "Yes, 24."
        made = stream.get_final_message()
    assert made.content[1].input == CALL.arguments
    kinds = [event.type for event in message(claude, stream=True)]
    assert (kinds[0], kinds[-1]) == ("message_start", "message_stop")


def test_generate_content(scripted, gemini):
    scripted.script += [Say("Yes.", (CALL,)), Say(refusal="no")]
    config = types.GenerateContentConfig(system_instruction="Be brief.")
    made = gemini.models.generate_content(model="m", contents="Is it warm?", config=config)
    assert made.candidates[0].content.parts[0].text == "Yes."
    assert made.function_calls[0].args == CALL.arguments
    assert scripted.requests[0].system == "Be brief."
    assert scripted.requests[0].asked == "Is it warm?"
    made = gemini.models.generate_content(model="m", contents="Is it warm?")
    assert made.candidates[0].finish_reason == types.FinishReason.SAFETY


def test_generate_content_streamed(scripted, gemini):
    scripted.script.append(Say("Yes, 24.", (CALL,)))
    chunks = list(gemini.models.generate_content_stream(model="m", contents="Is it warm?"))
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
    assert [part.text for part in parts] == ["Yes, ", "24.", None]
    assert parts[-1].function_call.args == CALL.arguments
    assert chunks[-1].candidates[0].finish_reason == types.FinishReason.STOP


async def test_async_clients(scripted):
    async with openai.AsyncOpenAI() as gpt, anthropic.AsyncAnthropic() as claude:
        assert (await chat(gpt)).choices[0].message.content == "You said: Is it warm?"
        assert (await message(claude)).content[0].text == "You said: Is it warm?"
        streamed = await chat(gpt, stream=True)
        said = [choice.delta.content or "" async for one in streamed for choice in one.choices]
        assert "".join(said) == "You said: Is it warm?"
    async with genai.Client().aio as gemini:
        asked = {"model": "m", "contents": "Is it warm?"}
        assert (await gemini.models.generate_content(**asked)).text == "You said: Is it warm?"
        streamed = await gemini.models.generate_content_stream(**asked)
        assert "".join([one.text async for one in streamed]) == "You said: Is it warm?"


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "streamed"])
def test_errors_have_each_providers_shape(scripted, gpt, claude, gemini, streams):
    def ask(fault, call):
        scripted.script.append(Fail(fault, wait=2))
        try:
            call()
        except Exception as error:
            return error
        pytest.fail("no error")

    more = {"stream": True} if streams else {}
    named = {"rate_limit": "RateLimitError", "context": "BadRequestError", "auth": "Authen"}
    for fault in ("rate_limit", "context", "server", "overloaded", "auth"):
        for call in (chat, message):
            error = ask(fault, lambda call=call: call(gpt if call is chat else claude, **more))
            wanted = named.get(fault) or ("Overloaded", "InternalServer")
            assert type(error).__name__.startswith(wanted)
            assert error.response.headers["retry-after"] == "2"
        if streams:
            stream = gemini.models.generate_content_stream
            error = ask(fault, lambda s=stream: list(s(model="m", contents="x")))
        else:
            plain = gemini.models.generate_content
            error = ask(fault, lambda p=plain: p(model="m", contents="x"))
        assert isinstance(error, errors.APIError)
    scripted.script.append(Fail("context"))
    with pytest.raises(openai.BadRequestError) as caught:
        gpt.responses.create(model="m", input="x", **more)
    assert caught.value.code == "context_length_exceeded"


def test_a_stream_breaks(scripted, gpt, claude, gemini):
    said = Say("one two three four")
    for _ in range(3):
        scripted.script.append(Drop(said, after=3))
    got = []
    with pytest.raises(Exception, match=r"(?i)connection"):
        got.extend(chunk.choices[0].delta.content for chunk in chat(gpt, stream=True))
    assert got == ["", "one ", "two "]
    got = []
    with pytest.raises(Exception, match="peer closed connection"):
        got.extend(event.type for event in message(claude, stream=True))
    assert got == ["message_start", "content_block_start"]  # and a ping, which its SDK keeps
    got = []
    stream = gemini.models.generate_content_stream(model="m", contents="x")
    with pytest.raises(Exception, match="peer closed connection"):
        got.extend(chunk.text for chunk in stream)
    assert got == ["one ", "two ", "three "]


def test_an_error_in_the_middle_of_a_stream(scripted, gpt, claude):
    said = Say("one two three four")
    scripted.script += [Fail("server", after=3, say=said), Fail("overloaded", after=3, say=said)]
    got = []
    with pytest.raises(openai.APIError):
        got.extend(chunk.choices[0].delta.content for chunk in chat(gpt, stream=True))
    assert got == ["", "one ", "two "]
    with pytest.raises(anthropic.APIStatusError):
        list(message(claude, stream=True))


def test_nothing_comes(scripted, gpt, claude):
    scripted.script += [Stall(), Stall(Say("one two"), after=2), Drop(), Drop(Say("one"), after=1)]
    with pytest.raises(openai.APITimeoutError):
        chat(gpt, timeout=0.2)
    with pytest.raises(Exception, match=r"(?i)timed out"):
        list(message(claude, stream=True, timeout=0.2))
    for _ in range(2):
        with pytest.raises(openai.APIConnectionError):
            chat(gpt)


def test_a_stream_can_be_held(scripted, gpt):
    seen = threading.Event()
    held = Say("one two", between=lambda number: number < 2 or seen.wait(120))
    scripted.script.append(held)
    stream = chat(gpt, stream=True)
    assert next(stream).choices[0].delta.role == "assistant"
    assert next(stream).choices[0].delta.content == "one "  # the rest has not been sent
    seen.set()
    assert next(stream).choices[0].delta.content == "two"
    stream.close()


def test_rules_answer_by_what_the_model_sees(scripted, claude):
    dark = Rule("You like {mode} mode.", when="which mode", seen="prefer (?P<mode>dark|light)")
    scripted.usual = ruled([Rule(fail="server", once=True), dark, Rule("I do not know.")])
    ask = {"model": "m", "max_tokens": 9}
    asked = [{"role": "user", "content": "Which mode do I like?"}]
    with pytest.raises(anthropic.InternalServerError):
        claude.messages.create(messages=asked, **ask)
    assert claude.messages.create(messages=asked, **ask).content[0].text == "I do not know."
    told = claude.messages.create(messages=asked, system="- I prefer dark mode", **ask)
    assert told.content[0].text == "You like dark mode."


def test_it_lists_models(gpt):
    assert [model.id for model in gpt.models.list()] == ["scripted-1"]


def test_it_runs_as_a_process(tmp_path):
    script = tmp_path / "script.json"
    script.write_text('[{"when": "warm", "say": "24 degrees"}, {"say": "Pardon?"}]')
    command = [sys.executable, "-m", "tests.providers", "--script", str(script)]
    with subprocess.Popen(
        command,
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        url = process.stdout.readline().strip()
        with openai.OpenAI(base_url=f"{url}/v1", api_key="none") as client:
            assert chat(client).choices[0].message.content == "24 degrees"
        process.terminate()
        assert process.wait(300) == 0
