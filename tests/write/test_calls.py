"""Calls of tools in every form that providers write them, kept exactly and shown again."""

from __future__ import annotations

import pytest

from recollect.read.patterns import Material, built
from recollect.text.tokens import estimate
from recollect.types import Scope, utcnow
from recollect.write.accept import accept

ASKED = {"role": "user", "content": "Is it warm?"}
FORMS = {
    "function": (
        {"content": None, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "24"},
        ("c1", "look", '{"a": 1}'),
    ),
    "custom": (
        {"content": None, "tool_calls": [
            {"id": "c1", "type": "custom", "custom": {"name": "look", "input": "SELECT warm"}}
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": "24"},
        ("c1", "look", "SELECT warm"),
    ),
    "older": (
        {"content": None, "function_call": {"name": "look", "arguments": '{"a": 1}'}},
        {"role": "function", "name": "look", "content": "24"},
        ("look", "look", '{"a": 1}'),
    ),
    "blocks": (
        {"content": [{"type": "tool_use", "id": "c1", "name": "look", "input": {"a": 1}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c1", "content": "24"}
        ]},
        ("c1", "look", '{"a": 1}'),
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_call_is_kept_and_shown_again_with_its_result(form):
    called, answered, wanted = FORMS[form]
    said = accept([ASKED, {"role": "assistant", **called}, answered], Scope("dana"), utcnow())
    (kept,) = said[1].metadata["tool_calls"]
    assert (kept["id"], kept["name"], kept["arguments"]) == wanted
    assert wanted[1] in said[1].content
    assert wanted[2] in said[1].content
    _, call, result = built(Material(said), 500, estimate)
    assert call["tool_calls"][0]["function"] == {"name": wanted[1], "arguments": wanted[2]}
    assert (result["tool_call_id"], result["content"]) == (wanted[0], "24")
