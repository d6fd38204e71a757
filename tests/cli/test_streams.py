"""Pipes, closed streams, and what must not be made by a mistake."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from recollect import Memory

from .conftest import COMMAND, Cli


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell, in which R stands for the command."""
    env = {**os.environ, "R": " ".join(COMMAND)}
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=env, timeout=300, check=False
    )


def test_a_closed_stdout_is_no_failure() -> None:
    done = shell('$R add "I like tea." -u zed --words-only >&-')
    assert (done.returncode, done.stderr) == (0, "")
    done = shell('$R add "I like jam." -u zed --words-only >&- 2>&- <&-')
    assert done.returncode == 0
    with Memory("recollect.db", embedder=None) as memory:
        assert memory.verify().ok
        assert len(memory.messages(user_id="zed")) == 2


@pytest.mark.parametrize("words", ["add -", "add", "add -f -", "import -"])
def test_a_closed_stdin_has_nothing_to_read(words: str) -> None:
    done = shell(f"$R {words} <&-")
    assert done.returncode == 2
    assert "nothing to read" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not Path("recollect.db").exists()


@pytest.mark.parametrize("lines", ["garbage\n", '{"recollect": 1, "records": 0}\n', "{}\n"])
def test_a_refused_import_makes_no_memory(cli: Cli, lines: str) -> None:
    Path("g.jsonl").write_text(lines)
    for place in ("z.db", "z.json", "./z/"):
        assert cli("import", "g.jsonl", "--db", place).code == 2
        assert cli("import", "-", "--db", place, typed=lines).code == 2
    assert [one.name for one in Path().iterdir()] == ["g.jsonl"]


REFUSED = (
    "add --words-only --secrets refuse password:hunter2",
    "graph relate --words-only Alice MANAGES Bob --at yesterday",
    "graph relate --words-only Alice MANAGES Bob --source nobody",
    "graph same --words-only Al Al",
    "keys create --scope god",
    "keys create --expires 2000-01-01",
)


@pytest.mark.parametrize("words", REFUSED)
def test_nor_does_any_command_that_is_refused(cli: Cli, words: str) -> None:
    for place in ("z.db", "z.json", "./z/"):
        assert cli(*words.split(), "--db", place).code in (1, 2)
    assert not list(Path().iterdir())


def test_nor_does_an_agent_that_is_refused(cli: Cli) -> None:
    Path("bad.json").write_text('{"bad": 1}')
    Path("torn.json").write_text("{torn")
    for place in ("z.db", "z.json", "./z/"):
        for words in (
            "import bad.json", "import torn.json", "import none.json", "create team:x",
            "create sam --llm nonsense:x", "create sam --llm gpt-5",
        ):  # fmt: skip
            assert cli("agents", *words.split(), "--db", place).code == 2, words
        assert cli("agents", "create", "sam", "--human", "x" * 5001, "--db", place).code == 2
    assert sorted(one.name for one in Path().iterdir()) == ["bad.json", "torn.json"]
    assert cli("agents", "create", "sam", "--db", "z.db").code == 0
    assert cli("agents", "export", "sam", "--db", "z.db", "-o", "sam.json").code == 0
    assert cli("agents", "import", "sam.json", "--db", "y.db").code == 0


def test_nor_does_one_with_a_secret(cli: Cli) -> None:
    cli("add", "my password is hunter2hunter2", "--words-only", "--db", "a.db")
    assert cli("export", "--db", "a.db", "-o", "e.jsonl").code == 0
    ran = cli("import", "e.jsonl", "--db", "z.db", "--secrets", "refuse", "--words-only")
    assert ran.code == 2
    assert not Path("z.db").exists()


def test_import_and_restore_read_pipes(cli: Cli, kept: list[str]) -> None:
    cli("export", "-o", "e.jsonl")
    cli("backup", "b.backup")
    for words, file in ((("import", "--words-only"), "e.jsonl"), (("restore",), "b.backup")):
        os.mkfifo("pipe")
        data = Path(file).read_bytes()
        writer = threading.Thread(target=Path("pipe").write_bytes, args=(data,), daemon=True)
        writer.start()
        ran = cli(words[0], "pipe", *words[1:], "--db", f"{words[0]}.db")
        assert ran.code == 0, ran.err
        writer.join(300)
        Path("pipe").unlink()
        assert cli("stats", "--db", f"{words[0]}.db", "--json").json["messages"] == 3


def test_looking_into_a_folder_without_a_memory_makes_none(cli: Cli) -> None:
    Path("plain").mkdir()
    Path("plain/README").write_text("mine")
    for verb in ("stats", "users", "verify", "export"):
        ran = cli(verb, "--db", "./plain/")
        assert ran.code == 2
        assert "there is no memory at" in ran.err
    assert [one.name for one in Path("plain").iterdir()] == ["README"]
    Path("plain/MEMORY.md").write_text("- likes tea\n")
    assert cli("stats", "--db", "./plain/").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["add", "x", "--words-only"], ["search", "x"], ["context", "x"], ["messages"], ["notes"],
        ["sessions"], ["export"], ["stats"], ["learn"], ["prune", "--yes"], ["erase", "--yes"],
        ["graph", "related", "x"], ["policy"],
    ],
)  # fmt: skip
def test_an_empty_name_is_nobody(cli: Cli, kept: list[str], words: list[str]) -> None:
    ran = cli(*words, "-u", "")
    assert (ran.code, ran.out) == (2, "")
    assert "user_id must have 1 to 256 characters" in ran.err
    assert cli("stats", "--json").json["messages"] == 3


