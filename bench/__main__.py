"""Speed and size, as ratios against named baselines that the same run measures.

python -m bench [--quick] [--only NAME …] [--json FILE]
python -m bench --only growth        up to a million messages, ten minutes or so

Ends with 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from . import plot, report
from .figures import FULL, QUICK, TINY, Figure, Measure, Run
from .report import say

MEASURES = {
    "install": "installing:install",
    "import": "starting:importing",
    "first-answer": "starting:first_answer",
    "memory": "starting:resident",
    "disk": "storing:disk",
    "embedder": "embedding:embedder",
    "add": "storing:add_many",
    "add-one": "storing:add_one",
    "files": "readable:files",
    "learn": "learning:learning",
    "search": "searching:search",
    "others": "searching:others",
    "pages": "searching:imported",
    "wrapping": "wrapping:wrapping",
    "clients": "wrapping:every_client",
    "growth": "growing:growth",
}
PICTURE = Path(__file__).parent.parent / "docs" / "growth.svg"
LONG = ("clients", "growth")
"""Only when named."""


def main() -> int:
    """Measure, show, and say whether every bound holds."""
    chosen = arguments()
    started = time.monotonic()
    facts = report.environment()
    sizes = TINY if chosen.tiny else QUICK if chosen.quick else FULL
    names = chosen.only or [name for name in MEASURES if name not in LONG]
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as folder:
        run = Run(sizes, Path(folder), say)
        for name in names:
            figures += measure(name)(run)
    seconds = time.monotonic() - started
    report.show(figures, facts, seconds)
    files = [chosen.json] if chosen.json else []
    for file in files if chosen.tiny else [*files, report.RESULTS / "latest.json"]:
        report.save(file, figures, facts, seconds)
    if names == ["growth"] and sizes is FULL:
        report.save(report.RESULTS / "growth.json", figures, facts, seconds)
        PICTURE.write_text(plot.draw(plot.points(figures), "p50 of a search"), "utf-8")
    return int(any(figure.verdict in ("over", "under") for figure in figures))


def arguments() -> argparse.Namespace:
    """What to measure, and how thoroughly."""
    parser = argparse.ArgumentParser(prog="bench", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", choices=MEASURES, metavar="NAME", help="some of them")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, a minute or so")
    parser.add_argument("--tiny", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    return parser.parse_args()


def measure(name: str) -> Measure:
    """A measurement by its name, loaded only now."""
    module, function = MEASURES[name].split(":")
    found: Measure = getattr(import_module(f".{module}", __package__), function)
    return found


if __name__ == "__main__":
    sys.exit(main())
