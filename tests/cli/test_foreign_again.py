"""Importing again what has changed since, and looking before anything is imported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recollect import Memory

from .conftest import Cli
from .test_foreign import CHATGPT, MEM0, WORDS, said


def take(cli: Cli, value: object, form: str, *more: str) -> Any:
    Path("x.json").write_text(json.dumps(value))
    ran = cli("import", "x.json", "--from", form, "-u", "dana", "--json", *more, *WORDS)
    assert ran.code == 0, ran.err
    return ran.json


def memory(id: str, text: str) -> dict[str, Any]:
    return {"id": id, "memory": text, "user_id": "dana", "created_at": "2026-01-01T00:00:00Z"}


def test_a_memory_that_was_changed_elsewhere_is_updated_here(cli: Cli) -> None:
    assert take(cli, [memory("m1", "Drinks tea"), memory("m2", "Likes jazz")], "mem0")["new"] == 2
    changed = [memory("m1", "Drinks coffee"), memory("m2", "Likes jazz"), memory("m3", "Sails")]
    assert take(cli, changed, "mem0")["new"] == 2
    assert take(cli, changed, "mem0")["new"] == 0
    notes = cli("notes", "-u", "dana", "--json", "--db", "z.db").json["notes"]
    assert sorted(one["text"] for one in notes) == ["Drinks coffee", "Likes jazz", "Sails"]
    with Memory("z.db", embedder=None) as kept:
        assert [one.text for one in kept.history("m1")] == ["Drinks tea", "Drinks coffee"]


def test_a_message_with_other_words_is_kept_beside_the_one_that_is_here(cli: Cli) -> None:
    first = [{"role": "user", "content": "Tea.", "id": "a"}]
    assert take(cli, first, "openai")["new"] == 1
    later = [{"role": "user", "content": "Green tea.", "id": "a"},
             {"role": "user", "content": "Jazz.", "id": "b"}]  # fmt: skip
    assert take(cli, later, "openai")["new"] == 2
    assert take(cli, later, "openai")["new"] == 0
    assert {words for _, words, _ in said(cli)} == {"Tea.", "Green tea.", "Jazz."}


def test_other_words_under_one_id_in_one_file_are_both_kept(cli: Cli) -> None:
    twice = [{"role": "user", "content": "Tea.", "id": "a"},
             {"role": "assistant", "content": "Noted.", "id": "a"}]  # fmt: skip
    assert take(cli, twice, "openai")["new"] == 2
    assert take(cli, twice, "openai")["new"] == 0


def test_a_look_at_the_file_changes_nothing(cli: Cli) -> None:
    found = take(cli, CHATGPT, "chatgpt", "--dry-run")
    assert {**found, "first": found["first"][:19], "last": found["last"][:19]} == {
        "messages": 3, "notes": 0, "sessions": 1, "first": "2026-01-01T00:00:01",
        "last": "2026-01-01T00:01:40",
        "left_out": {"branches": 1, "tool messages": 1, "pictures and files": 1},
    }  # fmt: skip
    ran = cli("import", "x.json", "--from", "chatgpt", "--dry-run", *WORDS)
    assert ran.out == (
        "It holds 3 messages in 1 session and 0 notes, from 2026-01-01 to 2026-01-01; "
        "nothing was imported\n"
    )
    assert ran.err == "Left out: 1 branch, 1 picture or file, 1 tool message\n"
    assert not Path("z.db").exists()


def test_a_look_at_an_export_of_its_own(cli: Cli) -> None:
    take(cli, MEM0, "mem0")
    assert cli("export", "--output", "all.jsonl", "--db", "z.db").code == 0
    found = cli("import", "all.jsonl", "--dry-run", "--json", "--db", "copy.db").json
    assert (found["messages"], found["notes"], found["left_out"]) == (0, 2, {})
    assert not Path("copy.db").exists()


def test_a_look_finds_what_an_import_would(cli: Cli) -> None:
    Path("bad.jsonl").write_text('{"recollect": 1, "records": 1}\n{"type": "poem"}\n')
    assert cli("import", "bad.jsonl", "--dry-run", *WORDS).code == 2
    Path("memory.jsonl").write_text('{"type": "entity", "name": "Dana", "observations": []}\n')
    ran = cli("import", "memory.jsonl", "--dry-run", *WORDS)
    assert (ran.code, ran.out) == (2, "")
    assert "--dry-run" in ran.err


@pytest.mark.parametrize("words", [["--dry-run"], []])
def test_an_empty_list_is_nothing(cli: Cli, words: list[str]) -> None:
    found = take(cli, [], "chatgpt", *words)
    assert found.get("new", found.get("messages")) == 0