@pytest.mark.parametrize("verb", ["add", "search", "users", "stats", "export", "import", "backup"])
def test_a_server_is_no_store(cli: Cli, verb: str) -> None:
    Path("e.jsonl").write_text('{"recollect": 1, "records": 0}\n{"type": "end", "records": 0}\n')
    more = {"add": ["x"], "search": ["x"], "import": ["e.jsonl"], "backup": ["b"]}.get(verb, [])
    ran = cli(verb, *more, "--db", "http://localhost:7077")
    assert ran.code == 2
    assert "works on the store itself" in ran.err


def test_an_empty_file_is_no_memory_that_is_well(cli: Cli) -> None:
    Path("empty.db").touch()
    ran = cli("verify", "--db", "empty.db")
    assert ran.code == 1
    assert "empty.db is empty" in ran.out
    assert cli("verify", "--db", "empty.db", "--json").json["ok"] is False
    assert Path("empty.db").stat().st_size == 0


@pytest.mark.parametrize("verb", ["doctor", "stats", "search", "export", "users", "reindex"])
def test_looking_at_an_empty_file_makes_no_memory_of_it(cli: Cli, verb: str) -> None:
    Path("empty.db").touch()
    ran = cli(verb, *(["x"] if verb == "search" else []), "--db", "empty.db")
    assert ran.code == (1 if verb == "doctor" else 2)
    assert "empty.db is empty: there is no memory in it" in ran.out + ran.err
    assert Path("empty.db").stat().st_size == 0
    assert cli("add", "Here I am.", "--words-only", "--db", "empty.db").code == 0


def test_damage_that_no_reindex_mends_is_told_with_the_way_out(cli: Cli, kept: list[str]) -> None:
    with closing(sqlite3.connect("recollect.db")) as db, db:
        db.execute("UPDATE messages SET content = 'Other words.' WHERE n = 1")
    ran = cli("verify")
    assert ran.code == 1
    assert "save what can be read: recollect export --salvage" in ran.out
    ran = cli("doctor", "--words-only")
    assert "→ recollect export --salvage --db recollect.db -o saved.jsonl" in ran.out


def test_what_is_no_export_is_told_what_reads_it(cli: Cli, kept: list[str]) -> None:
    assert cli("backup", "all.backup").code == 0
    assert cli("export", "-o", "all.jsonl").code == 0
    assert cli("copy", "recollect.db", "memory.json").code == 0
    for file, verb in (
        ("all.backup", "restore"), ("recollect.db", "copy"), ("memory.json", "copy"),
    ):  # fmt: skip
        ran = cli("import", file, "--db", "new.db")
        assert (ran.code, f"recollect {verb}" in ran.err) == (2, True), ran.err
    ran = cli("restore", "all.jsonl", "--db", "new.db")
    assert (ran.code, "recollect import" in ran.err) == (2, True)
    assert not Path("new.db").exists()


def test_an_export_that_an_editor_has_marked_is_read(cli: Cli, kept: list[str]) -> None:
    assert cli("export", "-o", "all.jsonl").code == 0
    Path("marked.jsonl").write_bytes(b"\xef\xbb\xbf" + Path("all.jsonl").read_bytes())
    ran = cli("import", "marked.jsonl", "--db", "new.db", "--words-only", "--json")
    assert (ran.code, ran.json["new"]) == (0, 3)


def test_nothing_is_salvaged_of_another_programs_database(cli: Cli, kept: list[str]) -> None:
    with closing(sqlite3.connect("other.db")) as db, db:
        db.execute("CREATE TABLE songs (title)")
    ran = cli("export", "--salvage", "--db", "other.db", "-o", "saved.jsonl")
    assert ran.code == 2
    assert "no recollect file" in ran.err
    assert not Path("saved.jsonl").exists()
    assert cli("export", "--salvage", "--json", "-o", "saved.jsonl").json["records"] == 3


@pytest.mark.parametrize(
    "command",
    ["add caf\udce9", "search caf\udce9", "context caf\udce9", "chat --system caf\udce9",
     "add x --user caf\udce9", "chat --agent caf\udce9"],
    ids=["add", "search", "context", "system", "user", "agent"],
)  # fmt: skip
def test_other_bytes_are_said_to_be_no_utf_8(cli: Cli, kept: list[str], command: str) -> None:
    ran = cli(*command.split())
    assert ran.code == 2
    assert "is not UTF-8 text" in ran.err


def test_an_agent_with_an_unknown_model_is_told_which_there_are(cli: Cli) -> None:
    ran = cli("agents", "create", "sam", "--llm", "nonsense:x", "--db", "z.db")
    assert ran.code == 2
    for provider in ("anthropic:MODEL", "openai:MODEL", "gemini:MODEL", "ollama:MODEL"):
        assert provider in ran.err
    for known in ("ollama:llama3.2", "offline"):
        ran = cli("agents", "create", known[:6], "--llm", known, "--db", "z.db")
        assert ran.code == 0, ran.err
