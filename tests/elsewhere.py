"""Tests with a package that does not fit in one environment with the rest: see the Makefile."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def elsewhere(name: str, tests: str) -> None:
    """Run tests with the Python of another environment; they must pass there."""
    python = ROOT / ".venv" / name / "bin" / "python"
    if not python.exists():
        pytest.fail(f"the environment of {name} is not there: run `make .venv/{name}/.ready`")
    told = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [str(python), "-m", "pytest", "-p", "no:cacheprovider", tests],
        cwd=ROOT,
        env=told,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
