"""The pure part: bytes to events, requests to what is new in them, errors to what they mean."""

from __future__ import annotations

import gzip
import json

import pytest

from recollect import Message
from recollect.agents.wires import WIRES, Addition, spoken
from recollect.agents.wires.anthropic import AnthropicWire
from recollect.agents.wires.base import overrun
from recollect.agents.wires.chat import ChatWire
from recollect.agents.wires.ear import Ear
from recollect.agents.wires.events import Events
from recollect.agents.wires.gemini import GeminiWire
from recollect.agents.wires.interactions import InteractionsWire
from recollect.agents.wires.known import known
from recollect.agents.wires.responses import ResponsesWire
from tests.providers import Request, Say
from tests.providers.says import FAULTS
from tests.providers.server import WIRES as SERVED


def said(*turns: str) -> list[Message]:
    """`u:words`, `a:words`."""
    names = {"u": "user", "a": "assistant", "t": "tool"}
    return [Message(turn[2:], role=names[turn[0]]) for turn in turns]


@pytest.mark.parametrize(
    ("log", "asked", "new"),
    [
        ("", "u:one", "u:one"),
        ("u:one a:x", "u:one a:x u:two", "u:two"),
        ("u:one a:x", "u:two", "u:two"),
        ("u:one a:x", "u:one", "u:one"),  # said again
        ("u:one", "u:one", ""),  # sent again
        ("u:one a:x u:two", "u:one a:x u:two", ""),
        ("u:one a:x u:two a:y", "u:two a:y u:three", "u:three"),
        ("u:yes a:x u:yes a:y", "u:yes a:x u:yes a:y u:yes", "u:yes"),
        ("u:yes a:x u:no a:y u:yes a:z", "u:yes a:z u:yes", "u:yes"),
        ("u:one a:x u:two a:y", "u:one a:x u:three", "u:three"),  # said otherwise
        ("u:one a:x u:two a:y u:three a:z", "u:one a:x u:three", ""),  # and its answer made anew
        ("u:one a:x", "u:one a:cut u:two", "u:two"),  # an answer may come back shortened
        ("u:one", "u:one a:elsewhere u:two", "a:elsewhere u:two"),
        ("u:five a:x", "u:four a:w u:five a:x u:six", "u:six"),
        ("", "u:one a:x u:two a:begun", "u:one a:x u:two"),
        ("u:one a:x t:r", "u:one a:x t:r", ""),
        ("u:one a:x", "a:only", ""),
        ("u:one a:x u:two a:y", "a:y u:three", "u:three"),  # what it answered was cut off
        ("u:one a:x", "a:greeting u:two", "a:greeting u:two"),
        ("", "a:greeting u:two", "a:greeting u:two"),
    ],
)
def test_what_is_new_in_a_request(log, asked, new):
    found = known(said(*log.split()), said(*asked.split()))
    assert [f"{one.role[0]}:{one.content}" for one in found.new] == new.split()


def test_an_answer_that_broke_off_is_none():
    asked = said("u:one")
    half = Message("x", role="assistant", metadata={"broken": True})
    assert known([*asked, half, half], said("u:one")).new == []
    assert known([*asked, half, *said("a:x")], said("u:one")).new != []
    assert known([*asked, half], said("u:two")).new != []


def request(wire: str, streams: bool = False) -> Request:
    paths = {
        "openai": "/v1/chat/completions",
        "responses": "/v1/responses",
        "anthropic": "/v1/messages",
        "gemini": f"/v1beta/models/m:{'streamG' if streams else 'g'}enerateContent",
        "interactions": "/v1beta/interactions",
    }
    return Request("POST", paths[wire], "", {}, {"model": "m", "stream": streams})


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_a_stream_is_heard_however_it_is_cut(wire, size):
    asked = request(wire.name, True)
    data = b"".join(SERVED[wire.name].events(Say("Grüße, «one» two."), asked))
    ear = Ear(wire, {"content-type": "text/event-stream"}, streams=True)
    for place in range(0, len(data), size):
        ear.take(data[place : place + size])
    turn = ear.turn()
    assert "broken" not in turn.said.get("metadata", {})
    content = turn.said["content"]
    text = content if isinstance(content, str) else content[0]["text"]
    assert text == "Grüße, «one» two."


