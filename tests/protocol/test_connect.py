"""`recollect connect` on a home folder of its own: what is there stays, to the byte."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

from recollect.cli.connecting import jsonc, toml
from recollect.cli.run import run
from recollect.errors import InputError

FILES = {
    "claude-code": [".claude.json", ".claude/settings.json"],
    "claude-desktop": [".config/Claude/claude_desktop_config.json"],
    "codex": [".codex/config.toml", ".codex/hooks.json"],
    "cursor": [".cursor/mcp.json", ".cursor/hooks.json"],
    "vscode": [".config/Code/User/mcp.json"],
}
PROJECT = {
    "claude-code": [".mcp.json", ".claude/settings.json"],
    "codex": [".codex/config.toml", ".codex/hooks.json"],
    "cursor": [".cursor/mcp.json", ".cursor/hooks.json"],
    "vscode": [".vscode/mcp.json"],
}
THEIRS = {
    ".json": '{\n\t"theirs": [1, 2.50, "é"],\n\t"mcpServers": {"other": {"command": "x"}},\n'
    '\t"servers": {"other": {"command": "x"}}, "hooks": {"Stop": [{"hooks": [{"type": "command", '
    '"command": "say done"}]}], "stop": []}\n}\n',
    ".toml": '# mine\nmodel = "o5"   # the best\n\n[mcp_servers.other]\ncommand = "x"\n\n'
    "[tools]\nweb = true\n",
}
COMMENTED = """\
// servers of mine
{
  /* the first */
  "servers": {
    "other": {"command": "x"}, // as it should be
  },
  // nothing below
}
"""
WHOLE = [
    "", "{}", '{"a": 1}', '{\n  "a": 1\n}\n', '{"a": 1,}', "{ // c\n}",
    '{\n    "a": {"x": [1, {}]},\n    "b": "}"\n}',
]  # fmt: skip
BROKEN = [
    "{", "[1", '{"a" 1}', '{"a": }', "{a: 1}", '{"a": 1} x', "[" * 200, '{"a": 1 "b": 2}', "'a'",
]  # fmt: skip


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def every(home: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(home)): file.read_bytes()
        for file in home.rglob("*")
        if file.is_file() and not file.name.endswith(".before-recollect")
    }


def parsed(path: Path) -> dict:
    text = path.read_text("utf-8")
    return tomllib.loads(text) if path.suffix == ".toml" else jsonc.value(text)


@pytest.mark.parametrize("client", FILES)
def test_it_writes_where_the_client_looks(home, client, capsys):
    assert run(["connect", client, "--db", "m.db", "--user", "dana"]) == 0
    assert sorted(every(home)) == sorted(FILES[client])
    said = parsed(home / FILES[client][0])
    (servers,) = said.values()
    server = servers["recollect"]
    assert Path(server["command"]).is_absolute()
    assert server["args"] == ["mcp", "--db", str(home / "m.db"), "--user", "dana"]
    if len(FILES[client]) == 2:
        hooks = parsed(home / FILES[client][1])["hooks"]
        assert {name.lower() for name in hooks} >= {"sessionstart", "sessionend"}
        commands = str(hooks)
        for event in hooks:
            assert f"hook --db {home / 'm.db'} --user dana {event}" in commands
    assert os.stat(home / FILES[client][0]).st_mode & 0o777 == 0o600
    assert "Wrote" in capsys.readouterr().out


@pytest.mark.parametrize("client", FILES)
def test_doing_it_twice_changes_nothing_and_removing_undoes_it(home, client, capsys):
    for name in FILES[client]:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(THEIRS[Path(name).suffix], "utf-8")
    theirs = every(home)
    assert run(["connect", client]) == 0
    ours = every(home)
    assert all(ours[name] != theirs[name] for name in FILES[client])
    for name in FILES[client]:
        kept = home / f"{name}.before-recollect"
        assert kept.read_bytes() == theirs[name]
        kept.unlink()
    assert run(["connect", client]) == 0
    assert every(home) == ours
    assert not list(home.rglob("*.before-recollect"))
    assert run(["connect", client, "--db", "elsewhere.db"]) == 0
    moved = b"".join(every(home).values()).decode()
    assert str(home / "elsewhere.db") in moved
    assert "memory.db" not in moved
    assert run(["connect", client, "--remove"]) == 0
    for name in FILES[client]:
        before, after = theirs[name].decode(), (home / name).read_text("utf-8")
        read = tomllib.loads if name.endswith("toml") else jsonc.value
        left = {"version": 1} if name == ".cursor/hooks.json" else {}
        assert read(after) == read(before) | left
        lost = [line for line in before.splitlines() if line.strip() and line not in after]
        assert len(lost) <= 1, lost  # one line that others shared may have been broken up
    assert run(["connect", client, "--remove"]) == 0
    assert "Nothing to do" in capsys.readouterr().out


@pytest.mark.parametrize("client", PROJECT)
def test_a_project_has_files_of_its_own(home, client):
    assert run(["connect", client, "--project", "--db", "m.db"]) == 0
    assert sorted(every(home)) == sorted(PROJECT[client])


@pytest.mark.parametrize("client", FILES)
def test_printing_writes_nothing(home, client, capsys):
    assert run(["connect", client, "--print"]) == 0
    assert list(home.iterdir()) == []
    shown = capsys.readouterr().out
    for name in FILES[client]:
        assert str(home / name) in shown
    assert "memory.db" in shown


def test_comments_stay(home):
    path = home / ".vscode" / "mcp.json"
    path.parent.mkdir()
    path.write_text(COMMENTED, "utf-8")
    assert run(["connect", "vscode", "--project", "--db", "m.db"]) == 0
    text = path.read_text("utf-8")
    for comment in (
        "// servers of mine",
        "/* the first */",
        "// as it should be",
        "// nothing below",
    ):
        assert comment in text
    assert set(jsonc.value(text)["servers"]) == {"other", "recollect"}
    assert run(["connect", "vscode", "--project", "--remove"]) == 0
    assert path.read_text("utf-8") == COMMENTED.replace("}, // as", "} // as")


@pytest.mark.parametrize(
    ("name", "text", "client"),
    [
        (".claude.json", "{broken", "claude-code"),
        (".claude.json", '{"mcpServers": []}', "claude-code"),
        (".claude.json", "[]", "claude-code"),
        (".claude/settings.json", '{"hooks": {"Stop": {}}}', "claude-code"),
        (".codex/config.toml", "broken = ", "codex"),
        (".codex/config.toml", 'mcp_servers = { other = { command = "x" } }\n', "codex"),
        (".codex/config.toml", '[mcp_servers]\nrecollect = { command = "x" }\n', "codex"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused_and_left(home, name, text, client, capsys):
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(text, "utf-8")
    before = every(home)
    assert run(["connect", client, "--db", "m.db"]) == 2
    assert every(home) == before
    assert "--print" in capsys.readouterr().err


def test_a_link_stays_a_link_and_modes_stay(home):
    real = home / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text("{}", "utf-8")
    real.chmod(0o644)
    (home / ".cursor").mkdir()
    (home / ".cursor" / "mcp.json").symlink_to(real)
    assert run(["connect", "cursor", "--db", "m.db", "--no-hooks"]) == 0
    assert (home / ".cursor" / "mcp.json").is_symlink()
    assert "recollect" in real.read_text("utf-8")
    assert real.stat().st_mode & 0o777 == 0o644
    assert not (home / ".cursor" / "hooks.json").exists()


@pytest.mark.parametrize("client", ["claude-code", "codex", "cursor", "vscode"])
def test_an_address_is_asked_with_a_key_that_is_not_written(home, client):
    url = "https://memory.example.com"
    assert run(["connect", client, "--db", url, "--tools", "both"]) == 0
    (server,) = (one["recollect"] for one in parsed(home / FILES[client][0]).values())
    assert server["url"] == f"{url}/mcp/both"
    assert "RECOLLECT_API_KEY" in str(server)
    assert len(every(home)) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["claude-desktop", "--project"],
        ["claude-desktop", "--db", "https://x.example.com"],
        ["cursor", "--db", "https://x.example.com", "--user", "dana"],
        ["cursor", "--db", "nothing://x"],
        ["cursor", "--tools", "all"],
    ],
)
def test_a_wrong_command_writes_nothing(home, arguments, capsys):
    assert run(["connect", *arguments]) == 2
    assert list(home.iterdir()) == []


def test_a_url_is_the_same_memory_from_anywhere(home):
    for given, written in (
        ("sqlite:///m.db", f"sqlite:///{home}/m.db"),
        ("postgresql://host/db", "postgresql://host/db"),
    ):
        assert run(["connect", "cursor", "--db", given]) == 0
        said = parsed(home / ".cursor" / "mcp.json")
        assert said["mcpServers"]["recollect"]["args"][2] == written


@pytest.mark.parametrize("text", WHOLE)
@pytest.mark.parametrize("path", [["n"], ["n", "m"], ["a"]])
def test_a_value_put_into_json_is_all_that_changes(text, path):
    after = jsonc.put(text, path, {"new": ["value"]})
    said, wanted = jsonc.value(after), jsonc.value(text)
    here = wanted
    for step in path[:-1]:
        here = here.setdefault(step, {})
    here[path[-1]] = {"new": ["value"]}
    assert said == wanted
    if path != ["a"]:
        assert jsonc.value(jsonc.drop(after, path)) == jsonc.value(text)


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_json_is_told(text):
    with pytest.raises(InputError):
        jsonc.parsed(text)


def test_json_is_read_as_the_standard_reads_it():
    value = {"a": [1, -2.5e3, True, None, '\u2028 " \\ / é'], "b": {}, "": [[], {"c": "// no"}]}
    for indent in (None, 2, "\t"):
        text = json.dumps(value, indent=indent)
        assert jsonc.value(text) == value


def test_a_table_of_toml_goes_with_those_below_it():
    text = "[mcp_servers.recollect]\na = 1\n[mcp_servers.recollect.env]\nb = 2\n[[other]]\nc = 3\n"
    assert tomllib.loads(toml.drop(text, ["mcp_servers", "recollect"])) == {"other": [{"c": 3}]}


def test_a_server_that_could_not_start_is_told_of(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["connect", "cursor", "--db", "agent.db"]) == 0
    assert "recollect[mcp]" not in capsys.readouterr().err
    monkeypatch.setattr("recollect.cli.verbs.connect.find_spec", lambda name: None)
    assert run(["connect", "cursor", "--db", "agent.db"]) == 0
    assert "pip install 'recollect[mcp]'" in capsys.readouterr().err
    assert run(["connect", "cursor", "--db", "https://memory.example.com"]) == 0
    assert "recollect[mcp]" not in capsys.readouterr().err
