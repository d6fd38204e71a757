"""Prompts: never over budget, no tool call without its result, the newest turn always there."""

from __future__ import annotations

import json
import random
import warnings
from typing import Any

import pytest

from recollect import InputError, Message
from recollect.read.formats import FORMATS, Prompt
from recollect.read.patterns import PATTERNS, Material, built, cut_to, in_view, room
from recollect.read.turns import OVERHEAD, newest, units
from recollect.text.tokens import estimate

ARGUMENTS = ('{"q": "x"}', '{"a":1,"b":[2,3]}', "{}", "", "no json", '["a list"]')
COUNTERS = (estimate, len, lambda text: len(text.split()))


def history(chance: random.Random) -> list[Message]:
    """People, an assistant and tools: called, answered late, answered twice, or never."""
    said: list[Message] = []
    open_calls: list[str] = []
    for turn in range(chance.randrange(1, 14)):
        words = "word " * chance.choice((1, 3, 10, 40)) + str(turn)
        kind = chance.random()
        role, metadata = "user", {}
        if kind < 0.3:
            role = "assistant"
        elif kind < 0.5:
            role = "assistant"
            calls = [_call(chance, turn, n) for n in range(chance.randrange(1, 4))]
            open_calls += [call["id"] for call in calls]
            metadata = {"tool_calls": calls}
        elif kind < 0.75 and open_calls:
            role = "tool"
            id = open_calls.pop(chance.randrange(len(open_calls)))
            metadata = {"tool_call_id": id if chance.random() < 0.9 else "unknown"}
        elif kind < 0.8:
            metadata = {"tool_results": [{"id": id, "content": words} for id in open_calls[:2]]}
            open_calls = open_calls[2:]
        elif kind < 0.84:
            role = "system"
        said.append(Message(words, role=role, metadata=metadata))
    return said


def _call(chance: random.Random, turn: int, number: int) -> dict[str, str]:
    number = number if chance.random() < 0.8 else 0
    name = f"c{turn if chance.random() < 0.8 else 0}-{number}"  # some servers use an id twice
    made = {"id": name, "name": "find", "arguments": chance.choice(ARGUMENTS)}
    return made | ({"signature": "EqRo" * 20} if chance.random() < 0.2 else {})


