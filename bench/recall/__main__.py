"""`make bench-recall`: every system on every set, a few tables, one line of JSON an answer.

python -m bench.recall --sets locomo beam_100k --cases 3
python -m bench.recall --ablate
python -m bench.recall --pairs
python -m bench.recall --embedder minilm gte-small
python -m bench.recall --reranker rerank:bge-reranker-v2-m3@http://127.0.0.1:8000/v1
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict

from recollect.errors import RecollectError
from recollect.evaluate.run import Answer
from recollect.wiring import BUILT_IN

from .ablation import ablation_table
from .data import load, paired
from .options import options, parsed
from .report import calibration, reached, table
from .running import Plan, run_all
from .systems import NAMES, WHOLE
from .targets import TARGETS

BESIDE = "min-max"


def main() -> int:
    """Run what was asked for and print the tables."""
    chosen = arguments()
    cases = [case for name in chosen.sets for case in load(chosen.data, name, chosen.cases)]
    if chosen.pairs:
        cases = [case for case in map(paired, cases) if case.questions]
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    for place, embedder in enumerate(chosen.embedder):
        plan = Plan(embedder, tuple(chosen.systems), chosen.ablate, chosen.cache, chosen.reranker)
        start = time.perf_counter()
        answers = run_all(plan, cases, chosen.jobs)
        spent = time.perf_counter() - start
        # Not before there are any: a run that fails leaves those of the last one.
        with chosen.out.open("a" if place else "w", encoding="utf-8") as file:
            for answer in answers:
                line = {"embedder": embedder, **asdict(answer)}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        print(f"\n{embedder}: {len(cases)} cases in {spent:.0f} s, {chosen.jobs} jobs\n")
        show(answers, chosen)
    return 0


def show(answers: Sequence[Answer], chosen: argparse.Namespace) -> None:
    """All tables of one embedder."""
    print(table(answers, chosen.systems, chosen.categories))
    ours = [answer for answer in answers if answer.system == WHOLE]
    if not ours:
        return
    if chosen.ablate:
        print(ablation_table(answers, WHOLE))
    print(f"\n{calibration(ours)}")
    if not chosen.pairs:  # what is to be reached is meant for one question
        print(f"\n{reached(answers, TARGETS, WHOLE, BESIDE)}")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = options("bench.recall", __doc__, "recall.jsonl")
    add = parser.add_argument
    add("--systems", nargs="+", default=list(NAMES), choices=NAMES, help="what is compared")
    add("--embedder", nargs="+", default=[BUILT_IN], metavar="NAME", help="models, a block each")
    add("--reranker", metavar="NAME", help="a model that reads the best hits once more")
    add("--ablate", action="store_true", help="what each part of the ranking is worth")
    add("--pairs", action="store_true", help="ask two questions of a case at a time")
    add("--categories", action="store_true", help="a row a category, too")
    return parsed(parser)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RecollectError as error:
        sys.exit(f"error: {error}")
