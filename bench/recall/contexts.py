"""Recall per token: how many questions have their whole evidence in a context of some size.

python -m bench.recall.contexts --sets locomo beam_100k --cases 3

A turn counts when all of its words are in the text that a model would see. Beside it, min-max's
best turns in their order, a plain line each, until the same budget is full.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from recollect.models.minilm import MiniLM
from recollect.read.frame import inert
from recollect.read.tokens import quarters

from .data import SETS, Case, Question, Turn, load
from .embedding import Cached
from .systems import Baseline, Recollect

ROOT = Path(__file__).parents[2]
BUDGETS = (500, 1000, 2000, 4000)
SYSTEMS = ("recollect", "min-max")
Result = dict[str, Any]


def main() -> int:
    """Ask every set at every budget and print the table."""
    chosen = arguments()
    embedder = Cached(MiniLM(), ROOT / "bench" / "results")
    results: list[Result] = []
    for name in chosen.sets:
        for case in load(chosen.data, name, chosen.cases):
            results += run(case, embedder)
        print(f"{name}: {len(results)} results", file=sys.stderr, flush=True)
    file = ROOT / "bench" / "results" / "contexts.jsonl"
    file.write_text("".join(json.dumps(result) + "\n" for result in results), "utf-8")
    print(table(results, chosen.sets))
    return 0


def run(case: Case, embedder: Cached) -> list[Result]:
    """Tell both systems a conversation once, asking each question when its time has come."""
    memory, plain = Recollect(embedder), Baseline(embedder, "min-max", 0.4)
    waiting: dict[str | None, list[Question]] = defaultdict(list)
    for question in case.questions:
        if question.turns and not question.abstain:
            waiting[question.before].append(question)
    told: list[Turn] = []
    results: list[Result] = []
    for id, _, turns in case.sessions:
        for question in waiting.pop(id, ()):
            results += ask(memory, plain, question, told)
        memory.tell(turns)
        plain.tell(turns)
        told += turns
    for question in (question for late in waiting.values() for question in late):
        results += ask(memory, plain, question, told)
    memory.close()
    return [{"set": case.dataset, "case": case.id, **result} for result in results]


def ask(
    memory: Recollect, plain: Baseline, question: Question, told: Sequence[Turn]
) -> Iterator[Result]:
    """What each system shows for a question at each budget, and whether that is enough."""
    needed = [turn.text for turn in told if turn.id in question.turns]
    lines = [rendered(told[number]) for number, _ in plain.ask(question, len(told))]
    for budget in BUDGETS:
        context = memory.memory.context(
            question.text, user_id="asker", budget=budget, at=question.date
        )
        text, spent = packed(lines, budget)
        whole = all(inert(words) in str(context) for words in needed)
        yield result("recollect", question, budget, context.tokens, whole)
        whole = all(words in text for words in needed)
        yield result("min-max", question, budget, spent, whole)


def rendered(turn: Turn) -> str:
    """The plainest line that says who said what when."""
    day = f"{turn.date[:10]} " if turn.date else ""
    return f"{day}{turn.speaker}: {turn.text}\n"


def packed(lines: Sequence[str], budget: int) -> tuple[str, int]:
    """Lines in their order, passing over those that do not fit; and how many tokens they take."""
    text, spent = "", 0
    for line in lines:
        cost = quarters(line)
        if spent + cost <= 4 * budget:
            text, spent = text + line, spent + cost
    return text, -(-spent // 4)


def result(system: str, question: Question, budget: int, tokens: int, whole: bool) -> Result:
    """One line of the results."""
    return {
        "system": system,
        "question": question.id,
        "budget": budget,
        "tokens": tokens,
        "whole": whole,
    }


def table(results: Sequence[Result], sets: Sequence[str]) -> str:
    """A row a set and system: the share with whole evidence, and the tokens used, by budget."""
    heads = [f"{budget:,}" for budget in BUDGETS]
    lines = [_row("whole evidence in % at", "", ["n", *heads, *(f"used {h}" for h in heads)])]
    shares: dict[str, list[list[float]]] = {system: [] for system in SYSTEMS}
    for name in sets:
        for system in SYSTEMS:
            mine = [r for r in results if (r["set"], r["system"]) == (name, system)]
            if mine:
                at = [[r for r in mine if r["budget"] == budget] for budget in BUDGETS]
                whole = [100 * fmean(r["whole"] for r in group) for group in at]
                used = [fmean(r["tokens"] for r in group) for group in at]
                shares[system].append(whole)
                cells = [*(f"{share:.1f}" for share in whole), *(f"{u:,.0f}" for u in used)]
                lines.append(_row(name, system, [str(len(at[0])), *cells]))
    for system, rows in shares.items():
        means = [f"{fmean(column):.1f}" for column in zip(*rows, strict=True)]
        lines.append(_row("mean of the sets", system, ["", *means]))
    return "\n".join(lines)


def _row(where: str, system: str, cells: Sequence[str]) -> str:
    return f"{where:24} {system:10} " + " ".join(f"{cell:>10}" for cell in cells)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall.contexts", description=__doc__)
    data = ROOT.parent / "shared" / "data"
    parser.add_argument("--data", type=Path, default=data, help="folder of NAME.jsonl.gz")
    parser.add_argument("--sets", nargs="+", default=list(SETS), metavar="NAME")
    parser.add_argument("--cases", type=int, help="at most so many cases a set")
    chosen = parser.parse_args()
    if not chosen.data.is_dir():
        parser.error(f"no data in {chosen.data}; name its folder with --data")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