def leaves(value: Any) -> list[str]:
    """Every text of a message in a provider's form, arguments as JSON."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [leaf for item in value for leaf in leaves(item)]
    if isinstance(value, dict):
        found = []
        for key, item in value.items():
            if key in ("input", "args"):
                found.append(json.dumps(item))
            elif key not in ("role", "type"):
                found += leaves(item)
        return found
    return []


def weight(prompt: Prompt, count: Any) -> int:
    system = count(prompt.system) + OVERHEAD if prompt.system else 0
    return system + sum(
        OVERHEAD + sum(count(leaf) for leaf in leaves(message)) for message in prompt
    )


def pairs(prompt: Prompt, format: str) -> tuple[list[Any], list[Any]]:
    """The calls of a prompt, and the results right behind them."""
    called: list[Any] = []
    answered: list[Any] = []
    waiting: list[Any] = []
    for message in prompt:
        calls, results = _tools(message, format)
        if results:
            assert results == waiting[: len(results)], "a result is not right behind its call"
            waiting = waiting[len(results) :]
            answered += results
        else:
            assert not waiting, "a call has no result"
        if calls:
            waiting = list(calls)
            called += calls
    assert not waiting, "a call has no result"
    return called, answered


def _tools(message: dict[str, Any], format: str) -> tuple[list[Any], list[Any]]:
    if format == "openai":
        result = [message["tool_call_id"]] if message["role"] == "tool" else []
        return [call["id"] for call in message.get("tool_calls", ())], result
    if format == "anthropic":
        blocks = message["content"]
        used = [one["id"] for one in blocks if one["type"] == "tool_use"]
        return used, [one["tool_use_id"] for one in blocks if one["type"] == "tool_result"]
    parts = message["parts"]
    return (
        [one["functionCall"]["name"] for one in parts if "functionCall" in one],
        [one["functionResponse"]["name"] for one in parts if "functionResponse" in one],
    )


def test_ten_thousand_histories_and_budgets():
    refused = 0
    for seed in range(10_000):
        chance = random.Random(seed)
        turns = history(chance)
        count, format = chance.choice(COUNTERS), chance.choice(FORMATS)
        texts = ["x " * chance.choice((0, 0, 5, 60)) for _ in range(3)]
        material = Material(turns, *(text.strip() for text in texts))
        budget = chance.choice((10, 40, 90, 200, 600, 5_000))
        every = units(turns)
        asked = every[newest(every)]
        own = count(material.system) + OVERHEAD if material.system else 0
        try:
            prompt = built(material, budget, count, format)
        except InputError:
            refused += 1
            assert asked.weight(count) + own > budget
            continue
        assert weight(prompt, count) <= budget, seed
        assert prompt.tokens <= budget
        called, answered = pairs(prompt, format)
        assert called == answered
        shown = [leaf for message in prompt for leaf in leaves(message)]
        assert asked.pieces[0].text in [*shown, prompt.system, *prompt.system.split("\n\n")], seed
        first = [prompt.system] if format != "openai" else [prompt[0]["content"] or ""]
        assert first[0].startswith(material.system), seed
    assert 0 < refused < 5_000


def test_a_broken_pair_is_caught():
    call = {"id": "c1", "function": {"name": "find", "arguments": "{}"}}
    with pytest.raises(AssertionError, match="no result"):
        pairs(Prompt([{"role": "assistant", "content": None, "tool_calls": [call]}]), "openai")
    lone = {"role": "tool", "tool_call_id": "c1", "content": "x"}
    with pytest.raises(AssertionError, match="right behind"):
        pairs(Prompt([lone]), "openai")


def said(*turns: tuple[str, str]) -> list[Message]:
    return [Message(text, role=role) for role, text in turns]


def test_a_turn_that_does_not_fit_alone_is_told():
    with pytest.raises(InputError, match="the newest turn alone takes more than the budget"):
        room(PATTERNS["buffer"], said(("user", "word " * 50)), "", 20, estimate)
    with pytest.raises(InputError, match="your system text and the newest turn"):
        room(PATTERNS["buffer"], said(("user", "hello")), "word " * 50, 20, estimate)


def test_a_long_result_at_the_end_is_cut_and_not_lost():
    called = Message("", role="assistant", metadata={"tool_calls": [
        {"id": "c1", "name": "find", "arguments": "{}"}]})  # fmt: skip
    result = Message("word " * 900, role="tool", metadata={"tool_call_id": "c1"})
    turns = [Message("Find it."), called, result]
    prompt = built(Material(turns), 120, estimate)
    assert [one["role"] for one in prompt] == ["user", "assistant", "tool"]
    assert prompt[-1]["content"].endswith("…")
    assert prompt.tokens > 100


def test_turns_give_way_in_steps_that_are_the_same_however_many_follow():
    turns = said(*((("user", "assistant")[n % 2], "word " * 20) for n in range(60)))
    one = units(turns)[0].weight(estimate)
    assert in_view(turns, 60 * one, estimate) == turns
    firsts = []
    for number in range(1, 61):
        shown = in_view(turns[:number], 20 * one, estimate)
        assert shown == turns[number - len(shown) : number]
        assert 5 <= len(shown) <= 20 or number == len(shown) < 5
        firsts.append(number - len(shown))
    assert sorted(set(firsts)) == [0, 15, 30, 45]
    assert firsts == sorted(firsts)
    assert in_view(turns[:1], 10, estimate) == turns[:1]


def test_steps_part_no_call_from_its_result():
    call = {"id": "c1", "name": "find", "arguments": "{}"}
    turns = said(*((("user", "assistant")[n % 2], "word " * 20) for n in range(8)))
    turns += [
        Message("Looking.", role="assistant", metadata={"tool_calls": [call]}),
        *said(("user", "Hurry! " + "word " * 40), ("assistant", "word " * 40)),
        Message("found", role="tool", metadata={"tool_call_id": "c1"}),
        *said(("user", "Well?")),
    ]
    for spare in range(40, 400, 3):
        shown = {turn.id for turn in in_view(turns, spare, estimate)}
        assert (turns[8].id in shown) is (turns[11].id in shown)
        assert turns[-1].id in shown


def test_the_shape_of_each_provider():
    call = {"id": "c1", "name": "find", "arguments": '{"q":"x"}'}
    turns = [
        Message("Find x."),
        Message("Looking.", role="assistant", metadata={"tool_calls": [call]}),
        Message("found x", role="tool", metadata={"tool_call_id": "c1"}),
        Message("Thanks! And y?"),
    ]
    made = {
        format: built(Material(turns, "Be kind.", "steady", "recalled"), 500, estimate, format)
        for format in FORMATS
    }
    function = {"name": "find", "arguments": '{"q":"x"}'}
    assert made["openai"] == [
        {"role": "system", "content": "Be kind."},
        {"role": "system", "content": "steady"},
        {"role": "user", "content": "Find x."},
        {"role": "assistant", "content": "Looking.",
         "tool_calls": [{"id": "c1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "c1", "content": "found x"},
        {"role": "system", "content": "recalled"},
        {"role": "user", "content": "Thanks! And y?"},
    ]  # fmt: skip
    assert (made["openai"].system, made["openai"].stable) == ("", 5)
    used = {"type": "tool_use", "id": "c1", "name": "find", "input": {"q": "x"}}
    assert made["anthropic"].system == made["gemini"].system == "Be kind.\n\nsteady"
    assert made["anthropic"] == [
        {"role": "user", "content": [{"type": "text", "text": "Find x."}]},
        {"role": "assistant", "content": [{"type": "text", "text": "Looking."}, used]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": "found x"},
            {"type": "text", "text": "recalled"},
            {"type": "text", "text": "Thanks! And y?"},
        ]},
    ]  # fmt: skip
    response = {"functionResponse": {"name": "find", "response": {"result": "found x"}}}
    assert made["gemini"] == [
        {"role": "user", "parts": [{"text": "Find x."}]},
        {"role": "model", "parts": [
            {"text": "Looking."}, {"functionCall": {"name": "find", "args": {"q": "x"}}}]},
        {"role": "user", "parts": [response, {"text": "recalled"}, {"text": "Thanks! And y?"}]},
    ]  # fmt: skip


def test_the_providers_own_types_take_it():
    """Anthropic's and OpenAI's are typed dicts; Gemini's are models that check."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package's own
        from google.genai import types

    call = {"id": "c1", "name": "find", "arguments": '{"q":"x"}'}
    turns = [
        Message("Find x."),
        Message("", role="assistant", metadata={"tool_calls": [call]}),
        Message("found x", role="tool", metadata={"tool_call_id": "c1"}),
    ]
    prompt = built(Material(turns), 500, estimate, "gemini")
    asked, called, answered = [types.Content.model_validate(one) for one in prompt]
    assert asked.parts[0].text == "Find x."
    assert called.parts[0].function_call.args == {"q": "x"}
    assert answered.parts[0].function_response.response == {"result": "found x"}


