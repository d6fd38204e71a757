"""Importing what other programs wrote: recognised, taken when asked, once, with its times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import Cli


def node(id: str, parent: str | None, role: str, parts: list[Any], **more: Any) -> dict[str, Any]:
    message = {
        "id": id, "author": {"role": role}, "create_time": more.pop("at", None),
        "content": {"content_type": "text", "parts": parts}, "recipient": "all", **more,
    }  # fmt: skip
    return {"id": id, "message": message, "parent": parent, "children": []}


CHATGPT = [
    {
        "title": "Tea",
        "create_time": 1767225600.5,
        "conversation_id": "talk-1",
        "current_node": "n5",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["n0"]},
            "n0": node("n0", "root", "system", [""]),
            "n1": node("n1", "n0", "user", ["I prefer green tea."], at=1767225601.0),
            "n2": node("n2", "n1", "assistant", ["A first answer."], at=1767225602.0),
            "n3": node("n3", "n1", "assistant", ["search()"], at=1767225603.0, recipient="web"),
            "n4": node("n4", "n3", "assistant", [{"asset_pointer": "x"}, "Noted."]),
            "n5": node("n5", "n4", "user", ["And jazz."], at=1767225700.0),
        },
    }
]
CLAUDE = [
    {
        "uuid": "talk-2",
        "name": "Tea",
        "created_at": "2026-01-01T00:00:00Z",
        "chat_messages": [
            {"uuid": "c1", "sender": "human", "text": "I prefer green tea.",
             "content": [{"type": "text", "text": "I prefer green tea."}],
             "created_at": "2026-01-01T00:00:01.000000Z"},
            {"uuid": "c2", "sender": "assistant", "text": "", "content": [
                {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Noted."}],
             "created_at": "2026-01-01T00:00:02.000000Z"},
            {"uuid": "c3", "sender": "human", "text": "", "content": [],
             "created_at": "2026-01-01T00:00:03.000000Z"},
        ],
    }
]  # fmt: skip
MEM0 = {
    "results": [
        {"id": "m1", "memory": "Prefers green tea", "user_id": "alex", "hash": "x",
         "metadata": {"tag": "food"}, "created_at": "2026-01-01T00:00:01-08:00",
         "updated_at": None},
        {"id": "m2", "memory": "Likes jazz", "created_at": "2026-01-02T00:00:00Z"},
    ]
}  # fmt: skip
OPENAI = [
    {"role": "user", "content": "I prefer green tea."},
    {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]},
    {"role": "user", "content": "I prefer green tea."},
]
LANGCHAIN = [
    {"type": "human", "data": {"content": "I prefer green tea.", "type": "human", "id": None}},
    {"type": "ai", "data": {"content": "Noted.", "type": "ai", "id": "run-1"}},
]
FORMS = {
    "chatgpt": CHATGPT, "claude": CLAUDE, "mem0": MEM0, "openai": OPENAI, "langchain": LANGCHAIN,
}  # fmt: skip
WORDS = ("--words-only", "--db", "z.db")


def written(value: object, indent: int | None = None) -> str:
    Path("theirs.json").write_text(json.dumps(value, indent=indent), "utf-8")
    return "theirs.json"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("indent", [None, 2])
def test_it_is_recognised_and_nothing_is_made(cli: Cli, form: str, indent: int | None) -> None:
    ran = cli("import", written(FORMS[form], indent), *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert f"--from {form}" in ran.err
    assert not Path("z.db").exists()


@pytest.mark.parametrize("form", FORMS)
def test_taken_twice_it_is_there_once(cli: Cli, form: str) -> None:
    file = written(FORMS[form])
    first = cli("import", file, "--from", form, "-u", "dana", "--json", *WORDS)
    assert first.code == 0, first.err
    assert first.json["new"] >= 2
    assert cli("import", file, "--from", form, "-u", "dana", "--json", *WORDS).json["new"] == 0


def said(cli: Cli, user: str = "dana") -> list[tuple[str, str, str]]:
    found = cli("messages", "-u", user, "--json", "--db", "z.db").json["messages"]
    return [(one["role"], one["content"], one["at"][:19]) for one in found]


def test_chatgpt_is_what_stands_of_each_conversation(cli: Cli) -> None:
    assert cli("import", written(CHATGPT), "--from", "chatgpt", "-u", "dana", *WORDS).code == 0
    assert said(cli) == [
        ("user", "I prefer green tea.", "2026-01-01T00:00:01"),
        ("assistant", "Noted.", "2026-01-01T00:00:03"),
        ("user", "And jazz.", "2026-01-01T00:01:40"),
    ]
    (one,) = cli("sessions", "-u", "dana", "--json", "--db", "z.db").json["sessions"]
    assert one["session_id"] == "talk-1"
    assert cli("learn", "--words-only", "--db", "z.db", "--json").json["new"] >= 1


def test_claude(cli: Cli) -> None:
    assert cli("import", written(CLAUDE), "--from", "claude", "-u", "dana", *WORDS).code == 0
    assert said(cli) == [
        ("user", "I prefer green tea.", "2026-01-01T00:00:01"),
        ("assistant", "Noted.", "2026-01-01T00:00:02"),
    ]


def test_mem0_keeps_its_owners_and_times(cli: Cli) -> None:
    assert cli("import", written(MEM0), "--from", "mem0", "-u", "dana", *WORDS).code == 0
    theirs = cli("notes", "-u", "alex", "--json", "--db", "z.db").json["notes"]
    assert [(one["id"], one["text"]) for one in theirs] == [("m1", "Prefers green tea")]
    assert theirs[0]["learned_at"].startswith("2026-01-01T08:00:01")
    ours = cli("notes", "-u", "dana", "--json", "--db", "z.db").json["notes"]
    assert [one["id"] for one in ours] == ["m2"]


def test_messages_as_models_take_them(cli: Cli) -> None:
    assert cli("import", written(OPENAI), "--from", "openai", "-u", "dana", *WORDS).code == 0
    assert [one[:2] for one in said(cli)] == [
        ("user", "I prefer green tea."), ("assistant", "Noted."), ("user", "I prefer green tea."),
    ]  # fmt: skip
    more = [*OPENAI, {"role": "user", "content": "And jazz."}]
    ran = cli("import", written(more), "--from", "openai", "-u", "dana", "--json", *WORDS)
    assert ran.json["new"] == 1
    assert cli("import", written(LANGCHAIN), "--from", "langchain", "-u", "kim", *WORDS).code == 0
    assert [one[:2] for one in said(cli, "kim")] == [
        ("user", "I prefer green tea."), ("assistant", "Noted."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "value", "told"),
    [
        ("chatgpt", [*CHATGPT, {"title": "x", "mapping": 3}], "conversation 2"),
        ("chatgpt", [{"mapping": {"a": {"message": None, "parent": "a"}}, "current_node": "a",
                      "conversation_id": "x"}], "conversation 1"),
        ("claude", [*CLAUDE, {"uuid": "x", "chat_messages": [{"sender": "human"}]}],
         "conversation 2"),
        ("openai", [*OPENAI, {"role": "wizard", "content": "x"}], "message 4"),
        ("mem0", {"results": [*MEM0["results"], {"memory": ""}]}, "memory 2"),
        ("openai", CLAUDE, "--from claude"),
        ("openai", LANGCHAIN, "--from langchain"),
        ("langchain", OPENAI, "--from openai"),
        ("chatgpt", {"a": 1}, "no export of ChatGPT"),
        ("nonsense", OPENAI, "chatgpt, claude, claude-code, codex, deepseek, gemini, langchain, "
         "mem0, openai, sharegpt"),
    ],
)  # fmt: skip
def test_a_wrong_file_writes_nothing(cli: Cli, form: str, value: Any, told: str) -> None:
    ran = cli("import", written(value), "--from", form, *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert not Path("z.db").exists()


def test_an_agent_file_is_told_what_reads_it(cli: Cli) -> None:
    Path("coach.af").write_text('{"agents": [], "blocks": []}')
    ran = cli("import", "coach.af", *WORDS)
    assert ran.code == 2
    assert "recollect agents import" in ran.err


@pytest.mark.parametrize("name", ["MEMORY.md", "notes.txt"])
def test_text_is_told_what_keeps_it(cli: Cli, name: str) -> None:
    Path(name).write_text("# Memory\n\n- likes tea\n")
    ran = cli("import", name, *WORDS)
    assert ran.code == 2
    assert "recollect add" in ran.err
    assert not Path("z.db").exists()
