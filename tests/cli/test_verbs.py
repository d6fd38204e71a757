"""What each verb does, for people and for machines."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from recollect import Memory
from recollect.cli.app import LINES, MODULES, VERBS
from recollect.cli.verbs import agents, graph, keys, models
from recollect.counts import counted

from .conftest import Cli


@pytest.mark.parametrize("verb", LINES)
def test_every_verb_explains_itself(cli: Cli, verb: str) -> None:
    ran = cli(verb, "--help")
    assert ran.code == 0
    assert f"recollect {verb}" in ran.out
    assert "Exit codes:" in ran.out
    many = {"agents": agents, "graph": graph, "keys": keys, "models": models}
    if verb in many:  # each of their verbs has --json
        for inner in many[verb].RUNS:
            told = cli(verb, inner, "--help").out
            assert "--json" in told
            assert ("--db" in told) == (verb != "models")  # models are this machine's
        return
    assert ("--json" in ran.out) == (verb not in ("hook", "mcp", "serve"))  # they speak protocols
    # Two touch no memory of yours, the third names two.
    assert ("--db" in ran.out) == (verb not in ("audit", "eval", "copy"))


def test_the_list_of_verbs_is_the_folder_of_verbs(cli: Cli) -> None:
    from recollect.cli import verbs

    files = {path.stem for path in Path(str(verbs.__file__)).parent.glob("[!_]*")}
    assert files == {MODULES.get(verb, verb) for verb in LINES}
    ran = cli("--help")
    assert ran.code == 0
    assert all(topic in ran.out for topic in VERBS)
    assert cli().out == ran.out


def test_add_says_what_it_kept(cli: Cli) -> None:
    ran = cli("add", "I", "prefer", "dark mode.", "--words-only")
    assert ran.code == 0
    assert "Kept 1 message for me" in ran.out
    assert cli("messages", "--json").json["messages"][0]["content"] == "I prefer dark mode."


def test_add_takes_stdin_verbatim(cli: Cli) -> None:
    said = "  two\r\n\tlines ünd 日本 \x1b[31m\n"
    made = cli("add", "-", "--words-only", "--role", "tool", "--json", typed=said).json
    assert made["messages"][0]["content"] == said.removesuffix("\n")
    assert made["messages"][0]["role"] == "tool"
    assert made["embedded"] is False
    assert cli("add", "--words-only", typed="without a dash\n").code == 0


def test_add_takes_a_chat_file(cli: Cli, kept: list[str]) -> None:
    said = cli("messages", "--json").json["messages"]
    assert [message["id"] for message in said] == kept
    assert said[0]["at"] == "2026-01-01T10:00:00+00:00"
    assert said[2]["metadata"] == {"pet": True}
    assert said[2]["name"] == "Dana"
    Path("wrapped.json").write_text(json.dumps({"messages": [{"content": "hello"}]}))
    assert cli("add", "-f", "wrapped.json", "--words-only").code == 0


@pytest.mark.parametrize(
    ("arguments", "typed", "words"),
    [
        (["add", " "], "", "empty"),
        (["add", "x", "--at", "soon"], "", "--at"),
        (["add", "x", "--metadata", "{"], "", "--metadata is not JSON"),
        (["add", "x", "--role", "pope"], "", "role must be one of"),
        (["add", "x", "--file", "chat.json"], "", "one or the other"),
        (["add", "--file", "none.json"], "", "cannot read none.json"),
        (["add", "--file", "-"], "3", "JSON list"),
        (["add", "-"], b"\xff\xfe", "not UTF-8"),
        (["add", "x", "--user", "a\nb"], "", "user_id must have"),
        (["search", "x", "--nonsense"], "", "No such option"),
        (["serach", "x"], "", "Did you mean 'search'"),
        (["search", "x"], "", "there is no memory at recollect.db"),
        (["import", "none.jsonl"], "", "there is no file"),
        (["import", "-"], "{}", "not a recollect export"),
        (["add", "x", "--db", "mysql://x"], "", "no driver"),
        (["export", "--salvage", "--user", "x"], "", "leave out"),
        (["delete", "x"], "", "--yes"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    cli: Cli, arguments: list[str], typed: str | bytes, words: str
) -> None:
    ran = cli(*arguments, typed=typed)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1
    if arguments[0] == "add":
        assert not Path("recollect.db").exists()
    told = cli(*arguments, "--json", typed=typed)
    assert (told.code, told.out) == (2, "")
    assert words in json.loads(told.err)["error"]["message"]


def test_an_option_before_its_command_is_told_where_it_belongs(cli: Cli) -> None:
    assert "options follow the command" in cli("--db", "x.db", "search", "x").err
    assert "options follow" not in cli("search", "x", "--nonsense").err


@pytest.mark.parametrize("words", ["-5 degrees outside", "-5", "--really, I said so"])
def test_words_that_begin_with_a_dash_are_told_how_to_be_given(cli: Cli, words: str) -> None:
    ran = cli("add", words)
    assert (ran.code, "put -- before words that begin with a dash" in ran.err) == (2, True)
    assert cli("add", "--words-only", "--", words).code == 0
    assert "put --" not in cli("search", "x", "--nonsense").err


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (ModuleNotFoundError("no", name="apsw"), 3, "apsw is not installed"),
        (ZeroDivisionError("oh \x1b[31m"), 70, "a bug in recollect"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_whatever_happens_there_is_a_code(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, words: str
) -> None:
    from recollect.cli.verbs import users

    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(users, "opened", fail)
    ran = cli("users")
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert "\x1b" not in ran.err


def test_search_finds_and_explains(cli: Cli, kept: list[str]) -> None:
    ran = cli("search", "dark", "mode", "--words-only", "--explain")
    assert ran.code == 0
    assert "relevant" in ran.out
    assert "I prefer dark mode." in ran.out
    assert "shares words (+" in ran.out
    assert kept[0] in ran.out


def test_search_filters(cli: Cli, kept: list[str]) -> None:
    def ids(*options: str) -> list[str]:
        ran = cli("search", "dark mode biscuit", "--words-only", "--json", *options)
        return [hit["id"] for hit in ran.json["hits"]]

    assert set(ids()) == set(kept)
    assert set(ids("--role", "user")) == {kept[0], kept[2]}
    assert ids("--session", "s2") == [kept[2]]
    assert ids("--since", "2026-01-15") == [kept[2]]
    assert set(ids("--until", "2026-01-15")) == set(kept[:2])
    assert ids("--kind", "note") == []
    assert len(ids("--limit", "1")) == 1
    assert ids("--min-relevance", "1") == []
    assert cli("search", "x", "--kind", "odd").code == 2
    assert cli("search", "x", "--limit", "0").code == 2


def test_nothing_found_is_code_1_and_says_who_has_memory(cli: Cli) -> None:
    cli("add", "Blue is nice.", "-u", "dana", "--words-only")
    for verb in (["search", "blue"], ["context", "blue"], ["messages"], ["sessions"]):
        ran = cli(*verb)
        assert (ran.code, ran.out) == (1, "")
        assert "for me, the default; this memory holds: dana" in ran.err
    assert cli("search", "blue nice", "--words-only", "-u", "dana").code == 0
    quiet = cli("search", "blue", "--json")
    assert (quiet.code, quiet.json["hits"]) == (1, [])


def test_users_agents_and_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("add", "Mine.", "--words-only")
    cli("add", "Of the agent alone.", "--agent", "coach", "--words-only")
    monkeypatch.setenv("RECOLLECT_USER", "kim")
    cli("add", "Of Kim and the agent.", "--agent", "coach", "--words-only")
    owners = cli("users", "--json").json["users"]
    assert [(one["kind"], one["id"]) for one in owners] == [
        ("user", "kim"), ("user", "me"), ("agent", "coach"),
    ]  # fmt: skip
    assert "Kim" in cli("messages").out
    assert "alone" in cli("messages", "--user", "", "--agent", "coach").out
    monkeypatch.setenv("RECOLLECT_URL", "elsewhere.db")
    assert cli("users").code == 2
    assert cli("users", "--db", "recollect.db").code == 0


def test_context_in_a_pipe_is_exact(cli: Cli) -> None:
    cli("add", "evil \x1b[31m words", "--words-only")
    made = cli("context", "evil words", "--words-only", "--json").json
    assert cli("context", "evil words", "--words-only").out == made["text"]
    assert "\x1b[31m" in made["text"]
    assert made["tokens"] <= made["budget"] == 1500
    assert made["citations"][0]["id"] == made["hits"][0]["id"]
    small = cli("context", "evil words", "--words-only", "--json", "--budget", "30").json
    assert small["tokens"] <= 30


def test_what_fits_into_no_budget_is_told_from_what_is_not_relevant(cli: Cli) -> None:
    cli("add", "We deploy on Fly.io.", "--words-only")
    tight = cli("context", "where do we deploy", "--words-only", "--budget", "1")
    assert (tight.code, tight.out) == (1, "")
    assert tight.err == "Nothing fits into a budget of 1; allow more with --budget.\n"
    other = cli("context", "tungsten", "--words-only", "--budget", "1")
    assert (other.code, other.err) == (1, "Nothing relevant for me.\n")


def test_show_and_history_of_a_note(cli: Cli, kept: list[str]) -> None:
    with Memory("recollect.db", embedder=None) as memory:
        memory.set("ui.theme", "dark", user_id="me")
        note = memory.set("ui.theme", {"mode": "light"}, user_id="me")
    ran = cli("show", note.id)
    assert ran.code == 0
    assert "ui.theme" in ran.out
    assert '{"mode": "light"}' in ran.out
    versions = cli("history", note.id, "--json").json["versions"]
    assert [version["value"] for version in versions] == ["dark", {"mode": "light"}]
    assert "until" in cli("history", note.id).out
    assert cli("show", kept[0], "--json").json["content"] == "I prefer dark mode."
    assert "s1" in cli("show", kept[0]).out
    for verb in ("show", "history"):
        assert cli(verb, "missing").code == 1
        assert cli(verb, kept[0], "-u", "somebody").code == 1


def test_delete_needs_a_yes(cli: Cli, kept: list[str]) -> None:
    assert cli("delete", kept[0]).code == 2
    assert cli("delete", kept[0], "--yes", "-u", "somebody").code == 1
    assert "Deleted 1 message" in cli("delete", kept[0], "--yes").out
    assert cli("delete", kept[1], "-y", "--json").json["removed"]["messages"] == 1
    assert cli("show", kept[0]).code == 1
    assert len(cli("messages", "--json").json["messages"]) == 1


def test_lists(cli: Cli, kept: list[str]) -> None:
    assert [row["session_id"] for row in cli("sessions", "--json").json["sessions"]] == ["s1", "s2"]
    assert "s1" in cli("sessions").out
    assert "Biscuit" in cli("messages", "--last", "1").out
    assert "Biscuit" not in cli("messages", "--session", "s1").out
    stats = cli("stats", "--json").json
    assert (stats["messages"], stats["sessions"], stats["pending"]) == (3, 2, 3)
    assert "3 without a vector" in cli("stats").out


def test_export_and_import(cli: Cli, kept: list[str]) -> None:
    made = cli("export", "-o", "all.jsonl", "--json").json
    assert made == {"records": 3, "output": "all.jsonl"}
    assert "Wrote 3 records to all.jsonl" in cli("export", "-o", "all.jsonl", "--force").out
    lines = cli("export")
    assert lines.out == Path("all.jsonl").read_text("utf-8")
    assert "Wrote 3 records." in lines.err
    assert json.loads(cli("export", "--json").err)["records"] == 3
    assert cli("export", "--user", "somebody", "-o", "none.jsonl", "--json").json["records"] == 0
    assert cli("import", "all.jsonl", "--db", "new.db", "--words-only", "--json").json["new"] == 3
    again = cli("import", "-", "--db", "new.db", "--words-only", typed=lines.out)
    assert "Imported 0 new" in again.out
    assert cli("export", "--db", "new.db").out == lines.out
    assert cli("export", "-o", "no/such/folder").code == 2


def test_verify_and_reindex(cli: Cli, kept: list[str]) -> None:
    assert "All is well." in cli("verify").out
    assert cli("verify", "--json").json["ok"] is True
    assert "Indexed 3 records" in cli("reindex", "--words-only").out
    assert cli("reindex", "--words-only", "--json").json["messages"] == 3
    with open("recollect.db", "r+b") as file:
        file.seek(3 * 4096)
        file.write(os.urandom(4096))
    ran = cli("verify", "--json")
    assert ran.code in (1, 3)
    assert ran.code == 3 or ran.json["problems"]


def test_what_there_is_one_of_is_no_plural(cli: Cli) -> None:
    cli("add", "Nine", "--words-only")
    told = [
        cli("verify"), cli("doctor"), cli("reindex"), cli("worker", "--once"),
        cli("copy", "recollect.db", "copy.db"), cli("backup", "all.backup"),
        cli("restore", "all.backup", "--db", "back.db"), cli("export", "-o", "all.jsonl"),
        cli("import", "all.jsonl", "--dry-run"), cli("add", "Ten", "--db", "copy.db"),
        cli("copy", "recollect.db", "copy.db"), cli("erase", "--user", "me", "--yes"),
    ]  # fmt: skip
    said = "\n".join(ran.out + ran.err for ran in told)
    assert "Checked 1 message, 0 notes, 0 vectors, 1 term, 0 edges, 1 change.\n" in said
    assert "whole: 1 message, 0 notes," in said
    assert "1 record without a vector" in said
    assert "the target holds 1 record not in this memory" in said
    assert "the words of 1 text: found 0" in said
    assert not re.findall(r"\b1 (?:new )?[a-z]+s\b", said)
    every = {"notes": 2, "relations in the graph": 2}
    assert counted(every) == "2 notes, 2 relations in the graph"
    assert counted(dict.fromkeys(every, 1)) == "1 note, 1 relation in the graph"
    told = counted({"other activities": 1, "messages of subagents": 1, "other files": 1})
    assert told == "1 other activity, 1 message of subagents, 1 other file"


def test_a_damaged_file_is_code_3_and_leads_to_salvage(cli: Cli, kept: list[str]) -> None:
    data = Path("recollect.db").read_bytes()
    Path("recollect.db").write_bytes(b"garbage!" * 512 + data[4096:])
    ran = cli("search", "dark")
    assert ran.code == 3
    assert "recollect export --salvage" in ran.err
    saved = cli("export", "--salvage", "-o", "saved.jsonl")
    assert (saved.code, saved.out) == (0, "Wrote 3 records to saved.jsonl.\n")
    assert "None seems to be missing" in saved.err
    assert cli("import", "saved.jsonl", "--db", "new.db", "--words-only", "--json").json["new"] == 3
    told = cli("export", "--salvage", "-o", "saved.jsonl", "--json", "--force").json
    assert (told["records"], told["missing"]) == (3, 0)
    Path("recollect.db").write_bytes(b"garbage!" * 4096)
    assert cli("export", "--salvage").code == 3
    assert cli("export", "--salvage", "--db", "memory://").code == 2


def test_notes_and_why_lead_back_to_the_words(cli: Cli) -> None:
    cli("add", "I live in Lisbon.", "--words-only")
    cli("add", "I live in Porto.", "--words-only")
    ran = cli("notes")
    assert "The user lives in Porto." in ran.out
    assert "Lisbon" not in ran.out
    assert "Lisbon" in cli("notes", "--closed").out
    (note,) = cli("notes", "--kind", "semantic", "--json").json["notes"]
    assert cli("notes", "--kind", "core").code == 1
    why = cli("why", note["id"])
    assert "home.lives_in" in why.out
    assert "I live in Porto." in why.out
    told = cli("why", note["id"], "--json").json
    assert (told["rule"], told["replaces"]["value"]) == ("home.lives_in", "Lisbon")
    assert cli("conflicts").code == 1
    assert "No conflicts" in cli("conflicts").out


def test_conflicts_show_both_sides(cli: Cli) -> None:
    cli("add", "Hello there.", "--words-only")
    with Memory(os.environ.get("RECOLLECT_URL", "recollect.db"), embedder=None) as memory:
        memory.set("user.home.place", "Rome", user_id="me")
        memory.add("I live in Lisbon.", user_id="me")
    ran = cli("conflicts")
    assert ran.code == 0
    assert "Rome" in ran.out
    assert "Lisbon" in ran.out
    assert len(cli("conflicts", "--json").json["conflicts"]) == 1


def test_learn_takes_the_notes_that_wait(cli: Cli) -> None:
    cli("add", "Hello there.", "--words-only")
    with Memory("recollect.db", embedder=None, learn="later") as memory:
        memory.add("I live in Lisbon.", user_id="me")
    assert "Took 1 note." in cli("learn", "--words-only").out
    assert cli("learn", "--words-only", "--json").json == {"new": 0}


def test_why_not_speaks_of_the_options_of_a_search(cli: Cli, kept: list[str]) -> None:
    dark, told, cat = kept
    asked = ("dark", "mode", "--words-only")

    def remedy(*options: str) -> str:
        ran = cli("why-not", *options, *asked)
        assert ran.code == 1, ran.out
        assert cli("why-not", *options, *asked, "--json").json["remedy"] in ran.out
        return ran.out.split("Remedy: ")[1].removesuffix(".\n")

    least = remedy(cat)
    assert least.startswith("pass --min-relevance 0")
    assert cli("why-not", cat, *asked, *least.removeprefix("pass ").split()).code == 0
    more = remedy(told, "--limit", "1")
    assert more == "pass --limit 2"
    assert cli("why-not", told, *asked, "--limit", "2").code == 0
    some = ("--role", "user", "--since", "2025-01-01", "--until", "2026-01-01", "-s", "s2")
    assert remedy(dark, *some) == "search without --until, --session"
    assert remedy(dark, "--kind", "note") == "search without --kind"
    assert cli("why-not", dark, *asked, "--as-of", "2025-01-01").code == 1
    with Memory("recollect.db", embedder=None) as memory:
        old = memory.set("city", "Berlin", user_id="me")
        memory.set("city", "Lisbon", user_id="me")
        kept = memory.set("tea", "green", user_id="me", at="2026-01-01")
        memory.set("tea", "black", user_id="me", at="2026-02-01")
    held = "or pass --as-of a time when it held"
    assert remedy(old.id) == f"see recollect history {old.id}, {held}"
    assert cli("why-not", kept.id, "tea", "--words-only", "--as-of", "2026-01-15").code == 0


def test_what_why_not_says_in_all_brings_it_back(cli: Cli, kept: list[str]) -> None:
    cat = kept[-1]
    asked = ("dark", "mode", "--words-only")
    ran = cli(
        "why-not", cat, *asked, "--limit", "1", "--role", "assistant", "--since", "2025-01-01"
    )
    assert ran.out.splitlines()[0] == "filter: left out by --role."
    steps = ran.out.splitlines()[1].removeprefix("Remedy: ").removesuffix(".").split("; ")
    assert steps[0] == "search without --role"
    passed = steps[1].removeprefix("pass ").split()
    assert passed[::2] == ["--limit", "--min-relevance"]
    found = cli("search", *asked, *passed, "--since", "2025-01-01", "--json").json["hits"]
    assert cat in {hit["id"] for hit in found}
    with Memory("recollect.db", embedder=None) as memory:
        note = memory.set("city", "Berlin", user_id="me")
    ran = cli("why-not", note.id, "tungsten", "--words-only", "--role", "user")
    assert "Remedy: search without --role; ask with words it holds." in ran.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["search", "hi", "--min-relevance", "2"], "--min-relevance must be a number from 0 to 1"),
        (["search", "hi", "--kind", "thing"], "--kind must be one of message, note"),
        (["search", "hi", "--role", "king"], "--role must be one of user, assistant"),
        (["policy", "--half-life", "x"], "--half-life must be a length of time"),
        (["import", "nothing.jsonl"], "there is nothing to read in nothing.jsonl"),
        (["export", "-o", "folder/made.jsonl"], "folder/made.jsonl: "),
        (["backup", "folder/made.backup"], "folder/made.backup: "),
        (["eval", "folder"], "folder is a folder; name a file"),
    ],
)
def test_what_is_wrong_is_told_by_the_name_it_has_here(
    cli: Cli, kept: list[str], arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("nothing.jsonl").touch()
    Path("folder").mkdir()

    def refused(*_: object, **named: object) -> None:
        raise PermissionError(13, "Permission denied", "folder/.recollect-1")

    monkeypatch.setattr("tempfile.mkstemp", refused)
    monkeypatch.setattr("tempfile.mkdtemp", refused)
    ran = cli(*arguments)
    assert ran.code in (2, 3)
    assert ran.err.startswith(f"error: {told}"), ran.err


def test_an_agents_file_that_is_no_json_is_not_taken_for_a_missing_package(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    Path("sam.json").write_text("nope")
    ran = cli("agents", "import", "sam.json")
    assert (ran.code, ran.err.partition(":")[2][:17]) == (2, " this is not JSON")
    assert "recollect[yaml]" in ran.err
