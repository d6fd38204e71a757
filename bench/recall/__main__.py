"""`make bench-recall`: every system on every set, one table, one line of JSON a question.

python -m bench.recall --sets locomo beam_100k --cases 3
RECOLLECT_EMBEDDER=gte-small python -m bench.recall
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recollect import settings
from recollect.wiring import embedder as named

from .data import SETS, Case, Question, Turn, load
from .embedding import Cached
from .report import table
from .scores import first_seen, score
from .systems import Baseline, Recollect, System

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
RESULTS = ROOT / "bench" / "results"
Result = dict[str, Any]


def systems(embedder: Cached) -> dict[str, Callable[[], System]]:
    """What is compared, each made anew for every case."""
    return {
        "BM25": lambda: Baseline(embedder, "BM25", 1.0),
        "dense": lambda: Baseline(embedder, "dense", 0.0),
        "min-max": lambda: Baseline(embedder, "min-max", 0.4),
        "recollect": lambda: Recollect(embedder),
    }


def main() -> int:
    """Run what was asked for and print the table."""
    chosen = arguments()
    embedder = Cached(named(settings.embedder()), RESULTS)
    made = systems(embedder)
    names = chosen.systems or list(made)
    results: list[Result] = []
    for name in chosen.sets:
        cases = list(load(chosen.data, name, chosen.cases))
        for number, case in enumerate(cases, start=1):
            for system in names:
                results += run(made[system], system, case)
            progress(name, number, len(cases))
    RESULTS.mkdir(parents=True, exist_ok=True)
    with (RESULTS / "recall.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(result, ensure_ascii=False) + "\n" for result in results)
    print(table(results, names, chosen.categories))
    return 0


def run(make: Callable[[], System], name: str, case: Case) -> list[Result]:
    """Tell a system a conversation, asking each question when its time has come."""
    system = make()
    waiting = defaultdict(list)
    for question in case.questions:
        waiting[question.before].append(question)
    told: list[Turn] = []
    results: list[Result] = []
    for id, _, turns in case.sessions:
        results += (answer(system, case, question, told) for question in waiting.pop(id, ()))
        system.tell(turns)
        told += turns
    late = [question for questions in waiting.values() for question in questions]
    results += (answer(system, case, question, told) for question in late)
    system.close()
    return [{"system": name, **result} for result in results]


def answer(system: System, case: Case, question: Question, told: list[Turn]) -> Result:
    """One question's ranking, with what it scores."""
    start = time.perf_counter()
    ranked = system.ask(question)
    spent = time.perf_counter() - start
    turns = [told[number].id for number, _ in ranked]
    sessions = first_seen([told[number].session for number, _ in ranked])
    scored = {} if question.abstain else score(question, turns, sessions)
    return {
        "set": case.dataset,
        "case": case.id,
        "question": question.id,
        "category": question.category,
        "abstain": question.abstain,
        "scores": scored,
        "turns": turns[:10],
        "relevance": [round(sure, 4) for _, sure in ranked[:10]],
        "evidence": sorted(question.turns),
        "ms": round(spent * 1000, 2),
    }


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="folder of NAME.jsonl.gz")
    parser.add_argument("--sets", nargs="+", default=list(SETS), metavar="NAME")
    parser.add_argument("--cases", type=int, help="at most so many cases a set")
    parser.add_argument("--systems", nargs="+", metavar="NAME", help="BM25 dense min-max recollect")
    parser.add_argument("--categories", action="store_true", help="a row a category, too")
    chosen = parser.parse_args()
    if not chosen.data.is_dir():
        parser.error(f"no data in {chosen.data}; name its folder with --data")
    return chosen


def progress(name: str, done: int, total: int) -> None:
    """A line that keeps itself up to date."""
    end = "\n" if done == total else "\r"
    print(f"{name}: {done}/{total} cases", end=end, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
