"""Transcripts of coding agents, with what real ones hold beside what was said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from recollect import Memory
from recollect.cli.hooks import Options
from recollect.cli.hooks.events import event
from recollect.cli.hooks.work import done

from .conftest import Cli
from .test_foreign import WORDS, said

NUMBER = iter(range(10_000))


def entry(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    number = next(NUMBER)
    return {
        "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": "/src",
        "sessionId": "s1", "version": "2.1.12", "gitBranch": "main", "type": kind,
        "message": {"role": kind, "content": content, **more.pop("message", {})},
        "uuid": f"u{number}", "timestamp": f"2026-01-05T10:{number % 60:02}:00.123Z", **more,
    }  # fmt: skip


def text(words: str, kind: str = "text") -> dict[str, str]:
    return {"type": kind, "text": words}


TALK: list[dict[str, Any]] = [
    {"type": "queue-operation", "operation": "dequeue", "sessionId": "s1",
     "timestamp": "2026-01-05T10:00:00Z"},
    {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}, "isSnapshotUpdate": False},
    entry("user", [text("<ide_opened_file>a.py</ide_opened_file>"), text("We use tabs here.")]),
    entry("assistant", [{"type": "thinking", "thinking": "hm", "signature": "x"}]),
    entry("assistant", [text("Tabs it is.")], message={"model": "claude-opus-4-5"}),
    entry("assistant", [{"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]),
    entry("user", [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]),
    {**entry("attachment", None), "message": None,
     "attachment": {"type": "queued_command", "prompt": "And no semicolons.",
                    "commandMode": "prompt", "origin": {"kind": "human"}}},
    {**entry("attachment", None), "message": None,
     "attachment": {"type": "queued_command", "prompt": "The build is done.",
                    "commandMode": "prompt", "origin": {"kind": "peer"}}},
    entry("user", "<command-name>/clear</command-name>"),
    entry("user", "<bash-input>ls</bash-input>"),
    entry("user", "<task-notification>\n<task-id>b1</task-id>"),
    entry("user", "Find the tests.", isSidechain=True, agentId="de30ae5d"),
    entry("assistant", [text("API Error: 401")], isApiErrorMessage=True),
    entry("assistant", [text("No response requested.")], message={"model": "<synthetic>"}),
    {"type": "system", "subtype": "turn_duration", "sessionId": "s1", "durationMs": 3},
    {"type": "last-prompt", "lastPrompt": "x", "sessionId": "s1"},
]  # fmt: skip
SPOKEN = [
    ("user", "We use tabs here."), ("assistant", "Tabs it is."), ("user", "And no semicolons."),
]  # fmt: skip


def written(name: str, entries: list[dict[str, Any]], end: str = "") -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text("".join(json.dumps(one) + "\n" for one in entries) + end)
    return name


def take(cli: Cli, file: str, form: str, user: str = "me") -> Any:
    ran = cli("import", file, "--from", form, "-u", user, "--json", *WORDS)
    assert ran.code == 0, ran.err
    return ran.json


def test_everything_of_a_real_transcript_is_taken_or_counted(cli: Cli) -> None:
    found = take(cli, written("projects/-src/s1.jsonl", TALK, '{"type": "us'), "claude-code")
    assert [one[:2] for one in said(cli, "me")] == SPOKEN
    assert found["left_out"] == {
        "torn lines": 1, "thoughts": 1, "tool messages": 2, "hidden messages": 6,
        "messages of subagents": 1,
    }  # fmt: skip


def test_the_hooks_keep_the_same_turns(cli: Cli) -> None:
    place = written("projects/-src/s1.jsonl", TALK)
    sent = {"hook_event_name": "Stop", "session_id": "s1", "transcript_path": place}
    done(event(json.dumps(sent).encode()), Options(db="z.db"))
    with Memory("z.db", embedder=None) as memory:
        assert [(one.role, one.content) for one in memory.messages(user_id="me")] == SPOKEN
    assert take(cli, "projects", "claude-code")["new"] == 0


def test_the_model_may_begin_like_the_host(cli: Cli) -> None:
    words = "# AGENTS.md instructions are what I read first."
    take(cli, written("x.jsonl", [entry("assistant", [text(words)])]), "claude-code")
    assert [one[:2] for one in said(cli, "me")] == [("assistant", words)]


def test_the_end_of_a_very_long_turn_is_counted(cli: Cli) -> None:
    file = written("x.jsonl", [entry("user", "tea " * 30_000)])
    assert take(cli, file, "claude-code")["left_out"] == {"ends of very long turns": 1}


def item(role: str, *parts: dict[str, str], **more: Any) -> dict[str, Any]:
    return {
        "timestamp": "2026-01-05T10:00:01Z", "type": "response_item",
        "payload": {"type": "message", "role": role, "content": list(parts), **more},
    }  # fmt: skip


def meta(id: str, **more: Any) -> dict[str, Any]:
    return {
        "timestamp": "2026-01-05T10:00:00Z", "type": "session_meta",
        "payload": {"id": id, "timestamp": "2026-01-05T10:00:00Z", "cwd": "/src",
                    "originator": "codex_cli_rs", "cli_version": "0.65.0", **more},
    }  # fmt: skip


CODEX = [
    item("developer", text("<permissions instructions>", "input_text")),
    item("user", text("# AGENTS.md instructions for /src", "input_text"),
         text("<environment_context>\n</environment_context>", "input_text")),
    item("user", text("We use tabs here.", "input_text")),
    {"timestamp": "2026-01-05T10:00:02Z", "type": "event_msg",
     "payload": {"type": "user_message", "message": "We use tabs here."}},
    {"timestamp": "2026-01-05T10:00:02Z", "type": "response_item",
     "payload": {"type": "reasoning", "summary": [], "content": None, "encrypted_content": "x"}},
    {"timestamp": "2026-01-05T10:00:03Z", "type": "response_item",
     "payload": {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "c"}},
    item("assistant", text("Tabs it is.", "output_text")),
]  # fmt: skip


def test_codex(cli: Cli) -> None:
    found = take(cli, written("x.jsonl", [meta("c1"), *CODEX]), "codex")
    assert [one[:2] for one in said(cli, "me")] == SPOKEN[:2]
    assert found["left_out"] == {"hidden messages": 2, "thoughts": 1, "tool messages": 1}


def test_a_session_that_goes_on_another_is_its_own(cli: Cli) -> None:
    """It begins with what it goes on, that one's head too; the hooks know it by its own id."""
    more = item("user", text("And no semicolons.", "input_text"))
    forked = [meta("c2", forked_from_id="c1"), meta("c1"), *CODEX, more]
    take(cli, written("x.jsonl", forked), "codex")
    found = cli("sessions", "-u", "me", "--json", "--db", "z.db").json["sessions"]
    assert [one["session_id"] for one in found] == ["c2"]


def test_codex_as_it_wrote_at_first(cli: Cli) -> None:
    old = [
        {"id": "c0", "timestamp": "2025-06-01T10:00:00Z", "instructions": None, "git": {}},
        {"record_type": "state"},
        *(one["payload"] for one in CODEX if one["type"] == "response_item"),
    ]
    file = written("x.jsonl", old)
    assert "--from codex" in cli("import", file, *WORDS).err
    assert take(cli, file, "codex")["new"] == 2
    (found,) = cli("sessions", "-u", "me", "--json", "--db", "z.db").json["sessions"]
    assert found["session_id"] == "c0"
    assert said(cli, "me")[0][2] == "2025-06-01T10:00:00"
