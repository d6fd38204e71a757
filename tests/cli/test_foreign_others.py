"""Exports of Gemini and DeepSeek, ShareGPT's conversations, fine-tuning, LangChain's dumps."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from recollect.transfer.foreign.html import plain

from .conftest import Cli
from .test_foreign import WORDS, said


def take(cli: Cli, file: str, form: str) -> Any:
    ran = cli("import", file, "--from", form, "-u", "dana", "--json", *WORDS)
    assert ran.code == 0, ran.err
    return ran.json


def sessions(cli: Cli) -> set[str]:
    found = cli("sessions", "-u", "dana", "--json", "--db", "z.db").json["sessions"]
    return {one["session_id"] for one in found}


def activity(title: str, time: str, *answer: str, **more: Any) -> dict[str, Any]:
    return {
        "header": "Gemini Apps", "title": title, "time": time, "products": ["Gemini Apps"],
        "activityControls": ["Gemini Apps Activity"],
        **({"safeHtmlItem": [{"html": one} for one in answer]} if answer else {}), **more,
    }  # fmt: skip


ACTIVITY = [
    activity("Gave feedback: good response", "2026-03-02T09:20:00.000Z"),
    activity("Prompted And in Bergen?", "2026-03-02T09:16:00.568Z",
             "<p>There it <b>rains</b>.</p><ul><li>often</li><li>much</li></ul>"),
    activity("Prompted What is the weather in Oslo like?", "2026-03-02T09:15:00.000Z",
             "<h3>Oslo</h3><p>Cold &amp; dry.</p>", attachedFiles=["sky.png"]),
    activity("Used Gemini Apps", "2026-03-01T23:00:00Z"),
    activity("Eingegeben: Was ist Tee?", "2026-03-01T22:00:00Z", "<p>Ein Getränk.</p>",
             header="Gemini-Apps", products=["Gemini-Apps"]),
    activity("Asked Bard: Who are you?", "2023-05-01T10:00:00Z", header="Bard", products=["Bard"]),
]  # fmt: skip


def takeout(rows: list[dict[str, Any]]) -> str:
    with zipfile.ZipFile("takeout.zip", "w") as made:
        made.writestr("Takeout/My Activity/Gemini Apps/MyActivity.json", json.dumps(rows))
        made.writestr("Takeout/My Activity/Gemini Apps/sky.png", b"x")
        made.writestr("Takeout/archive_browser.html", "<html></html>")
    return "takeout.zip"


def test_gemini_is_prompts_and_answers_of_a_day(cli: Cli) -> None:
    assert "--from gemini" in cli("import", takeout(ACTIVITY), *WORDS).err
    done = take(cli, "takeout.zip", "gemini")
    assert said(cli) == [
        ("user", "Who are you?", "2023-05-01T10:00:00"),
        ("user", "Eingegeben: Was ist Tee?", "2026-03-01T22:00:00"),
        ("assistant", "Ein Getränk.", "2026-03-01T22:00:00"),
        ("user", "What is the weather in Oslo like?", "2026-03-02T09:15:00"),
        ("assistant", "Oslo\nCold & dry.", "2026-03-02T09:15:00"),
        ("user", "And in Bergen?", "2026-03-02T09:16:00"),
        ("assistant", "There it rains.\n- often\n- much", "2026-03-02T09:16:00"),
    ]
    assert done["left_out"] == {"other files": 2, "other activities": 2, "pictures and files": 1}
    day = ("messages", "-u", "dana", "-s", "gemini-2026-03-02", "--json", "--db", "z.db")
    assert [one["turn"] for one in cli(*day).json["messages"]] == [0, 1, 2, 3]
    assert sessions(cli) == {"gemini-2023-05-01", "gemini-2026-03-01", "gemini-2026-03-02"}
    more = activity("Prompted I like fog.", "2026-03-02T10:00:00Z")
    assert take(cli, takeout([more, *ACTIVITY[:3]]), "gemini")["new"] == 1


def test_the_page_of_takeout_is_told_to_be_one(cli: Cli) -> None:
    Path("MyActivity.html").write_text("<html><body>Gemini Apps</body></html>")
    ran = cli("import", "MyActivity.html", *WORDS)
    assert ran.code == 2
    assert "JSON" in ran.err
    ran = cli("import", "MyActivity.html", "--from", "gemini", *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert "not JSON" in ran.err
    assert not Path("z.db").exists()


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>One</p><p>two<br>three</p>", "One\ntwo\nthree"),
        ("a   b\n c &lt;d&gt;", "a b c <d>"),
        ("<pre><code>if x:\n    y</code></pre>then", "if x:\n    y\nthen"),
        ("<style>p {}</style><script>x()</script>seen", "seen"),
        ("<table><tr><th>A</th><td>1</td></tr><tr><td>B</td></tr></table>", "A 1\nB"),
        ("", ""),
    ],
)
def test_the_words_of_html(html: str, words: str) -> None:
    assert plain(html) == words


def piece(kind: str, words: str) -> dict[str, Any]:
    return {"type": kind, "content": words}


def turn(id: str, parent: str, at: str, *pieces: dict[str, Any], **more: Any) -> dict[str, Any]:
    said = {"files": [], "model": "deepseek-chat", "inserted_at": at, "fragments": list(pieces)}
    return {"id": id, "parent": parent, "children": [], "message": {**said, **more}}


DEEPSEEK = [
    {
        "id": "d1", "title": "Tea", "inserted_at": "2026-01-01T08:00:00.000000+08:00",
        "updated_at": "2026-01-01T08:10:00.000000+08:00",
        "mapping": {
            "root": {"id": "root", "parent": None, "children": ["1"], "message": None},
            "1": turn("1", "root", "2026-01-01T08:00:01+08:00", piece("REQUEST", "Which tea?")),
            "2": turn("2", "1", "2026-01-01T08:00:02+08:00", piece("RESPONSE", "Black.")),
            "3": turn("3", "1", "2026-01-01T08:00:00.900000+08:00", piece("THINK", "hm"),
                      piece("SEARCH", "tea"), piece("RESPONSE", "Green.")),
            "4": turn("4", "3", "2026-01-01T08:05:00+08:00", piece("REQUEST", "Thanks.")),
            "5": turn("5", "4", "2026-01-01T08:04:59.990000+08:00", piece("RESPONSE", "Enjoy.")),
        },
    }
]  # fmt: skip


def test_deepseek_is_its_newest_branch(cli: Cli) -> None:
    Path("conversations.json").write_text(json.dumps(DEEPSEEK))
    told = cli("import", "conversations.json", "--from", "chatgpt", *WORDS)
    assert "--from deepseek" in told.err
    done = take(cli, "conversations.json", "deepseek")
    assert said(cli) == [
        ("user", "Which tea?", "2026-01-01T00:00:01"),
        ("assistant", "Green.", "2026-01-01T00:00:01"),
        ("user", "Thanks.", "2026-01-01T00:05:00"),
        ("assistant", "Enjoy.", "2026-01-01T00:05:00"),
    ]
    assert done["left_out"] == {"branches": 1, "thoughts": 1, "tool messages": 1}
    assert take(cli, "conversations.json", "deepseek")["new"] == 0


SHARED = [
    {"id": "abc", "conversations": [
        {"from": "system", "value": "Be kind."}, {"from": "human", "value": "Hello."},
        {"from": "gpt", "value": "Hello!"}, {"from": "gpt", "value": ""}]},
    {"conversations": [{"from": "human", "value": "Hello."}]},
]  # fmt: skip
TUNING = [
    {"messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hello."},
                  {"role": "assistant", "content": "Hello!", "weight": 1}]},
    {"messages": [{"role": "user", "content": "Hello."}]},
]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "rows", "names"),
    [("sharegpt", SHARED, {"chats/abc", "chats/2"}), ("openai", TUNING, {"chats/1", "chats/2"})],
)
@pytest.mark.parametrize("name", ["chats.json", "chats.jsonl"])
def test_many_conversations_in_one_file(
    cli: Cli, form: str, rows: list[dict[str, Any]], names: set[str], name: str
) -> None:
    def spelt(some: list[dict[str, Any]]) -> str:
        if name.endswith("l"):
            return "".join(json.dumps(one) + "\n" for one in some)
        return json.dumps(some)

    Path(name).write_text(spelt(rows))
    assert f"--from {form}" in cli("import", name, *WORDS).err
    assert take(cli, name, form)["new"] == 4
    assert sessions(cli) == names
    assert [one[:2] for one in said(cli)].count(("system", "Be kind.")) == 1
    Path(name).write_text(spelt([*rows, rows[1]]))
    assert take(cli, name, form)["new"] == 1


def test_a_file_of_lines_that_grows_from_one_is_the_same_file(cli: Cli) -> None:
    Path("chats.jsonl").write_text(json.dumps(TUNING[0]) + "\n")
    assert take(cli, "chats.jsonl", "openai")["new"] == 3
    Path("chats.jsonl").write_text("".join(json.dumps(one) + "\n" for one in TUNING))
    assert take(cli, "chats.jsonl", "openai")["new"] == 1


DUMPED = [
    {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"],
     "kwargs": {"content": "I prefer green tea.", "type": "human", "additional_kwargs": {}}},
    {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessageChunk"],
     "kwargs": {"content": "Noted.", "type": "AIMessageChunk", "id": "run-1"}},
]  # fmt: skip


def test_what_langchain_dumps(cli: Cli) -> None:
    Path("x.json").write_text(json.dumps({"messages": DUMPED}))
    assert "--from langchain" in cli("import", "x.json", *WORDS).err
    assert take(cli, "x.json", "langchain")["new"] == 2
    assert [one[:2] for one in said(cli)] == [
        ("user", "I prefer green tea."), ("assistant", "Noted."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "value", "told"),
    [
        ("gemini", [*ACTIVITY, {"header": "Gemini Apps", "title": "x", "time": "soon"}],
         "activity 7: time='soon'"),
        ("gemini", {"a": 1}, "no activity of Gemini"),
        ("deepseek", [*DEEPSEEK, {"id": "x", "inserted_at": "x", "mapping": []}],
         "conversation 2"),
        ("sharegpt", [{"conversations": [{"from": "human", "value": "x"},
                                         {"from": "wizard", "value": "x"}]}],
         "conversation 1: turn 2"),
        ("openai", [*TUNING, {"messages": [{"role": "wizard", "content": "x"}]}],
         "conversation 3: message 1: role"),
    ],
)  # fmt: skip
def test_a_wrong_file_writes_nothing(cli: Cli, form: str, value: Any, told: str) -> None:
    Path("x.json").write_text(json.dumps(value))
    ran = cli("import", "x.json", "--from", form, *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("nothing was imported") == 1
    assert not Path("z.db").exists()


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
@pytest.mark.parametrize(
    "value",
    [
        [{"type": "note", "content": "x"}],
        {"memory": "64 GB"},
        [{"title": "Searched for tea", "time": "2026-01-01T00:00:00Z", "header": "Search",
          "products": ["Search"]}],
        {"conversations": []},
        [[]],
    ],
)  # fmt: skip
def test_what_is_none_of_them_is_not_taken_for_one(cli: Cli, value: Any, name: str) -> None:
    Path(name).write_text(json.dumps(value))
    ran = cli("import", name, *WORDS)
    assert ran.code == 2
    assert "--from" not in ran.err


def test_one_row_alone_is_no_list_of_them(cli: Cli) -> None:
    for row in ({"role": "user", "content": "x"}, {"id": "laptop", "memory": "64 GB"}):
        Path("x.json").write_text(json.dumps(row))
        assert "--from" not in cli("import", "x.json", *WORDS).err
