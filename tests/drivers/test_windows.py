"""On Windows nothing was tried. What it is known to do otherwise is played: see `windows`."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from .windows import STORES

ROOT = Path(__file__).parent.parent.parent
SCRIPT = Path(__file__).with_name("windows.py")

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")


def played(*words: str) -> str:
    """What such a process prints."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.rest
def test_every_module_can_be_imported(folder: Path) -> None:
    assert int(played("import", str(folder))) > 500


@pytest.mark.parametrize("store", STORES)
def test_a_memory_with_an_index_keeps_finds_and_erases(store: str, folder: Path) -> None:
    played(store, str(folder))


def test_every_text_file_says_how_it_is_encoded() -> None:
    """Else it is as the machine likes, and on Windows not as UTF-8."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _is_text(node):
                raise AssertionError(f"{path}:{node.lineno} opens a text without an encoding")


def _is_text(call: ast.Call) -> bool:
    """Whether a call opens a text and leaves open how."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    told = {one.arg for one in call.keywords}
    if "encoding" in told or None in told:
        return False
    words = [one.value for one in call.args if isinstance(one, ast.Constant)]
    if name in ("read_text", "write_text"):
        return len(call.args) == (name == "write_text")
    modes = [str(one) for one in words if isinstance(one, str)]
    return name == "open" and any(set(mode) <= set("rwxat+") and mode for mode in modes)
