"""Where CI runs, nothing may be skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SKIPPED = {
    "a test": "def test_it():\n    pytest.skip('no {wish}')",
    "a mark": "@pytest.mark.skipif(True, reason='no {wish}')\ndef test_it(): pass",
    "a fixture": "@pytest.fixture\ndef f(): pytest.skip('no {wish}')\ndef test_it(f): pass",
    "a file": "pytest.skip('no {wish}', allow_module_level=True)",
}
PASSED = "def test_it(): pass"


def run(folder: Path, text: str, *options: str, **environment: str) -> tuple[int, str]:
    """A run of pytest with the hook, on one file."""
    (folder / "conftest.py").write_text(
        "from tests.skips import Skips\n"
        "def pytest_configure(config): config.pluginmanager.register(Skips())\n"
    )
    (folder / "test_fine.py").write_text(PASSED)
    (folder / "test_one.py").write_text(f"import pytest\n{text}\n")
    plain = {key: value for key, value in os.environ.items() if key != "CI"}
    alone = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=folder,
        env=plain | alone | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("how", SKIPPED)
def test_a_skip_fails_the_run_and_is_named(how: str, tmp_path: Path) -> None:
    code, said = run(tmp_path, SKIPPED[how].format(wish="engine"), CI="true")
    assert code == 1, said
    assert "CI does not allow" in said
    assert "no engine" in said


def test_in_another_process_too(tmp_path: Path) -> None:
    skipped = SKIPPED["a test"].format(wish="engine")
    code, said = run(tmp_path, skipped, "-p", "xdist", "-n", "1", CI="true")
    assert code == 1, said
    assert "no engine" in said


def test_elsewhere_it_may_be(tmp_path: Path) -> None:
    code, said = run(tmp_path, SKIPPED["a test"])
    assert code == 0, said
    assert "CI does not allow" not in said


def test_a_run_without_skips_is_fine(tmp_path: Path) -> None:
    code, said = run(tmp_path, PASSED, CI="true")
    assert code == 0, said


def test_a_run_that_failed_stays_failed(tmp_path: Path) -> None:
    code, said = run(tmp_path, "def test_it():\n    assert False", CI="true")
    assert code == 1, said
