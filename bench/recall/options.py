"""The command line that the recall benches share."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .data import SETS

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
RESULTS = ROOT / "bench" / "results"


def options(prog: str, about: str | None, out: str | None = None) -> argparse.ArgumentParser:
    """What data to take, how to run, and where the results go."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {prog}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--data", type=Path, default=DATA, help="folder of NAME.jsonl.gz")
    add("--sets", nargs="+", default=list(SETS), metavar="NAME", help=" ".join(SETS))
    add("--cases", type=int, help="at most so many cases a set")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    add("--cache", type=Path, default=RESULTS, help="folder for the vectors between runs")
    if out is not None:
        add("--out", type=Path, default=RESULTS / out, help="where the results go")
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was asked for, if it can be done."""
    found = parser.parse_args()
    if not found.data.is_dir():
        parser.error(f"no data in {found.data}; name its folder with --data")
    if found.jobs < 1 or (found.cases is not None and found.cases < 1):
        parser.error("--jobs and --cases are at least 1")
    return found
