"""Reading conversations with questions, and refusing what cannot be meant."""

from __future__ import annotations

import copy
import gzip
from datetime import UTC, datetime
from typing import Any

import pytest

from recollect import InputError
from recollect.evaluate.cases import Question, load, read

from .conftest import CASE, Write


def test_a_case_is_read_whole(write: Write) -> None:
    (case,) = load(write(CASE))
    assert (case.id, case.dataset) == ("trip", "mine")
    assert [(id, [turn.id for turn in turns]) for id, _, turns in case.sessions] == [
        ("s1", ["a", "b"]),  # what says nothing is left out
        ("s2", ["d"]),
    ]
    first, second, third, last = case.questions
    assert first == Question(
        "q1", "Where does the train go?", "", None, None,
        frozenset("a"), frozenset({"s1"}), False,
    )  # fmt: skip
    assert (second.id, second.category, second.sessions) == ("2", "health", frozenset({"s2"}))
    assert third.before == "s2"
    assert last.abstain
    assert not last.turns


def test_turns_become_messages() -> None:
    case = read(CASE, "other")
    (_, _, (said, replied)), (_, _, (ana,)) = case.sessions
    assert (said.message(4).id, said.message().role, said.message().name) == ("t4", "user", None)
    assert said.message().at == datetime(2026, 3, 2, tzinfo=UTC)
    assert replied.message().role == "assistant"
    assert (ana.message().role, ana.message().name) == ("user", "Ana")
    assert ana.message().at == datetime(2026, 3, 10, tzinfo=UTC)


def test_names_are_optional_and_files_may_be_packed(write: Write) -> None:
    bare = {key: value for key, value in CASE.items() if key not in ("id", "dataset")}
    path = write("", bare, CASE)
    cases = list(load(path))
    assert [(case.id, case.dataset) for case in cases] == [("2", "cases"), ("trip", "mine")]
    packed = path.with_name("cases.jsonl.gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert list(load(packed)) == cases
    assert list(load(packed, 1)) == cases[:1]


def test_evidence_may_be_sessions_alone(write: Write) -> None:
    asked = {"text": "?", "evidence_sessions": ["s1"]}
    unlabelled = {"text": "?", "evidence_turns": ["d"], "turn_labels": False}
    (case,) = load(write({**CASE, "questions": [asked, unlabelled]}))
    assert [(q.turns, q.sessions) for q in case.questions] == [
        (frozenset(), frozenset({"s1"})),
        (frozenset(), frozenset({"s2"})),
    ]


GONE = object()


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("sessions",), GONE, "line 2: sessions must be a list, not missing"),
        (("sessions", 0), 3, "sessions[0] must be an object, not a number"),
        (("sessions", 0, "id"), "", "sessions[0].id must be text, and is empty"),
        (("sessions", 0, "date"), "soon", "sessions[0].date='soon' is not a date"),
        (("sessions", 1, "id"), "s1", "sessions: the id 's1' is given twice"),
        (("sessions", 0, "turns", 1, "id"), "a", "turns: the id 'a' is given twice"),
        (("sessions", 0, "turns", 1, "role"), GONE, "sessions[0].turns[1].role must be text"),
        (("sessions", 0, "turns", 1, "text"), ["x"], "turns[1].text must be text, and is a list"),
        (("questions",), {}, "questions must be a list, not an object"),
        (("questions", 0, "text"), " ", "questions[0].text must be text, and is empty"),
        (("questions", 0, "evidence_turns"), GONE, "questions[0] needs evidence_turns"),
        (("questions", 0, "evidence_turns"), "a", "evidence_turns must be a list, not text"),
        (("questions", 0, "evidence_turns"), ["z"], "evidence_turns names 'z', which is not in"),
        (("questions", 1, "evidence_sessions"), ["a"], "questions[1].evidence_sessions names 'a'"),
        (("questions", 2, "asof"), "s9", "questions[2].asof names 's9'"),
        (("questions", 3, "abstain"), "yes", "questions[3].abstain must be true or false"),
        (("sessions", 1, "id"), " s", "sessions[1].id must have 1 to 256 characters"),
        (
            ("sessions", 0, "turns", 0, "role"),
            "a\nb",
            "turns[0].role must have 1 to 256 characters",
        ),
        (("sessions", 0, "turns", 0, "text"), "a\0", "turns[0].text holds a NUL character"),
        (("sessions", 0, "turns", 0, "text"), "x" * 1_000_001, "turns[0].text has 1,000,001"),
        (("questions", 0, "text"), "x" * 100_001, "questions[0].text has 100,001 characters"),
        (("questions", 0, "text"), "\ud800", "questions[0].text holds half of a surrogate pair"),
    ],
)
def test_an_error_names_the_line_and_the_field(
    write: Write, path: tuple[Any, ...], value: Any, words: str
) -> None:
    bad = copy.deepcopy(CASE)
    *way, last = path
    inner: Any = bad
    for step in way:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    with pytest.raises(InputError) as caught:
        list(load(write(CASE, bad)))
    assert "line 2: " in str(caught.value)
    assert words in str(caught.value)


def test_a_file_that_is_not_lines_of_json_is_refused(write: Write) -> None:
    path = write(CASE, "{")
    with pytest.raises(InputError, match="line 2 is not JSON"):
        list(load(path))
    with pytest.raises(InputError, match="line 1: a case must be an object, not a list"):
        list(load(write("[]")))
    with pytest.raises(InputError, match="there is no file"):
        list(load(path.with_name("none.jsonl")))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        list(load(path))
    broken = path.with_name("broken.jsonl.gz")
    for data in (b"plain", gzip.compress(b"{}" * 99)[:-4], gzip.compress(b"{}")[:10] + b"\xff" * 9):
        broken.write_bytes(data)
        with pytest.raises(InputError, match=r"plain or \.gz"):
            list(load(broken))
