"""Running the command: in this process for breadth, in one of its own where that matters."""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from recollect.cli.run import run

COMMAND = [sys.executable, "-m", "recollect"]
PLAIN = {
    "RECOLLECT_URL", "RECOLLECT_USER", "RECOLLECT_EMBEDDER", "RECOLLECT_MODELS", "RECOLLECT_LLM",
    "RECOLLECT_RERANKER",     "RECOLLECT_BUDGET", "FORCE_COLOR", "NO_COLOR", "COLUMNS",
}  # fmt: skip


@dataclass(frozen=True)
class Ran:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.out, self.err
        return json.loads(self.out)


Cli = Callable[..., Ran]


@pytest.fixture(autouse=True)
def quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder and a plain environment; the logger as it was afterwards."""
    monkeypatch.chdir(tmp_path)
    for name in PLAIN:
        monkeypatch.delenv(name, raising=False)
    yield
    logging.getLogger("recollect").handlers = []


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run the command here, with what is typed into it."""

    def call(*arguments: str, typed: str | bytes = b"") -> Ran:
        raw = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), "utf-8"))
        capsys.readouterr()
        code = run(arguments)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return call


def spawn(*arguments: str, **environment: str) -> Ran:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=300,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def kept(cli: Cli) -> list[str]:
    """The ids of three messages of `me`, in two sessions, found by words alone."""
    chat = [
        {"role": "user", "content": "I prefer dark mode.", "at": "2026-01-01T10:00Z"},
        {"role": "assistant", "content": "Dark mode it is.", "at": "2026-01-01T10:01Z"},
    ]
    Path("chat.json").write_text(json.dumps(chat), "utf-8")
    first = cli(
        "add", "--file", "chat.json", "-s", "s1", "--words-only", "--json",
        "--metadata", '{"learn": "never"}',
    ).json["ids"]  # fmt: skip
    second = cli(
        "add", "The cat is called Biscuit.", "-s", "s2", "--at", "2026-02-01", "--words-only",
        "--metadata", '{"pet": true}', "--name", "Dana", "--json",
    ).json["ids"]  # fmt: skip
    return [*first, *second]
