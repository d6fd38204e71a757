"""`make bench-notes`: what learning does for recall, on the development data.

python -m bench.updates --sets beam_100k mab_conflict --cases 2

For each set: of the questions where both the newest statement and one that it superseded are among
the ten hits, in how many does the newest rank above; and recall of the verbatim evidence. Words
alone first, then with notes. For realmem: how many of its memories are covered by 20 hits.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from recollect.errors import RecollectError
from recollect.evaluate.run import Answer, Recollect, answers
from recollect.evaluate.summary import means
from recollect.memory.sync.shell import Learn
from recollect.wiring import BUILT_IN

from ..recall.data import SETS, Case, load
from ..recall.running import Plan, model
from ..recall.systems import RAM
from . import coverage
from .pairs import Pair, pairs

ROOT = Path(__file__).parents[2]
SCORES = ("turns recall@5", "turns recall@10", "sessions recall@10")
GOAL = 0.95
WAYS: dict[str, Learn] = {"words": "never", "notes": "now"}


@dataclass(slots=True)
class Result:
    """What came of one case: the answers of both ways, and what they cover of its memories."""

    answers: list[Answer]
    named: dict[str, tuple[int, int]] = field(default_factory=dict)
    used: dict[str, tuple[int, int]] = field(default_factory=dict)


def main() -> int:
    """Measure and print; 1 when notes lower a recall or too few of the newest come first."""
    chosen = arguments()
    cases = [case for name in chosen.sets for case in load(chosen.data, name, chosen.cases)]
    gold = coverage.memories(chosen.data) if coverage.NAME in chosen.sets else {}
    ask = partial(run, Plan(BUILT_IN, (), False, chosen.cache), gold)
    # Started anew, not forked: an open database does not survive a fork.
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(ask, cases) if chosen.jobs > 1 else map(ask, cases))
    known = {name: pairs(chosen.data, name) for name in chosen.sets}
    return show([one for result in results for one in result.answers], known) + covered(results)


def run(plan: Plan, gold: dict[str, list[dict[str, str]]], case: Case) -> Result:
    """Tell a case once with notes and once without, and put every question to both."""
    result = Result([])
    for way, learn in WAYS.items():
        system = Recollect(model(plan), way, RAM if os.access(RAM, os.W_OK) else None, learn=learn)
        told = [turn.id for _, _, turns in case.sessions for turn in turns]
        found: list[tuple[int, int]] = []
        ask = coverage.by_question(system.ask, found, told)
        result.answers += answers(case, system, {way: ask})
        if case.dataset == coverage.NAME:
            result.named[way] = coverage.by_name(system, case, gold[case.id])
            result.used[way] = _sum(found)
        system.close()
    return result


def show(given: Sequence[Answer], known: dict[str, dict[tuple[str, str], Pair]]) -> int:
    """The table; counts the sets that fall short."""
    heads = [score.replace("turns ", "t ").replace("sessions ", "s ") for score in SCORES]
    print(f"{'':22}{'newest first':>26} " + " ".join(f"{head:>18}" for head in heads))
    short = 0
    whole: dict[str, list[bool]] = defaultdict(list)
    for name, table in known.items():
        mine = {way: [a for a in given if (a.set, a.system) == (name, way)] for way in WAYS}
        first = {way: _order(mine[way], table) for way in WAYS}
        for way, order in first.items():
            whole[way] += order
        scores = {way: means(mine[way]) for way in WAYS}
        cells, falls = [], False
        for score in SCORES:
            plain, noted = (scores[way].get(score, float("nan")) for way in WAYS)
            falls = falls or noted < plain
            cells.append(f"{plain:.3f} → {noted:.3f}{'!' if noted < plain else ' '}")
        counts = f"{_share(first['words'])} → {_share(first['notes'])}"
        print(f"{name:22}{counts:>26} " + " ".join(f"{cell:>18}" for cell in cells))
        order = first["notes"]
        short += falls or (bool(order) and sum(order) < GOAL * len(order))
    print(f"{'all sets':22}{_share(whole['words']) + ' → ' + _share(whole['notes']):>26}")
    return int(short > 0)


def covered(results: Sequence[Result]) -> int:
    """What 20 hits cover of what a careful reader wrote down. Nothing is asked of it."""
    for what, table in (
        ("in their own words", [result.named for result in results]),
        ("by the questions that need them", [result.used for result in results]),
    ):
        cells = []
        for way in WAYS:
            found, all = _sum([row[way] for row in table if way in row])
            cells.append(f"{found:,} of {all:,} ({100 * found / max(1, all):.1f} %)")
        if any(table):
            print(f"realmem memories in {coverage.HITS} hits, asked for {what}: ", end="")
            print(f"{cells[0]} by messages, {cells[1]} by notes and messages")
    return 0


def _order(given: Sequence[Answer], table: dict[tuple[str, str], Pair]) -> list[bool]:
    found = (
        table[one.case, one.question].order(one.turns)
        for one in given
        if (one.case, one.question) in table
    )
    return [order for order in found if order is not None]


def _share(order: Sequence[bool]) -> str:
    return f"{sum(order)}/{len(order)} {100 * sum(order) / len(order):.0f} %" if order else "–"


def _sum(counts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(part for part, _ in counts), sum(whole for _, whole in counts)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.updates",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    data, results = ROOT.parent / "shared" / "data", ROOT / "bench" / "results"
    add("--data", type=Path, default=data, help="folder of NAME.jsonl.gz")
    add("--sets", nargs="+", default=list(SETS), metavar="NAME", help=" ".join(SETS))
    add("--cases", type=int, help="at most so many cases a set")
    add("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    add("--cache", type=Path, default=results, help="folder for the vectors between runs")
    chosen = parser.parse_args()
    if not chosen.data.is_dir():
        parser.error(f"no data in {chosen.data}; name its folder with --data")
    if chosen.jobs < 1 or (chosen.cases is not None and chosen.cases < 1):
        parser.error("--jobs and --cases are at least 1")
    return chosen


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RecollectError as error:
        sys.exit(f"error: {error}")
