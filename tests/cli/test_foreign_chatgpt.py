"""ChatGPT's data export, with what real ones hold: branches, voice, tools, thoughts, notes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from .conftest import Cli
from .test_foreign import WORDS, node, said

START = 1767225600.0
"""2026-01-01T00:00:00Z"""


def content(kind: str, **more: Any) -> dict[str, Any]:
    return {"content": {"content_type": kind, **more}}


def talk(id: str, nodes: list[dict[str, Any]], last: str | None, **more: Any) -> dict[str, Any]:
    root = {"id": f"{id}-root", "message": None, "parent": None, "children": [nodes[0]["id"]]}
    return {
        "title": "Trip", "create_time": START, "update_time": START + 900, "mapping": {
            one["id"]: one for one in [root, *nodes]
        },
        "moderation_results": [], "current_node": last, "plugin_ids": None, "conversation_id": id,
        "conversation_template_id": None, "gizmo_id": None, "is_archived": False, "safe_urls": [],
        "default_model_slug": "auto", "voice": None, "id": id, **more,
    }  # fmt: skip


def about(id: str, parent: str) -> dict[str, Any]:
    """Custom instructions, as every conversation has them."""
    shown = "The user provided the following information about themselves:\n```I live in Oslo.```"
    return node(
        id, parent, "user", [], at=START,
        **content("user_editable_context", user_profile=shown, user_instructions=""),
        metadata={
            "is_user_system_message": True, "is_visually_hidden_from_conversation": True,
        },
    )  # fmt: skip


VOICE = [
    {"content_type": "audio_transcription", "text": "I sail on Sundays.", "direction": "in",
     "decoding_id": None},
    {"content_type": "real_time_user_audio_video_asset_pointer", "frames_asset_pointers": [],
     "audio_asset_pointer": {"content_type": "audio_asset_pointer",
                             "asset_pointer": "sediment://file_1", "format": "wav"}},
]  # fmt: skip
NODES = [
    node("s1", "t1-root", "system", [""], weight=0.0),
    about("a1", "s1"),
    node("u1", "a1", "user", ["Plan a trip."], at=START + 1),
    node("b1", "u1", "assistant", ["A first plan."], at=START + 2),
    node("th", "u1", "assistant", [], at=START + 3,
         **content("thoughts", thoughts=[{"summary": "s", "content": "c"}])),
    node("rr", "th", "assistant", [], at=START + 4,
         **content("reasoning_recap", content="Thought for 3s")),
    node("to", "rr", "assistant", [], at=START + 5, recipient="python",
         **content("code", language="python", text="1 + 1")),
    node("ex", "to", "tool", [], at=START + 6, **content("execution_output", text="2")),
    node("bi", "ex", "assistant", ["User sails on Sundays."], at=START + 7, recipient="bio"),
    node("ok", "bi", "tool", ["Model set context updated."], at=START + 8),
    node("a2", "ok", "assistant", ["Go to Bergen."], at=START + 9),
    node("v1", "a2", "user", VOICE, at=None,
         **content("multimodal_text", parts=VOICE)),
    node("p1", "v1", "user", [], at=START + 20, **content("multimodal_text", parts=[
        {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_2",
         "width": 1, "height": 1, "size_bytes": 1}, "Is this Bergen?"]),
         metadata={"attachments": [{"id": "file_2", "name": "a.png"}]}),
    node("h1", "p1", "assistant", ["A tip that nobody saw."], at=START + 21,
         metadata={"is_visually_hidden_from_conversation": True}),
]  # fmt: skip


def exported(*talks: dict[str, Any]) -> str:
    Path("conversations.json").write_text(json.dumps(talks))
    return "conversations.json"


def take(cli: Cli, file: str) -> Any:
    ran = cli("import", file, "--from", "chatgpt", "-u", "dana", "--json", *WORDS)
    assert ran.code == 0, ran.err
    return ran.json


def test_everything_of_a_real_conversation_is_taken_or_counted(cli: Cli) -> None:
    done = take(cli, exported(talk("t1", NODES, "h1")))
    assert [one[:2] for one in said(cli)] == [
        ("user", "I live in Oslo."),
        ("user", "Plan a trip."),
        ("assistant", "User sails on Sundays."),
        ("assistant", "Go to Bergen."),
        ("user", "I sail on Sundays."),
        ("user", "Is this Bergen?"),
    ]
    assert done["left_out"] == {
        "branches": 1, "thoughts": 2, "tool messages": 3, "hidden messages": 1,
        "pictures and files": 2,
    }  # fmt: skip
    assert done["new"] == 6


def test_what_was_said_without_a_time_has_that_of_what_came_before(cli: Cli) -> None:
    take(cli, exported(talk("t1", NODES, "h1")))
    assert said(cli)[4] == ("user", "I sail on Sundays.", "2026-01-01T00:00:09")


def test_custom_instructions_are_kept_once_for_all_conversations(cli: Cli) -> None:
    early = talk("t2", [about("a9", "t2-root")], "a9")
    early["mapping"]["a9"]["message"]["create_time"] = START - 100
    take(cli, exported(talk("t1", NODES, "h1"), early))
    of = ("messages", "-u", "dana", "-s", "custom-instructions", "--json", "--db", "z.db")
    (one,) = cli(*of).json["messages"]
    assert (one["content"], one["at"][:19]) == ("I live in Oslo.", "2025-12-31T23:58:20")


@pytest.mark.parametrize("last", [None, "gone"])
def test_where_no_end_is_named_the_newest_branch_stands(cli: Cli, last: str | None) -> None:
    take(cli, exported(talk("t1", NODES, last)))
    assert [words for _, words, _ in said(cli)][-1] == "Is this Bergen?"
    assert "A first plan." not in [words for _, words, _ in said(cli)]


def test_without_links_everything_is_taken_by_its_times(cli: Cli) -> None:
    """Some exports have neither children nor parents."""
    loose = [{**one, "parent": None, "children": []} for one in reversed(NODES)]
    take(cli, exported(talk("t1", loose, "h1")))
    assert [words for _, words, _ in said(cli)] == [
        "I live in Oslo.", "Plan a trip.", "A first plan.", "User sails on Sundays.",
        "Go to Bergen.", "Is this Bergen?", "I sail on Sundays.",
    ]  # fmt: skip


def test_an_export_in_pieces_is_one(cli: Cli) -> None:
    other = talk("t2", [node("x1", "t2-root", "user", ["I play chess."], at=START + 50)], "x1")
    with zipfile.ZipFile("export.zip", "w") as made:
        made.writestr("conversations-000.json", json.dumps([talk("t1", NODES, "h1")]))
        made.writestr("conversations-001.json", json.dumps([other]))
        made.writestr("export_manifest.json", json.dumps({"files": []}))
        made.writestr("user.json", json.dumps({"id": "user-1", "email": "dana@example.com"}))
        made.writestr("chat.html", "<html></html>")
        made.writestr("dalle-generations/file-1.webp", b"x")
    done = take(cli, "export.zip")
    assert (done["new"], done["left_out"]["other files"]) == (7, 4)


def test_one_conversation_alone_and_those_in_an_object(cli: Cli) -> None:
    Path("one.json").write_text(json.dumps(talk("t1", NODES, "h1")))
    Path("all.json").write_text(json.dumps({"conversations": [talk("t1", NODES, "h1")]}))
    assert "--from chatgpt" in cli("import", "one.json", *WORDS).err
    assert "--from chatgpt" in cli("import", "all.json", *WORDS).err
    assert take(cli, "one.json")["new"] == 6
    assert take(cli, "all.json")["new"] == 0


def test_a_newer_export_adds_what_is_new(cli: Cli) -> None:
    """Also where an answer was being written when the older one was made."""
    begun = node("a3", "p1", "assistant", ["Yes, it"], at=START + 30, status="in_progress")
    take(cli, exported(talk("t1", [*NODES[:-1], begun], "a3")))
    done = node("a3", "p1", "assistant", ["Yes, it is Bergen."], at=START + 30,
                status="finished_successfully")  # fmt: skip
    more = node("u9", "a3", "user", ["Lovely."], at=START + 40)
    assert take(cli, exported(talk("t1", [*NODES[:-1], done, more], "u9")))["new"] == 2
    assert take(cli, exported(talk("t1", [*NODES[:-1], done, more], "u9")))["new"] == 0
    assert [words for _, words, _ in said(cli)][-2:] == ["Yes, it is Bergen.", "Lovely."]


def test_a_conversation_that_goes_on_another_has_its_beginning_once(cli: Cli) -> None:
    """A branch in a chat of its own begins with the very same messages."""
    more = node("u9", "a2", "user", ["What about Tromsø?"], at=START + 60)
    copied = talk("t2", [{**NODES[0], "parent": "t2-root"}, *NODES[1:11], more], "u9")
    assert take(cli, exported(copied, talk("t1", NODES, "h1")))["new"] == 7
    assert take(cli, exported(talk("t1", NODES, "h1"), copied))["new"] == 0


def test_very_long_words_are_kept_in_parts(cli: Cli) -> None:
    long = "tea " * 300_000
    one = node("u1", "t1-root", "user", [long], at=START)
    assert take(cli, exported(talk("t1", [one], "u1")))["new"] == 2
    assert take(cli, exported(talk("t1", [one], "u1")))["new"] == 0
    assert sum(words.count("tea") for _, words, _ in said(cli)) == 300_000
