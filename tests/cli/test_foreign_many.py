"""Importing exports as they come: zip files, folders, and the transcripts of coding agents."""

from __future__ import annotations

import copy
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory
from recollect.cli.hooks import Options
from recollect.cli.hooks.events import event
from recollect.cli.hooks.work import done
from recollect.transfer.foreign import archive

from .conftest import Cli
from .test_foreign import CHATGPT, CLAUDE, WORDS, node, said

USER = {
    "parentUuid": None, "isSidechain": False, "cwd": "/src", "sessionId": "s1", "type": "user",
    "message": {"role": "user", "content": "We use tabs here."}, "uuid": "u1",
    "timestamp": "2026-01-05T10:00:00.123Z",
}  # fmt: skip
CLAUDE_CODE: list[dict[str, Any]] = [
    {"type": "summary", "summary": "Tabs", "leafUuid": "u9"},
    USER,
    {**USER, "type": "assistant", "uuid": "u2", "timestamp": "2026-01-05T10:00:05Z",
     "message": {"role": "assistant", "content": [
         {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Tabs it is."},
         {"type": "tool_use", "id": "t", "name": "Edit", "input": {}}]}},
    {**USER, "uuid": "u3", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t", "content": "ok"}]}},
    {**USER, "uuid": "u4", "isMeta": True},
    {**USER, "uuid": "u5", "timestamp": "2026-01-05T11:00:00Z"},
]  # fmt: skip
CODEX: list[dict[str, Any]] = [
    {"timestamp": "2026-01-05T10:00:00Z", "type": "session_meta", "payload": {"id": "c1"}},
    {"timestamp": "2026-01-05T10:00:01Z", "type": "response_item", "payload": {
        "type": "message", "role": "user",
        "content": [{"type": "input_text", "text": "We use tabs here."}]}},
    {"timestamp": "2026-01-05T10:00:02Z", "type": "response_item", "payload": {
        "type": "message", "role": "assistant",
        "content": [{"type": "output_text", "text": "Tabs it is."}]}},
]  # fmt: skip


def lines(entries: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(one) + "\n" for one in entries)


def packed(**files: str) -> str:
    with zipfile.ZipFile("theirs.zip", "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name.replace("__", "/").replace("_", "."), text)
    return "theirs.zip"


def other(talk: str, words: str) -> list[dict[str, Any]]:
    """Another conversation of ChatGPT's."""
    nodes = {"a": node(f"{talk}-a", None, "user", [words], at=1767312000.0)}
    return [{"conversation_id": talk, "current_node": "a", "mapping": nodes, "title": talk}]


def test_a_zip_of_many_files_is_one_import(cli: Cli) -> None:
    file = packed(
        conversations_json=json.dumps(CHATGPT),
        more__conversations2_json=json.dumps(other("talk-2", "I also like rye bread.")),
        user_json='{"id": "x"}', message__feedback_json="[]", chat_html="<p>", broken_json="{",
    )  # fmt: skip
    told = cli("import", file, *WORDS)
    assert told.code == 2
    assert "--from chatgpt" in told.err
    ran = cli("import", file, "--from", "chatgpt", "-u", "dana", "--json", *WORDS)
    assert ran.json["new"] == 4
    assert [words for _, words, _ in said(cli)][-1] == "I also like rye bread."
    again = cli("import", file, "--from", "chatgpt", "-u", "dana", "--json", *WORDS)
    assert again.json["new"] == 0


def test_a_folder_is_taken_like_its_zip(cli: Cli) -> None:
    Path("export", "deep").mkdir(parents=True)
    Path("export", "deep", "conversations.json").write_text(json.dumps(CLAUDE))
    Path("export", "users.json").write_text('[{"uuid": "x", "full_name": "Dana"}]')
    bare = cli("import", "export", *WORDS)
    assert bare.code == 2
    assert "--from" in bare.err
    ran = cli("import", "export", "--from", "claude", "-u", "dana", "--json", *WORDS)
    assert ran.json["new"] == 2


@pytest.mark.parametrize("kind", ["folder", "zip", "torn zip", "one bad of two"])
def test_nothing_is_written_if_nothing_fits_or_one_is_wrong(cli: Cli, kind: str) -> None:
    if kind == "folder":
        file = "empty"
        Path(file).mkdir()
    elif kind == "zip":
        file = packed(users_json="[]")
    elif kind == "torn zip":
        file = packed(conversations_json=json.dumps(CHATGPT * 50))
        raw = bytearray(Path(file).read_bytes())
        raw[60:90] = b"x" * 30
        Path(file).write_bytes(raw)
    else:
        wrong = [{"conversation_id": "x", "mapping": 3}]
        file = packed(a_json=json.dumps(CHATGPT), b_json=json.dumps(wrong))
    ran = cli("import", file, "--from", "chatgpt", "-u", "dana", *WORDS)
    assert (ran.code, ran.out) == (2, ""), ran.err
    assert "nothing was imported" in ran.err
    assert ("b.json: conversation 1" in ran.err) == (kind == "one bad of two")
    assert not Path("z.db").exists()


def test_a_zip_that_was_cut_off_is_called_that(cli: Cli) -> None:
    file = Path(packed(conversations_json=json.dumps(CHATGPT * 50)))
    file.write_bytes(file.read_bytes()[:-30])
    for form in ((), ("--from", "chatgpt")):
        ran = cli("import", str(file), *form, "-u", "dana", *WORDS)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.count("cut off or damaged") == ran.err.count("nothing was imported") == 1


def test_a_bomb_is_not_unpacked(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither when its format is named nor when it is looked for; but what is only large is."""
    monkeypatch.setattr(archive, "LARGE", 100_000)
    bomb = packed(conversations_json=" " * 100_001)
    with monkeypatch.context() as patch:
        patch.setattr(zipfile.ZipFile, "read", None)
        for form in ((), ("--from", "chatgpt")):
            ran = cli("import", bomb, *form, "-u", "dana", *WORDS)
            assert (ran.code, ran.out) == (2, "")
            assert "100,001 bytes" in ran.err
            assert "unpack it yourself" in ran.err
    long = " ".join(map(str, range(30_000)))
    large = packed(conversations_json=json.dumps(other("talk-3", long)))
    assert cli("import", large, "--from", "chatgpt", "-u", "dana", *WORDS).code == 0


def test_a_circle_and_what_is_nested_too_deeply_are_told(cli: Cli) -> None:
    nodes = {"a": node("a", "b", "user", ["One."]), "b": node("b", "a", "user", ["Two."])}
    circle = {"conversation_id": "x", "current_node": "b", "mapping": nodes, "title": "x"}
    deep = "[" * 100_000 + "]" * 100_000
    for words, told in (
        (json.dumps([*CHATGPT, circle]), "conversation 2: its messages do not hang together"),
        (deep, "this is not JSON"),
        (f'[{{"conversation_id": "x", "mapping": {deep}}}]', "this is not JSON"),
    ):
        Path("conversations.json").write_text(words)
        ran = cli("import", "conversations.json", "--from", "chatgpt", "-u", "dana", *WORDS)
        assert (ran.code, ran.out) == (2, "")
        assert told in ran.err
    assert not Path("z.db").exists()


def test_chats_of_one_name_in_two_folders_are_two_sessions(cli: Cli) -> None:
    for folder in ("monday", "friday"):
        Path("chats", folder).mkdir(parents=True)
        chat = [{"role": "user", "content": "Good morning."}]
        Path("chats", folder, "chat.json").write_text(json.dumps(chat))
    assert cli("import", "chats", "--from", "openai", "-u", "dana", *WORDS).code == 0
    found = cli("sessions", "-u", "dana", "--json", "--db", "z.db").json["sessions"]
    assert {one["session_id"] for one in found} == {"monday/chat", "friday/chat"}


def test_what_chatgpt_does_not_show_is_not_taken(cli: Cli) -> None:
    hidden = copy.deepcopy(CHATGPT)
    hidden[0]["mapping"]["n4"]["message"]["metadata"] = {
        "is_visually_hidden_from_conversation": True
    }
    Path("x.json").write_text(json.dumps(hidden))
    assert cli("import", "x.json", "--from", "chatgpt", "-u", "dana", *WORDS).code == 0
    assert [words for _, words, _ in said(cli)] == ["I prefer green tea.", "And jazz."]


def test_without_its_end_a_conversation_ends_at_what_was_said_last(cli: Cli) -> None:
    endless = [{k: v for k, v in CHATGPT[0].items() if k != "current_node"}]
    Path("x.json").write_text(json.dumps(endless))
    assert cli("import", "x.json", "--from", "chatgpt", "-u", "dana", *WORDS).code == 0
    assert [words for _, words, _ in said(cli)] == ["I prefer green tea.", "Noted.", "And jazz."]


def test_what_cannot_be_stored_is_marked(cli: Cli) -> None:
    Path("x.json").write_text(json.dumps(other("t", "Tea\0 and \ud800jazz.")))
    assert cli("import", "x.json", "--from", "chatgpt", "-u", "dana", *WORDS).code == 0
    assert [words for _, words, _ in said(cli)] == ["Tea� and �jazz."]


@pytest.mark.parametrize(
    ("form", "entries", "session", "spoken"),
    [("claude-code", CLAUDE_CODE, "s1", 3), ("codex", CODEX, "c1", 2)],
)
def test_transcripts_of_coding_agents(
    cli: Cli, form: str, entries: list[dict[str, Any]], session: str, spoken: int
) -> None:
    Path("x.jsonl").write_text(lines(entries) + '{"type": "user", "mess')  # torn at its end
    told = cli("import", "x.jsonl", *WORDS)
    assert told.code == 2
    assert f"--from {form}" in told.err
    ran = cli("import", "x.jsonl", "--from", form, "-u", "dana", "--json", *WORDS)
    assert ran.json["new"] == spoken, ran.err
    assert said(cli)[0][:2] == ("user", "We use tabs here.")
    assert said(cli)[0][2].startswith("2026-01-05T10:00:0")
    assert said(cli)[1][:2] == ("assistant", "Tabs it is.")
    (one,) = cli("sessions", "-u", "dana", "--json", "--db", "z.db").json["sessions"]
    assert one["session_id"] == session
    again = cli("import", "x.jsonl", "--from", form, "-u", "dana", "--json", *WORDS)
    assert again.json["new"] == 0


@pytest.mark.parametrize(
    ("form", "entries", "other"),
    [("claude-code", CODEX, "codex"), ("codex", CLAUDE_CODE, "claude-code")],
)
def test_a_transcript_of_another_agent_is_refused(
    cli: Cli, form: str, entries: list[dict[str, Any]], other: str
) -> None:
    """Alone, and where there are many."""
    Path("many").mkdir()
    Path("many", "x.jsonl").write_text(lines(entries))
    for place in ("many/x.jsonl", "many"):
        ran = cli("import", place, "--from", form, "-u", "dana", *WORDS)
        assert (ran.code, ran.out) == (2, "")
        assert f"--from {other}" in ran.err
        assert not Path("z.db").exists()


def test_a_folder_of_transcripts_and_the_hooks_keep_each_turn_once(cli: Cli) -> None:
    place = Path("projects", "-src")
    place.mkdir(parents=True)
    Path(place, "s1.jsonl").write_text(lines(CLAUDE_CODE))
    Path(place, "s2.jsonl").write_text(lines([{**USER, "sessionId": "s2"}]))
    Path(place, "c1.jsonl").write_text(lines(CODEX[:1]))
    sent = {
        "hook_event_name": "Stop", "session_id": "s1", "transcript_path": str(place / "s1.jsonl"),
    }  # fmt: skip
    done(event(json.dumps(sent).encode()), Options(db="z.db"))
    ran = cli("import", "projects", "--from", "claude-code", "-u", "me", "--json", *WORDS)
    assert ran.json["new"] == 1, ran.err
    done(event(json.dumps(sent).encode()), Options(db="z.db"))
    with Memory("z.db", embedder=None) as memory:
        kept = memory.messages(user_id="me")
    assert sorted(one.session_id or "" for one in kept) == ["s1", "s1", "s1", "s2"]


def test_a_transcript_must_be_one(cli: Cli) -> None:
    Path("x.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
    ran = cli("import", "x.jsonl", "--from", "claude-code", *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert "not a transcript of Claude Code; nothing was imported" in ran.err
