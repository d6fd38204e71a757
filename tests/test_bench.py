"""The benchmarks run and say what they should; how fast anything is, is not asked here."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAMES = ("import", "disk", "add", "search", "others")


def bench(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_tiny_run_shows_and_writes_every_figure(tmp_path):
    file = tmp_path / "results.json"
    done = bench("--tiny", "--json", str(file), "--only", *NAMES)
    assert done.returncode in (0, 1), done.stderr
    results = json.loads(file.read_text("utf-8"))
    assert {"cores", "Python", "SQLite", "onnxruntime"} <= set(results["environment"])
    assert len(results["figures"]) == len(NAMES)
    for figure in results["figures"]:
        assert figure["value"] > 0
        assert figure["verdict"] in ("ok", "over", "under")
        assert figure["name"] in done.stdout
    failed = any(figure["verdict"] != "ok" for figure in results["figures"])
    assert done.returncode == failed


def test_an_unknown_name_is_refused():
    done = bench("--only", "everything")
    assert done.returncode == 2
    assert "invalid choice" in done.stderr