def test_other_providers_begin_with_a_person():
    turns = said(("assistant", "Hello!"), ("user", "Hi."))
    assert built(Material(turns), 100, estimate, "openai")[0]["role"] == "assistant"
    for format in ("anthropic", "gemini"):
        assert built(Material(turns), 100, estimate, format)[0]["role"] == "user"


def test_a_call_that_nobody_answered_is_told_in_words():
    call = {"id": "c1", "name": "find", "arguments": '{"q":"x"}'}
    turns = [
        Message('Looking.\n[tool call find {"q":"x"}]', role="assistant",
                metadata={"tool_calls": [call]}),
        Message("Never mind."),
    ]  # fmt: skip
    first, second = built(Material(turns), 100, estimate)
    assert first == {"role": "assistant", "content": 'Looking.\n[tool call find {"q":"x"}]'}
    assert second["content"] == "Never mind."


def test_calls_of_one_turn_that_share_an_id_have_their_own_results():
    """Gemini often names calls by their function alone."""
    cities = ("Porto", "Lisbon")
    calls = [{"id": "weather", "name": "weather", "arguments": f'{{"city": "{city}"}}'}
             for city in cities]  # fmt: skip
    results = [{"id": "weather", "content": f"24 in {city}"} for city in cities]
    turns = [
        Message("How warm is it?"),
        Message("Looking.", role="assistant", metadata={"tool_calls": calls}),
        Message("24 in Porto\n24 in Lisbon", metadata={"tool_results": results}),
    ]
    _, called, *told = built(Material(turns), 500, estimate)
    given = [one["function"]["arguments"] for one in called["tool_calls"]]
    assert given == [call["arguments"] for call in calls]
    assert [one["content"] for one in told] == ["24 in Porto", "24 in Lisbon"]


def test_cutting_keeps_a_beginning():
    assert cut_to("short", 10, estimate) == "short"
    assert cut_to("word " * 100, 10, estimate).endswith("…")
    assert estimate(cut_to("word " * 100, 10, estimate)) <= 10
