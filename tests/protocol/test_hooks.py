"""Session hooks: what a coding agent is told, what is kept, and that nothing ever goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recollect import Memory
from recollect.cli.hooks import SECONDS, Options, read
from recollect.cli.hooks.events import event
from recollect.cli.hooks.transcript import turns
from recollect.cli.hooks.work import done
from recollect.errors import InputError

COMMAND = [sys.executable, "-m", "recollect", "hook"]


def hook(folder: Path, *arguments: str, told: object = None, raw: bytes | None = None):
    """One hook in a process of its own, as a host calls it."""
    sent = json.dumps(told).encode() if raw is None else raw
    words = [*COMMAND, *arguments]
    return subprocess.run(words, input=sent, cwd=folder, capture_output=True, timeout=300)


def said(folder: Path, session: str = "s1") -> list[tuple[str, str]]:
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        kept = memory.messages(user_id="me", session_id=session)
        return [(one.role, one.content) for one in kept]


def run(folder: Path, name: str, **told: object) -> str:
    """One hook in this process."""
    sent = json.dumps({"hook_event_name": name, "session_id": "s1", **told}).encode()
    return done(event(sent), Options(db=str(folder / "m.db")))


def transcript(folder: Path, *entries: object) -> str:
    path = folder / "transcript.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in entries), "utf-8")
    return str(path)


def claude(role: str, content: object, **more: object) -> dict[str, object]:
    return {"type": role, "message": {"role": role, "content": content}, **more}


def test_a_session_is_kept_once_and_known_in_the_next(folder):
    """Over every event of two sessions, in processes, as Claude Code and Codex call them."""
    place = ("--db", "m.db", "--seconds", "60")
    prompt = {"session_id": "s1", "hook_event_name": "UserPromptSubmit"}
    first = hook(folder, *place, told={**prompt, "prompt": "My dog is called Rex."})
    assert (first.returncode, first.stdout) == (0, b"")
    path = transcript(
        folder,
        claude("user", "My dog is called Rex."),
        claude(
            "assistant",
            [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Nice."}],
        ),
    )
    ended = {"session_id": "s1", "transcript_path": path}
    for name in ("Stop", "PreCompact", "SessionEnd"):
        answer = hook(folder, name, *place, told=ended)
        assert (answer.returncode, answer.stdout) == (0, b""), answer.stderr
    assert said(folder) == [("user", "My dog is called Rex."), ("assistant", "Nice.")]
    started = hook(folder, "SessionStart", *place, told={"session_id": "s2", "source": "startup"})
    output = json.loads(started.stdout)["hookSpecificOutput"]
    assert output["hookEventName"] == "SessionStart"
    assert output["additionalContext"].startswith("<memory>")
    assert "Rex" in output["additionalContext"]
    asked = hook(
        folder, *place, told={**prompt, "session_id": "s2", "prompt": "What is my dog called?"}
    )
    output = json.loads(asked.stdout)["hookSpecificOutput"]
    assert output["hookEventName"] == "UserPromptSubmit"
    assert "Rex" in output["additionalContext"]
    assert "What is my dog called?" not in output["additionalContext"]
    assert said(folder, "s2") == [("user", "What is my dog called?")]


@pytest.mark.parametrize(
    "boundary",
    [
        {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted"},
        {"type": "compacted", "payload": {"message": "They spoke of a dog."}},
    ],
)
def test_what_the_model_sees_anyway_is_not_shown_again(folder, boundary):
    def shown(session: str, path: str) -> str:
        answer = run(
            folder, "UserPromptSubmit", session_id=session, transcript_path=path,
            prompt="What is my dog called?",
        )  # fmt: skip
        told = json.loads(answer)["hookSpecificOutput"] if answer else {}
        return str(told.get("additionalContext", ""))

    first = claude("user", "My dog is called Rex.")
    path = transcript(folder, first)
    run(folder, "UserPromptSubmit", prompt="My dog is called Rex.", transcript_path=path)
    assert "Rex" not in shown("s1", path)
    assert "Rex" in shown("s2", "")
    after = datetime.now(UTC).isoformat()
    path = transcript(folder, first, {**boundary, "timestamp": after})
    assert "Rex" in shown("s1", path)
    summary = claude("user", "This session is being continued.", isCompactSummary=True)
    assert turns(transcript(folder, first, boundary, summary)) == [
        ("user", "My dog is called Rex.")
    ]
    assert "Rex" in shown("s1", str(folder / "transcript.jsonl"))


def test_the_same_words_twice_are_two_turns(folder):
    entries = [claude("user", "Go on."), claude("assistant", "Done.")] * 2
    path = transcript(folder, *entries)
    for _ in range(2):
        run(folder, "Stop", transcript_path=path)
    assert said(folder) == [("user", "Go on."), ("assistant", "Done.")] * 2
    run(folder, "UserPromptSubmit", prompt="Go on.")
    path = transcript(folder, *entries, claude("user", "Go on."), claude("assistant", "Done."))
    run(folder, "Stop", transcript_path=path)
    assert sorted(said(folder)) == sorted([("user", "Go on."), ("assistant", "Done.")] * 3)


def test_only_what_was_said_is_read_of_a_transcript(folder):
    path = transcript(
        folder,
        {"type": "summary", "summary": "Something."},
        claude("user", "Real words."),
        claude("user", [{"type": "tool_result", "content": "a file"}]),
        claude("user", "meta", isMeta=True),
        claude("assistant", "of another agent", isSidechain=True),
        claude("user", "<command-name>/clear</command-name>"),
        claude("assistant", [{"type": "tool_use", "name": "Bash", "input": {}}]),
        claude("assistant", [{"type": "text", "text": "An answer."}]),
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [
            {"type": "input_text", "text": "<environment_context>x</environment_context>"}]}},
        {"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": [
            {"type": "output_text", "text": "Codex says."}]}},
        {"role": "user", "message": {"content": [{"type": "text", "text": "Cursor asks."}]}},
        ["a", "list"], 7, None,
    )  # fmt: skip
    with open(path, "ab") as file:
        file.write(b'{"type": "user", "message": {"role": "user", "content": "torn')
    assert turns(path) == [
        ("user", "Real words."),
        ("assistant", "An answer."),
        ("assistant", "Codex says."),
        ("user", "Cursor asks."),
    ]
    assert turns(str(folder / "nothing.jsonl")) == []
    assert turns(str(folder)) == []


def test_without_a_transcript_the_last_answer_is_kept(folder):
    run(folder, "Stop", transcript_path="/nowhere.jsonl", last_assistant_message="An answer.")
    assert said(folder) == [("assistant", "An answer.")]


def test_cursor_is_told_in_its_own_way(folder):
    told = {"conversation_id": "c1", "cursor_version": "3.7", "workspace_roots": []}

    def cursor(name: str, **more: object) -> str:
        sent = json.dumps({**told, "hook_event_name": name, **more}).encode()
        return done(event(sent), Options(db=str(folder / "m.db")))

    answer = cursor("beforeSubmitPrompt", prompt="My dog is called Rex.")
    assert json.loads(answer) == {"continue": True}
    assert cursor("afterAgentResponse", text="Nice.") == ""
    assert cursor("sessionEnd") == ""
    assert said(folder, "c1") == [("user", "My dog is called Rex."), ("assistant", "Nice.")]
    started = json.loads(cursor("sessionStart", conversation_id="c2"))
    assert "Rex" in started["additional_context"]


def test_an_empty_memory_says_nothing(folder):
    assert run(folder, "SessionStart") == ""
    assert run(folder, "UserPromptSubmit", prompt="  ") == ""
    assert run(folder, "Stop") == ""


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"7", b"\xff\xfe", b'{"hook_event_name": "Nonsense"}', b"{}",
     b'{"hook_event_name": ["Stop"]}', b"[" * 100_000],
    ids=lambda raw: repr(raw[:20]),
)  # fmt: skip
def test_what_cannot_be_read_is_an_error_here(raw):
    with pytest.raises(InputError):
        event(raw)


@pytest.mark.parametrize(
    ("arguments", "raw"),
    [
        (["Stop"], b"{broken"),
        (["Nonsense", "--db", "m.db"], b"{}"),
        (["Stop", "--db", "nothing://x"], b'{"session_id": "s1"}'),
        (["UserPromptSubmit", "--db", "/nowhere/at/all/m.db"], b'{"prompt": "Hello."}'),
        (["Stop", "--unknown", "--seconds", "soon"], b""),
    ],
)
def test_a_host_never_sees_a_failure(folder, arguments, raw):
    answer = hook(folder, *arguments, raw=raw)
    assert answer.returncode == 0
    assert answer.stdout == b""
    assert answer.stderr.count(b"\n") <= 1
    assert b"Traceback" not in answer.stderr


def test_a_file_that_is_no_memory_is_left_alone(folder):
    (folder / "m.db").write_bytes(b"precious, and no database at all" * 100)
    before = (folder / "m.db").read_bytes()
    answer = hook(folder, "UserPromptSubmit", "--db", "m.db", told={"prompt": "Hello."})
    assert (answer.returncode, answer.stdout) == (0, b"")
    assert (folder / "m.db").read_bytes() == before


@pytest.mark.parametrize("hanging", ["store", "stdin"])
def test_it_ends_in_time_whatever_hangs(folder, hanging):
    """A pipe that nobody writes to hangs for ever; the hook does not. Its limit is its own."""
    os.mkfifo(folder / "m.json")
    words = [*COMMAND, "UserPromptSubmit", "--db", "m.json", "--seconds", "1"]
    running = subprocess.Popen(
        words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdin
    if hanging == "store":
        running.stdin.write(b'{"prompt": "Hello."}')
        running.stdin.close()
    assert running.wait(timeout=300) == 0
    assert running.stdout
    assert running.stdout.read() == b""
    for stream in (running.stdin, running.stdout, running.stderr):
        stream.close()


def test_a_killed_hook_leaves_a_whole_memory_and_the_next_catches_up(folder):
    entries = [claude("user", f"Words number {number}.") for number in range(300)]
    path = transcript(folder, *entries)
    told = json.dumps({"session_id": "s1", "transcript_path": path}).encode()
    words = [*COMMAND, "Stop", "--db", "m.db", "--seconds", "60"]
    running = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE)
    assert running.stdin
    running.stdin.write(told)
    running.stdin.close()
    while not (folder / "m.db").exists() and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    with Memory(str(folder / "m.db"), embedder=None) as memory:
        assert memory.verify().ok
    assert hook(folder, "Stop", "--db", "m.db", "--seconds", "60", raw=told).returncode == 0
    assert said(folder) == [("user", f"Words number {number}.") for number in range(300)]


def test_the_options_are_read_whatever_they_are():
    assert read(["Stop", "--url", "a.db", "-u", "dana", "--agent=x", "--seconds=3"]) == Options(
        "Stop", "a.db", "dana", "x", 3.0
    )
    assert read(["--seconds", "-1"]).seconds == 0.1
    assert read(["--seconds", "nan?"]).seconds == SECONDS
    assert read(["--db"]) == Options()
