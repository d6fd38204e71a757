"""What is in `deploy/` names files, commands, options, settings and paths that there are."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from recollect import settings
from recollect.cli.app import LINES, load

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))


def parsed(words: list[str]) -> dict[str, Any]:
    """The options that a command would run with; a wrong one is an error."""
    verb, *rest = words
    assert verb in LINES, verb
    command = load(verb)
    if hasattr(command, "commands"):  # a verb that has several
        inner, *rest = rest
        command = command.commands[inner]
    return dict(command.make_context(verb, rest).params)


def instructions() -> list[tuple[str, str]]:
    """The steps of the container file, in order."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = [line for line in plain.replace("\\\n", " ").splitlines() if line.strip()]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1].strip()) for line in lines]


def steps(name: str) -> list[str]:
    return [rest for step, rest in instructions() if step == name]


def last(name: str) -> str:
    return steps(name)[-1]


def known_setting(name: str) -> bool:
    return not name.startswith("RECOLLECT_") or f'"{name}"' in SOURCES


class TestContainer:
    def test_every_step_is_one_that_there_is(self) -> None:
        known = {"FROM", "COPY", "RUN", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "STOPSIGNAL",
                 "HEALTHCHECK", "ENTRYPOINT", "CMD"}  # fmt: skip
        assert {step for step, _ in instructions()} <= known
        assert instructions()[0][0] == "FROM"

    def test_what_is_copied_is_there(self) -> None:
        stages = {rest.split()[-1] for rest in steps("FROM") if " AS " in rest}
        for rest in steps("COPY"):
            *sources, _ = [word for word in shlex.split(rest) if not word.startswith("--")]
            if "--from=" in rest:
                assert re.search(r"--from=(\w+)", rest)[1] in stages  # type: ignore[index]
                continue
            assert all((ROOT / source).exists() for source in sources), rest
        assert (ROOT / "pyproject.toml").exists()

    def test_its_python_is_one_that_the_project_takes(self) -> None:
        least = tuple(
            map(int, re.search(r">=\s*(\d+)\.(\d+)", PROJECT["requires-python"]).groups())
        )  # type: ignore[union-attr]
        for rest in steps("FROM"):
            version = re.search(r"python:(\d+)\.(\d+)", rest)
            assert version is not None, rest
            assert tuple(map(int, version.groups())) >= least

    def test_the_extras_that_it_installs_are_extras(self) -> None:
        (asked,) = re.findall(r"/src\[([\w,-]+)\]", " ".join(steps("RUN")))
        assert {"server", "mcp"} <= set(asked.split(",")) <= set(PROJECT["optional-dependencies"])

    def test_it_does_not_run_as_root(self) -> None:
        user = last("USER")
        assert user.isdigit()
        assert user != "0"
        assert f"--uid {user}" in " ".join(steps("RUN"))
        order = [step for step, _ in instructions()]
        assert order.index("USER") < order.index("ENTRYPOINT")

    def test_its_command_is_one_of_ours_and_its_health_is_asked_for(self) -> None:
        entry, words = json.loads(last("ENTRYPOINT")), json.loads(last("CMD"))
        assert entry == list(PROJECT["scripts"])[:1] == ["recollect"]
        asked = parsed(words)
        assert asked["host"] == "0.0.0.0"
        (url,) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", last("HEALTHCHECK"))
        pytest.importorskip("starlette")
        from recollect.server.guard import PUBLIC

        assert (int(url[0]), last("EXPOSE")) == (asked["port"], str(asked["port"]))
        assert url[1] in PUBLIC

    def test_its_settings_are_settings_and_its_data_has_a_place(self) -> None:
        made = dict(word.split("=", 1) for rest in steps("ENV") for word in shlex.split(rest))
        assert all(known_setting(name) for name in made), made
        assert made[settings.URL].startswith(last("VOLUME") + "/")
        assert made["RECOLLECT_AUDIT"].startswith(last("VOLUME") + "/")
        assert f"-o recollect -g recollect -m 0700 {last('VOLUME')}" in " ".join(steps("RUN"))

    def test_what_its_head_says_to_run_can_be_run(self) -> None:
        text = (DEPLOY / "Containerfile").read_text("utf-8")
        said = re.findall(r"^#   podman run .* recollect (keys .+)$", text, re.MULTILINE)
        assert [parsed(shlex.split(words))["tenant"] for words in said] == ["acme"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.stem)
class TestUnits:
    def test_it_starts_what_there_is(self, unit: Path) -> None:
        (start,) = re.findall(r"^ExecStart=\S+/recollect (.+)$", unit.read_text(), re.MULTILINE)
        assert parsed(shlex.split(start))

    def test_its_settings_are_settings(self, unit: Path) -> None:
        names = re.findall(r"^Environment=(\w+)=", unit.read_text(), re.MULTILINE)
        assert settings.URL in names
        assert all(known_setting(name) for name in names)

    def test_it_has_longer_to_end_than_a_server_needs(self, unit: Path) -> None:
        pytest.importorskip("uvicorn")
        from recollect.server.run import DRAIN

        (stop,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(), re.MULTILINE)
        assert int(stop) > DRAIN

    def test_systemd_finds_nothing_wrong_with_it(self, unit: Path, tmp_path: Path) -> None:
        if shutil.which("systemd-analyze") is None:
            pytest.skip("systemd is not installed")
        copy = tmp_path / unit.name
        command = shutil.which("true") or "/bin/true"
        copy.write_text(re.sub(r"(?<=^ExecStart=)\S+", command, unit.read_text(), flags=re.M))
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True
        )
        ours = [line for line in done.stderr.splitlines() if unit.name in line]
        assert (ours, done.returncode) == ([], 0), done.stderr
