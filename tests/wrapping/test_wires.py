"""The pure part: bytes to events, requests to what is new in them, errors to what they mean."""

from __future__ import annotations

import gzip
import json

import pytest

from recollect import Message
from recollect.agents.wires import WIRES, Addition, spoken
from recollect.agents.wires.base import overrun
from recollect.agents.wires.chat import ChatWire
from recollect.agents.wires.ear import Ear
from recollect.agents.wires.events import Events
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


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_what_is_packed_is_heard(wire):
    body = json.dumps(SERVED[wire.name].body(Say("Hello."), request(wire.name))).encode()
    ear = Ear(wire, {"content-encoding": "gzip"})
    ear.take(gzip.compress(body))
    assert "Hello." in str(ear.turn())
    deaf = Ear(wire, {"content-encoding": "br"})
    deaf.take(body)
    assert deaf.turn() is None


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
def test_only_an_error_of_length_is_one(wire):
    for fault in FAULTS:
        answer = json.dumps(SERVED[wire.name].error(fault, request(wire.name))).encode()
        over = overrun(400, answer)
        assert (over is not None) is (fault == "context")
        if fault == "context":
            assert over == {"openai": 809, "anthropic": 10_000, "gemini": 51_424}.get(wire.name, 0)
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


def test_an_array_grows():
    events = Events()
    assert events.fed(b'[{"a"') == []
    assert events.fed(b': "]"}') == [{"a": "]"}]
    assert events.fed(b',\r\n{"b": 2}]') == [{"b": 2}]
