"""`make bench-notes`: what learning does for recall, on the development data.

python -m bench.updates --sets beam_100k mab_conflict --cases 2

For each set: of the questions where both the newest statement and one that it superseded are among
the ten hits, in how many does the newest rank above; and recall of the verbatim evidence. Words
alone first, then with notes. For realmem: how many of its memories are covered by 20 hits.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from recollect.errors import RecollectError
from recollect.evaluate.run import Answer
from recollect.evaluate.summary import means
from recollect.wiring import BUILT_IN

from ..recall.data import load
from ..recall.options import options, parsed
from ..recall.running import Plan
from . import coverage
from .asking import WAYS, Result, run, total
from .pairs import Pair, pairs

SCORES = ("turns recall@5", "turns recall@10", "sessions recall@10")
GOAL = 0.95


def main() -> int:
    """Measure and print; 1 when notes lower a recall or too few of the newest come first."""
    chosen = parsed(options("bench.updates", __doc__))
    cases = [case for name in chosen.sets for case in load(chosen.data, name, chosen.cases)]
    gold = coverage.memories(chosen.data) if coverage.NAME in chosen.sets else {}
    ask = partial(run, Plan(BUILT_IN, (), False, chosen.cache), gold)
    # Started anew, not forked: an open database does not survive a fork.
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(ask, cases) if chosen.jobs > 1 else map(ask, cases))
    known = {name: pairs(chosen.data, name) for name in chosen.sets}
    return show([one for result in results for one in result.answers], known) + covered(results)


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
            found, all = total([row[way] for row in table if way in row])
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


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RecollectError as error:
        sys.exit(f"error: {error}")
