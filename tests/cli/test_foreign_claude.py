"""Claude's data export, with what real ones hold: branches, pastes, tools, what it remembers."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from .conftest import Cli
from .test_foreign import WORDS, said

ROOT = "00000000-0000-4000-8000-000000000000"
UNSHOWN = "```\nThis block is not supported on your current device yet.\n```"


def message(uuid: str, sender: str, text: str, parent: str, second: int, **more: Any) -> Any:
    at = f"2026-01-01T00:00:{second:02}.123456Z"
    block = {"start_timestamp": at, "stop_timestamp": at, "type": "text", "text": text,
             "citations": []}  # fmt: skip
    return {
        "uuid": uuid, "text": text, "content": [block], "sender": sender, "created_at": at,
        "updated_at": at, "attachments": [], "files": [], "parent_message_uuid": parent, **more,
    }  # fmt: skip


PASTE = {"file_name": "", "file_size": 9, "file_type": "txt", "extracted_content": "Dear Kim, …"}
PAPER = {"file_name": "paper.pdf", "file_size": 9, "file_type": "pdf", "extracted_content": "Abs"}
TOOLS = [
    {"type": "thinking", "thinking": "hm", "summaries": []},
    {"type": "tool_use", "name": "web_search", "input": {"query": "tea"}},
    {"type": "tool_result", "name": "web_search", "content": [], "is_error": False},
]
SAID = [
    message("m1", "human", "Shorten this letter.", ROOT, 1, attachments=[PASTE, PAPER],
            files=[{"file_name": "photo.jpg"}]),
    message("m2", "assistant", "A first try.", "m1", 2),
    message("m3", "assistant", "Dear Kim!", "m1", 3),
    message("m4", "human", "", "m3", 4,
            content=[{"type": "voice_note", "title": "Food", "text": "I am vegetarian."}]),
    message("m5", "assistant", UNSHOWN, "m4", 5, content=TOOLS),
    message("m6", "assistant", f"{UNSHOWN}\nNoted.", "m5", 6,
            content=[*TOOLS, {"type": "text", "text": "Noted."}]),
]  # fmt: skip
MEMORY = {
    "conversations_memory": "**Work context**\n\nDana edits letters.\n\nDana works from Oslo.\n\n"
    "# Personal\n\nDana is vegetarian.",
    "project_memories": {"p1": "The garden plan has four beds."},
    "account_uuid": "acct",
}
FILES = {
    "conversations_memory": None,
    "memory_files": [
        {"path": "/profile.md", "content": "- Prefers metric units",
         "updated_at": "2026-02-01T10:00:00.000000Z"}
    ],
}  # fmt: skip


def talk(said: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": "talk", "name": "A letter", "summary": "", "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-01T00:01:00Z", "account": {"uuid": "acct"},
        "chat_messages": said, **more,
    }  # fmt: skip


def take(cli: Cli, file: str) -> Any:
    ran = cli("import", file, "--from", "claude", "-u", "dana", "--json", *WORDS)
    assert ran.code == 0, ran.err
    return ran.json


def exported(value: object) -> str:
    Path("conversations.json").write_text(json.dumps(value))
    return "conversations.json"


def test_everything_of_a_real_conversation_is_taken_or_counted(cli: Cli) -> None:
    done = take(cli, exported([talk(SAID)]))
    assert said(cli) == [
        ("user", "Dear Kim, …", "2026-01-01T00:00:01"),
        ("user", "Shorten this letter.", "2026-01-01T00:00:01"),
        ("assistant", "Dear Kim!", "2026-01-01T00:00:03"),
        ("user", "I am vegetarian.", "2026-01-01T00:00:04"),
        ("assistant", "Noted.", "2026-01-01T00:00:06"),
    ]
    assert done["left_out"] == {
        "branches": 1, "thoughts": 2, "tool messages": 4, "pictures and files": 2,
    }  # fmt: skip


@pytest.mark.parametrize("root", ["00000000-0000-0000-0000-000000000000", None])
def test_the_first_message_may_name_nobody(cli: Cli, root: str | None) -> None:
    first = {**SAID[0], "parent_message_uuid": root}
    assert take(cli, exported([talk([first, *SAID[1:]])]))["left_out"]["branches"] == 1


def test_where_links_are_missing_everything_is_taken(cli: Cli) -> None:
    torn = [one for one in SAID if one["uuid"] != "m3"]
    take(cli, exported([talk(torn)]))
    assert "A first try." in [words for _, words, _ in said(cli)]
    assert "Noted." in [words for _, words, _ in said(cli)]


def test_the_branch_that_is_named_stands(cli: Cli) -> None:
    """As a single conversation does that was saved in the browser."""
    take(cli, exported(talk(SAID, current_leaf_message_uuid="m2")))
    assert [words for _, words, _ in said(cli)][-1] == "A first try."


def test_the_first_message_can_have_been_edited_too(cli: Cli) -> None:
    again = message("m9", "human", "Shorten this note.", ROOT, 9)
    take(cli, exported([talk([*SAID, again])]))
    assert [words for _, words, _ in said(cli)] == ["Shorten this note."]


def test_without_links_everything_is_taken(cli: Cli) -> None:
    loose = [{k: v for k, v in one.items() if k != "parent_message_uuid"} for one in SAID]
    assert take(cli, exported([talk(loose)]))["new"] == 6


def test_what_claude_remembers_is_kept_as_its_words(cli: Cli) -> None:
    """In a zip file for all, and in a zip file for each kind."""
    with zipfile.ZipFile("data-batch-0000.zip", "w") as made:
        made.writestr("users.json", json.dumps([{"uuid": "acct", "full_name": "Dana"}]))
        made.writestr("projects.json", json.dumps([{"uuid": "p1", "name": "Garden", "docs": []}]))
        made.writestr("memories.json", json.dumps([MEMORY]))
        made.writestr("conversations.json", json.dumps([talk(SAID)]))
    done = take(cli, "data-batch-0000.zip")
    assert (done["new"], done["left_out"]["other files"]) == (9, 2)
    Path("newer").mkdir()
    with zipfile.ZipFile("newer/conversations-000.zip", "w") as made:
        made.writestr("conversations.json", json.dumps([talk(SAID)]))
    with zipfile.ZipFile("newer/memories-000.zip", "w") as made:
        made.writestr("memories/acct.json", json.dumps({**MEMORY, **FILES}))
    assert take(cli, "newer")["new"] == 1
    kept = cli("messages", "-u", "dana", "--json", "--db", "z.db").json["messages"]
    remembered = {one["content"]: one for one in kept if "memory" in one["metadata"]}
    assert set(remembered) == {
        "**Work context**\nDana edits letters.", "**Work context**\nDana works from Oslo.",
        "# Personal\nDana is vegetarian.", "The garden plan has four beds.",
        "- Prefers metric units",
    }  # fmt: skip
    last = remembered["- Prefers metric units"]
    assert (last["role"], last["session_id"]) == ("assistant", "claude-memory/profile.md")
    assert last["at"].startswith("2026-02-01T10:00:00")


def test_a_newer_export_adds_what_is_new(cli: Cli) -> None:
    assert take(cli, exported([talk(SAID)]))["new"] == 5
    more = [*SAID, message("m7", "human", "And I cycle.", "m6", 7)]
    assert take(cli, exported([talk(more)]))["new"] == 1
    assert take(cli, exported([talk(more)]))["new"] == 0