def test_calls_of_custom_tools_are_calls():
    """What OpenAI lets a model write to them is any text."""
    custom = {"index": 0, "id": "c1", "type": "custom", "custom": {"name": "sql", "input": "SEL"}}
    chunks = [{"tool_calls": [custom]}, {"tool_calls": [{"index": 0, "custom": {"input": "ECT"}}]}]
    heard = ChatWire().hearing()
    for delta in chunks:
        heard.hear({"choices": [{"index": 0, "delta": delta}]})
    heard.hear({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
    item = {"type": "custom_tool_call", "call_id": "c1", "name": "sql", "input": "SELECT"}
    said = [heard.turn(), ResponsesWire().reply({"output": [item]})]
    function = {"name": "sql", "arguments": "SELECT"}
    for turn in said:
        assert [(one["id"], one["function"]) for one in turn.said["tool_calls"]] == [
            ("c1", function)
        ]
    output = {"type": "custom_tool_call_output", "call_id": "c1", "output": "3 rows"}
    (result,) = ResponsesWire().turns({"input": [output]})
    assert result.said == {"role": "tool", "tool_call_id": "c1", "content": "3 rows"}


def heard(*deltas):
    """What is heard of a streamed chat completion."""
    hearing = ChatWire().hearing()
    for delta in deltas:
        hearing.hear({"choices": [{"index": 0, "delta": delta}]})
    hearing.hear({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return hearing.turn().said


def test_what_is_spoken_in_a_sound_is_said():
    whole = {"content": None, "audio": {"id": "a1", "data": "AAAA", "transcript": "It is warm."}}
    turn = ChatWire().reply({"choices": [{"message": whole}]})
    assert (turn.said["content"], "audio" in turn.said) == ("It is warm.", False)
    said = heard({"audio": {"id": "a1", "transcript": "It is "}}, {"audio": {"data": "AA"}},
                 {"audio": {"transcript": "warm."}})  # fmt: skip
    assert said["content"] == "It is warm."


def test_calls_are_told_apart_by_their_ids_where_they_have_no_number():
    calls = [{"index": 0, "id": id, "function": {"name": "weather", "arguments": given}}
             for id, given in (("c1", "[1"), ("c2", "[2"), ("c1", "]"), ("c2", "]"))]  # fmt: skip
    made = heard(*({"tool_calls": [call]} for call in calls))["tool_calls"]
    assert [(one["id"], one["function"]["arguments"]) for one in made] == [
        ("c1", "[1]"),
        ("c2", "[2]"),
    ]


def test_a_function_is_called_as_it_was_before_there_were_tools():
    bits = ({"name": "weather", "arguments": ""}, {"arguments": '{"city"'}, {"arguments": ": 1}"})
    (made,) = heard(*({"function_call": bit} for bit in bits))["tool_calls"]
    assert made["function"] == {"name": "weather", "arguments": '{"city": 1}'}


def test_calls_of_every_kind_that_somebody_answers_are_calls():
    wire, picture = ResponsesWire(), {"type": "computer_screenshot", "image_url": "data:image/png"}
    for call, given, output, kept in (
        ("computer_call", {"action": {"type": "click"}}, picture, [picture]),
        ("local_shell_call", {"action": {"command": ["ls"]}}, "a.txt", "a.txt"),
        ("shell_call", {"action": {"commands": ["ls"]}}, [{"stdout": "a"}], '[{"stdout": "a"}]'),
        ("apply_patch_call", {"operation": {"path": "a"}}, None, "null"),
    ):
        asked = {"type": call, "call_id": "c1", **given}
        turn = wire.reply({"output": [asked]})
        (made,) = turn.said["tool_calls"]
        name = call.removesuffix("_call")
        assert (made["id"], made["function"]["name"]) == ("c1", name)
        assert [made["function"]["arguments"]] == [*given.values()]
        result = {"type": f"{call}_output", "call_id": "c1", "output": output}
        again, answered = wire.turns({"input": [asked, result]})
        assert again.said == turn.said
        assert answered.said == {"role": "tool", "tool_call_id": "c1", "content": kept}


def test_what_the_provider_did_by_itself_is_a_part_of_the_answer():
    search = {"type": "web_search_call", "id": "ws", "action": {"query": "Porto"}}
    words = {"type": "message", "content": [{"type": "output_text", "text": "It is warm."}]}
    drawn = {"type": "image_generation_call", "id": "ig", "result": "AAAA"}
    thought = {"type": "reasoning", "summary": []}
    wire = ResponsesWire()
    told = [search, {"type": "text", "text": "It is warm."}]
    assert wire.reply({"output": [thought, search, words]}).said["content"] == told
    assert wire.reply({"output": [drawn]}).said["content"] == [drawn]
    assert wire.reply({"output": [thought]}) is None
    ran = [{"text": "Let me see."}, {"executableCode": {"code": "2 + 2"}},
           {"codeExecutionResult": {"output": "4"}}]  # fmt: skip
    turn = GeminiWire().reply({"candidates": [{"content": {"parts": ran}, "finishReason": "STOP"}]})
    assert [one["type"] for one in turn.said["content"]] == [
        "text", "executableCode", "codeExecutionResult",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mime", "kind"), [("image/png", "image"), ("text/plain", "file"), ("application/pdf", "file")]
)
def test_a_file_that_gemini_is_sent_is_one(mime, kind):
    parts = [{"inlineData": {"mimeType": mime, "data": "AAAA"}}]
    (turn,) = GeminiWire().turns({"contents": [{"role": "user", "parts": parts}]})
    assert [one["type"] for one in turn.said["content"]] == [kind]


def test_steps_of_an_interaction_are_turns():
    """Those of one answer are one; what Google ran by itself is a part of it."""
    search = {"type": "google_search_call", "id": "g1", "arguments": {"queries": ["Porto"]}}
    call = {"type": "function_call", "id": "c1", "name": "weather", "arguments": {"city": "Porto"}}
    asked = {"type": "user_input", "content": [{"type": "text", "text": "Warm?"}]}
    again = {"type": "user_input", "content": "Warm?"}
    wire = InteractionsWire()
    body = {
        "input": [
            asked,
            {"type": "thought", "signature": "U0lH"},
            search,
            {"type": "google_search_result", "call_id": "g1", "result": []},
            call,
            {"type": "function_result", "call_id": "c1", "result": {"degrees": 24}},
            {"type": "model_output", "content": [{"type": "text", "text": "Yes."}]},
            again,
        ]
    }
    turns = wire.turns(body)
    assert [turn.said["role"] for turn in turns] == [
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]
    first, second = turns[1].said["content"]
    assert first["type"] == "google_search_call"
    assert second == {**call, "thought_signature": "U0lH"}
    assert turns[2].said == {"role": "tool", "tool_call_id": "c1", "content": '{"degrees": 24}'}
    assert (turns[0].words, turns[3].said["content"], turns[4].words) == ("Warm?", "Yes.", "Warm?")


@pytest.mark.parametrize(
    "given",
    [
        "What is this?",
        {"type": "text", "text": "What is this?"},
        [{"type": "image", "uri": "gs://a.png"}, {"type": "text", "text": "What is this?"}],
        [{"type": "user_input", "content": [{"type": "text", "text": "What is this?"}]}],
    ],
)
def test_an_interaction_may_be_asked_with_words_contents_or_steps(given):
    wire = InteractionsWire()
    (turn,) = wire.turns({"input": given})
    assert turn.words == "What is this?"
    made = wire.placed({"input": given}, Addition("stays", (), "recalled"))
    (step,) = made["input"]
    assert [one["text"] for one in step["content"] if "text" in one] == ["recalled", turn.words]
    assert made["system_instruction"] == "stays"


def test_beside_a_cached_content_an_interaction_takes_no_instruction():
    body = {"input": "Hi", "cached_content": "cachedContents/1"}
    made = InteractionsWire().placed(body, Addition("stays", (), "recalled"))
    assert "system_instruction" not in made
    (step,) = made["input"]
    assert [one["text"] for one in step["content"]] == ["stays", "recalled", "Hi"]


def test_an_interaction_that_goes_on_where_it_stopped_says_nothing_new():
    body = {"previous_interaction_id": "i1", "continuation_token": "t"}
    wire = InteractionsWire()
    assert wire.turns(body) == []
    assert wire.placed(body, Addition()) == body


def test_a_call_of_an_interaction_that_breaks_off_was_not_made():
    ear, event = InteractionsWire().hearing(), {"event_type": "step.delta", "index": 0}
    call = {"type": "function_call", "id": "c1", "name": "weather", "arguments": {}}
    ear.hear({"event_type": "step.start", "index": 0, "step": call})
    assert ear.turn() is None
    ear.hear({**event, "delta": {"type": "arguments_delta", "arguments": '{"city": '}})
    assert ear.turn() is None
    ear.hear({**event, "delta": {"type": "arguments_delta", "arguments": '"Porto"}'}})
    assert ear.turn().said["content"] == [{**call, "arguments": {"city": "Porto"}}]


def test_what_the_system_says_among_claudes_messages_is_nobodys_turn():
    messages = [{"role": "user", "content": "Hi"}, {"role": "system", "content": "Be brief."}]
    (turn,) = AnthropicWire().turns({"messages": messages})
    assert turn.said["role"] == "user"


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_what_is_packed_is_heard(wire):
    body = json.dumps(SERVED[wire.name].body(Say("Hello."), request(wire.name))).encode()
    ear = Ear(wire, {"content-encoding": "gzip"})
    ear.take(gzip.compress(body))
    assert "Hello." in str(ear.turn())
    deaf = Ear(wire, {"content-encoding": "br"})
    deaf.take(body)
    assert deaf.turn() is None


OVER = {"openai": 809, "anthropic": 10_000, "gemini": 51_424, "interactions": 51_424}


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_only_an_error_of_length_is_one(wire):
    for fault in FAULTS:
        answer = json.dumps(SERVED[wire.name].error(fault, request(wire.name))).encode()
        over = overrun(400, answer)
        assert (over is not None) is (fault == "context")
        if fault == "context":
            assert over == OVER.get(wire.name, 0)
    assert overrun(500, b"context length") is None


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
@pytest.mark.parametrize("body", [{}, {"messages": None}, {"input": 5}, {"contents": "x"}])
def test_nonsense_is_the_providers_to_refuse(wire, body):
    assert isinstance(wire.turns(body), list)
    assert isinstance(wire.placed(body, Addition("stays", (), "recalled")), dict)


def test_other_paths_are_nobodys():
    assert spoken("GET", "/v1/chat/completions") is None
    assert spoken("POST", "/v1/embeddings") is None
    assert spoken("POST", "/v1/messages/batches") is None
    assert spoken("POST", "/v1/responses/r1/cancel") is None
    assert spoken("POST", "/v1beta/models/m:countTokens") is None
    assert spoken("POST", "/v1beta/interactions/i1/cancel") is None


def test_an_array_grows():
    events = Events()
    assert events.fed(b'[{"a"') == []
    assert events.fed(b': "]"}') == [{"a": "]"}]
    assert events.fed(b',\r\n{"b": 2}]') == [{"b": 2}]
