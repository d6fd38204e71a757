"""What `deploy/` runs is there: every verb and every option that it names."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from .conftest import Cli, spawn

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
REFERENCE = (ROOT / "docs/reference.md").read_text("utf-8")


def settings(unit: Path) -> list[tuple[str, str]]:
    lines = unit.read_text("utf-8").splitlines()
    pairs = [line.split("=", 1) for line in lines if "=" in line and not line.startswith("#")]
    return [(name, value) for name, value in pairs]


def require_known(cli: Cli, words: list[str]) -> None:
    """Fail unless the verb and its options are known, with the values they are given."""
    verb, *rest = words
    ran = cli(verb, "--help")
    assert ran.code == 0, verb
    for word in rest:
        if word.startswith("--"):
            assert re.search(rf"{re.escape(word)}\b", ran.out), f"{verb} has no {word}"


def test_there_are_units() -> None:
    assert [unit.name for unit in UNITS] == ["recollect-worker.service", "recollect.service"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_what_there_is(cli: Cli, unit: Path) -> None:
    given = settings(unit)
    (start,) = [value for name, value in given if name == "ExecStart"]
    program, *words = shlex.split(start)
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert Path(program).name in scripts
    require_known(cli, words)
    for name in (value.split("=")[0] for key, value in given if key == "Environment"):
        assert f"`{name}`" in REFERENCE, name
    once = dict(given)
    assert (once["NoNewPrivileges"], once["ProtectSystem"], once["DynamicUser"]) == (
        "yes", "strict", "yes",
    )  # fmt: skip


def test_the_check_of_the_words_can_fail(cli: Cli) -> None:
    with pytest.raises(AssertionError):
        require_known(cli, ["serve", "--no-such-option"])
    with pytest.raises(AssertionError):
        require_known(cli, ["no-such-verb"])


def test_the_container_starts_what_there_is(cli: Cli) -> None:
    joined = CONTAINER.replace("\\\n", " ")
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", joined, re.M)
    (command,) = re.findall(r"^CMD (.*)$", joined, re.M)
    assert json.loads(entry) == ["recollect"]
    require_known(cli, json.loads(command))
    for line in re.findall(r"^#.* recollect (keys .*)$", CONTAINER, re.M):
        words = line.split()
        assert cli(*words, "--db", "keys.db").code == 0, line
    for name in re.findall(r"\b(RECOLLECT_\w+)=", joined):
        assert f"`{name}`" in REFERENCE, name
    assert re.search(r"^USER (?!0|root)", joined, re.M)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (asked,) = re.findall(r'"/src\[(.*)\]"', joined)
    assert set(asked.split(",")) <= set(extras["optional-dependencies"])


def test_the_health_check_of_the_container_asks_for_a_path_that_is_served() -> None:
    from recollect import AsyncMemory
    from recollect.server.app import build
    from recollect.server.rules import Rules

    joined = CONTAINER.replace("\\\n", " ")
    (check,) = re.findall(r"^HEALTHCHECK .* CMD (.*)$", joined, re.M)
    code = json.loads(check)[2]
    compile(code, "healthcheck", "exec")
    (path,) = re.findall(r"127\.0\.0\.1:7077(/\w+)", code)
    app = build(AsyncMemory("memory://", embedder=None), Rules(open=True))
    assert path in {getattr(route, "path", "") for route in app.routes}


def test_the_command_line_of_a_unit_is_taken_as_it_stands() -> None:
    (start,) = [v for n, v in settings(DEPLOY / "recollect-worker.service") if n == "ExecStart"]
    words = shlex.split(start)[1:]
    spawn("add", "Hello.", "--words-only")
    assert spawn(*words, "--once", "--words-only").code == 0
