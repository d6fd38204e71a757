"""The benchmarks run and say what they should; how fast anything is, is not asked here."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench import plot
from bench.figures import Figure

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parent.parent
NAMES = ("import", "disk", "add", "search", "others", "pages")


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


@pytest.mark.rest
def test_a_growing_memory_is_measured_at_every_size(tmp_path):
    file = tmp_path / "results.json"
    done = bench("--tiny", "--json", str(file), "--only", "growth")
    assert done.returncode in (0, 1), done.stderr
    figures = {one["name"]: one for one in json.loads(file.read_text("utf-8"))["figures"]}
    assert [name for name in figures if "search p50" in name] == [
        "search p50, 100 messages",
        "search p50, 300 messages",
    ]
    assert figures["kept of the nearest 10, 300 messages"]["value"] == 100
    assert figures["add of one to 300 messages, p50"]["parts"]["ours ms"] > 0


@pytest.mark.rest
def test_readable_files_are_measured(tmp_path):
    file = tmp_path / "results.json"
    done = bench("--tiny", "--json", str(file), "--only", "files")
    assert done.returncode == 0, done.stderr
    figures = {one["name"]: one for one in json.loads(file.read_text("utf-8"))["figures"]}
    forms = ("JSON file", "YAML file", "Markdown folder")
    assert list(figures) == [
        name
        for form in forms
        for name in (
            f"add of one to a {form} of 100, p50",
            f"adds one by one to a {form}, the last tenth of 100, mean",
        )
    ]
    for form in forms:
        assert figures[f"add of one to a {form} of 100, p50"]["parts"]["open ms"] > 0


def test_the_growth_is_drawn_to_scale():
    def figure(count, ours, floor):
        parts = {"ours ms": ours, "baseline ms": floor}
        return Figure(f"search p50, {count:,} messages", ours / floor, "x", parts=parts)

    lines = plot.points([figure(1_000, 10, 100), Figure("disk", 1, "B"), figure(10_000, 100, 1000)])
    assert lines == {"ours": [(1e3, 10), (1e4, 100)], "floor": [(1e3, 100), (1e4, 1000)]}
    root = ElementTree.fromstring(plot.draw(lines, "a title"))
    drawn = [line.get("points") for line in root.iter(f"{SVG}polyline")]
    (x1, y1), (x2, y2) = (map(float, one.split(",")) for one in drawn[0].split())
    assert (x1, x2) == (plot.LEFT, plot.WIDTH - plot.RIGHT)
    assert (y1, y2) == (plot.HEIGHT - plot.BOTTOM, plot.TOP + (y1 - plot.TOP) / 2)
    assert drawn[1].split()[1] == f"{x2},{float(plot.TOP)}"


def test_an_unknown_name_is_refused():
    done = bench("--only", "everything")
    assert done.returncode == 2
    assert "invalid choice" in done.stderr


@pytest.mark.rest
def test_a_tiny_run_of_postgres(tmp_path, postgres_server):
    file = tmp_path / "results.json"
    done = subprocess.run(
        [sys.executable, "-m", "bench.postgres", "--tiny", "--json", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "RECOLLECT_TEST_POSTGRES": postgres_server},
    )
    assert done.returncode in (0, 1), done.stderr
    figures = json.loads(file.read_text("utf-8"))["figures"]
    assert [one["name"].split()[0] for one in figures] == [
        "commit",
        "search",
        "search",
        "recall@10,",
    ]
    assert figures[-1]["value"] == 1


@pytest.mark.rest
def test_a_tiny_run_of_the_graphs(tmp_path, postgres_server):
    file = tmp_path / "results.json"
    done = subprocess.run(
        [sys.executable, "-m", "bench.vectors", "--tiny", "--json", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "RECOLLECT_TEST_POSTGRES": postgres_server},
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(file.read_text("utf-8"))["figures"]
    found = {one["name"]: one["value"] for one in figures if "recall" in one["name"]}
    assert Counter(name.partition(":")[0] for name in found) == dict.fromkeys(
        ("faiss", "postgres", "redis"), 4
    )
    assert all(value >= 99 for value in found.values())
