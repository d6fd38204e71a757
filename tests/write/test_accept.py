"""What is handed to `add` out of habit: nothing becomes the user's own words that was not."""

from datetime import UTC, datetime

import pytest
from anthropic.types import TextBlock, ToolUseBlock
from openai.types.chat import ChatCompletionMessage

from recollect import InputError
from recollect.types import Scope
from recollect.write.accept import accept

AT = datetime(2026, 3, 9, 12, tzinfo=UTC)
DANA = Scope(user_id="dana")


def taken(content):
    return [(message.role, message.content) for message in accept(content, DANA, AT)]


@pytest.mark.parametrize(
    ("kind", "role"),
    [
        ("human", "user"),
        ("ai", "assistant"),
        ("AIMessageChunk", "assistant"),
        ("system", "system"),
        ("tool", "tool"),
        ("function", "tool"),
        ("message", "user"),
    ],
)
def test_a_type_says_who_speaks_where_no_role_does(kind, role):
    assert taken({"type": kind, "content": "I live in Rome."}) == [(role, "I live in Rome.")]


def test_a_role_that_is_named_wins():
    said = {"type": "ai", "role": "user", "content": "I live in Rome."}
    assert taken(said) == [("user", "I live in Rome.")]


def test_what_answers_a_call_is_not_the_users():
    said = {"content": "I live in Rome.", "tool_call_id": "c1"}
    assert taken(said) == [("tool", "I live in Rome.")]


def test_what_a_call_is_given_is_kept_by_every_name_of_it():
    for name in ("arguments", "input", "args"):
        call = {"id": "c1", "name": "weather", name: {"city": "Rome"}}
        [message] = accept({"role": "assistant", "content": "", "tool_calls": [call]}, DANA, AT)
        assert message.content == '[tool call weather {"city": "Rome"}]'
        assert message.metadata["tool_calls"][0]["arguments"] == '{"city": "Rome"}'


@pytest.mark.parametrize("given", [("user", "hi"), [("human", "hi"), ("ai", "hello")]])
def test_a_pair_of_role_and_text_is_refused_and_told_what_to_write(given):
    with pytest.raises(InputError, match=r"write \{'role': '(user|human)', 'content': …\}"):
        accept(given, DANA, AT)


def test_two_texts_are_two_messages():
    assert taken(("one", "two")) == [("user", "one"), ("user", "two")]
    assert taken(["user", "hi"]) == [("user", "user"), ("user", "hi")]


def test_what_a_providers_client_gives_is_taken_as_the_dict_it_stands_for():
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    spoken = ChatCompletionMessage.model_validate({"role": "assistant", "tool_calls": [call]})
    block = TextBlock(type="text", text="Warm.")
    asked = ToolUseBlock(type="tool_use", id="c2", name="weather", input={"city": "Porto"})
    calls = {"role": "assistant", "tool_calls": spoken.tool_calls}
    for given in (spoken, spoken.model_dump(), calls):
        [message] = accept(given, DANA, AT)
        assert (message.role, message.content) == ("assistant", "[tool call weather {}]")
        assert [one["name"] for one in message.metadata["tool_calls"]] == ["weather"]
    [message] = accept({"role": "assistant", "content": [block, asked]}, DANA, AT)
    assert message.content == 'Warm.\n[tool call weather {"city": "Porto"}]'
    assert [part["type"] for part in message.metadata["parts"]] == ["tool_use"]


def test_what_has_no_dict_is_refused_by_its_name():
    with pytest.raises(InputError, match=r"not ModelMetaclass$"):
        accept(ChatCompletionMessage, DANA, AT)  # the class, not a message
    with pytest.raises(InputError, match=r"not object$"):
        accept([object()], DANA, AT)
