"""JSON out of whatever a model wrote, and held against its schema."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recollect.models.llm.json_text import fit, read, without_the_last
from recollect.models.llm.schema import Fit, Unfit

NOTE = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 200},
        "kind": {"enum": ["semantic", "episodic"]},
        "weight": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "sources": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["text"],
    "additionalProperties": False,
}
NOTES = {
    "type": "object",
    "properties": {"notes": {"type": "array", "items": NOTE}},
    "required": ["notes"],
    "additionalProperties": False,
}

notes = st.fixed_dictionaries(
    {"text": st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)},
    optional={
        "kind": st.sampled_from(["semantic", "episodic"]),
        "weight": st.none() | st.floats(0, 1),
        "sources": st.lists(st.integers(-9, 9), max_size=3),
    },
)
answers = st.fixed_dictionaries({"notes": st.lists(notes, max_size=5)})


@given(
    answers, st.booleans(), st.sampled_from(["{}", "```json\n{}\n```", "Well:\n{}\nThat is all."])
)
def test_what_fits_is_read_as_it_is(answer: Any, ascii_only: bool, around: str) -> None:
    text = around.replace("{}", json.dumps(answer, ensure_ascii=ascii_only))
    found = read(text, NOTES)
    assert (found.data, found.dropped, found.cut) == (answer, 0, False)


@given(answers, st.integers(0, 400))
@example({"notes": [{"text": "a", "sources": [], "weight": None}]}, 53)
@settings(max_examples=300)
def test_whatever_is_cut_off_what_is_kept_was_complete(answer: Any, length: int) -> None:
    text = json.dumps(answer)[:-1][:length]
    try:
        found = read(text, NOTES)
    except Unfit:
        return
    kept = found.data["notes"]
    assert kept == answer["notes"][: len(kept)]
    assert found.cut or kept == answer["notes"]


@given(st.text(alphabet='{}[]",:\\ \nabn1tu.-`/<', max_size=60))
@settings(max_examples=500)
def test_nothing_breaks_it(text: str) -> None:
    try:
        found = read(text, NOTES)
    except Unfit:
        return
    assert Fit().value(found.data, NOTES) == found.data


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ('{"notes": [{"text": "a"}, {"text": "b",},],}', ["a", "b"]),
        ('{"notes": [{"text": "a"} {"text": "b"}]}', ["a", "b"]),
        ('{"notes": [{"text": "a\nb"}]}', ["a\nb"]),
        (r'{"notes": [{"text": "c:\dana \\d \" \u00e9"},]}', ['c:\\dana \\d " é']),
        ('{"notes": [{"text": "a"}, // one\n {"text": "b", "weight": None}],}', ["a", "b"]),
        ('[{"text": "a"}]', ["a"]),
        ('\ufeff {"notes": [{"text": "a"}]}', ["a"]),
        ('<think>{"notes": []}</think>{"notes": [{"text": "a"}]}', ["a"]),
        ('{thought} then {"notes": [{"text": "a"}]} and {more}', ["a"]),
        ('```\n{"notes": [{"text": "a"}\n```', ["a"]),
        ('{"notes": [{"text": "a"}, {"text": x}, {"text": "c"}]}', ["a", "c"]),
        ('{"notes": [{"text": "a", "sources": [x]}, {"text": "b"}, {"text": "c"}]}', ["b", "c"]),
        (r'{"notes": [{"text": "half \ud83d"}]}', ["half ?"]),
    ],
)
def test_common_slips_are_forgiven(text: str, notes: list[str]) -> None:
    assert [note["text"] for note in read(text, NOTES).data["notes"]] == notes


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("I would rather not.", "no JSON"),
        ("{}", "has no 'notes'"),
        ('{"notes": {}}', r"answer\.notes should be of type array"),
        ('{"notes": [{"text": x, "sources": []}]}', "no JSON"),
        ('{"notes": [{}, {}]}', r"nothing fits; the answer\.notes\[0\] has no 'text'"),
        ('{"notes": [{"text": ""}]}', "too short or too long"),
        ('{"notes": [{"sources": [1, 2]}]}', "nothing fits"),
        ("<think>{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"a":' * 100_000, "no JSON|should be"),
        ('{"notes": [{"text": "a", "weight": ' + "9" * 9_999 + "}]}", "no JSON|notes"),
    ],
)
def test_what_does_not_fit_says_why(text: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        read(text, NOTES)


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ({"text": "a", "kind": "rumour"}, {"text": "a"}),
        ({"text": "a", "weight": 2}, {"text": "a"}),
        ({"text": "a", "weight": True}, {"text": "a"}),
        ({"text": "a", "weight": float("inf")}, {"text": "a"}),
        ({"text": "a", "weight": None}, {"text": "a", "weight": None}),
        ({"text": "a", "sources": [1, "2", 3.0, 4.5]}, {"text": "a", "sources": [1, 3]}),
        ({"text": "a", "mood": "good"}, {"text": "a"}),
    ],
)
def test_members_that_do_not_fit_are_left_out(note: Any, kept: Any) -> None:
    assert Fit().value(note, NOTE) == kept


def test_what_is_left_out_is_counted() -> None:
    items = [{"text": "a"}, {}, {"text": 5}, {"text": "b", "weight": -1}]
    found = read(json.dumps({"notes": items}), NOTES)
    assert (len(found.data["notes"]), found.dropped) == (2, 3)


def test_what_is_too_deep_for_python_does_not_fit() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(Unfit, match="too deeply"):
        fit({"notes": deep}, {"type": "object", "properties": {"notes": {}}})


def test_any_of_several() -> None:
    schema = {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"a": {}}}]}
    assert Fit().value("x", schema) == "x"
    assert Fit().value({"a": 1, "b": 2}, schema) == {"a": 1}
    with pytest.raises(Unfit):
        Fit().value(1, schema)


def test_a_cut_object_loses_the_item_that_may_be_half() -> None:
    assert without_the_last({"a": [1, 2], "b": 3}) == {"a": [1], "b": 3}
    assert without_the_last({"b": 3}) == {"b": 3}
