"""Recall per token: how many questions have their whole evidence in a context of some size.

python -m bench.recall.contexts --sets locomo beam_100k --cases 3

A turn counts when all of its words are in the text that a model would see. Beside it, min-max's
best turns in their order, a plain line each, as many as fit the same budget.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from statistics import fmean

from recollect.errors import RecollectError
from recollect.evaluate.baselines import Baseline
from recollect.evaluate.run import USER, Recollect
from recollect.read.frame import inert
from recollect.text.tokens import WHOLE, weight
from recollect.wiring import BUILT_IN

from .data import Case, Question, Turn, load
from .options import options, parsed
from .running import Plan, model
from .systems import RAM

BUDGETS = (500, 1000, 2000, 4000)
SYSTEMS = ("recollect", "min-max")


@dataclass(frozen=True, slots=True)
class Shown:
    """What one system made of a question and a budget."""

    set: str
    question: str
    system: str
    budget: int
    tokens: int
    whole: bool
    """Whether all of the evidence is in it, word for word."""


def main() -> int:
    """Ask every set at every budget and print the table."""
    chosen = parsed(options("bench.recall.contexts", __doc__, "contexts.jsonl"))
    cases = [case for name in chosen.sets for case in load(chosen.data, name, chosen.cases)]
    ask = partial(run, Plan(BUILT_IN, (), False, chosen.cache))
    # Started anew, not forked: an open database does not survive a fork.
    with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
        made = pool.map(ask, cases) if chosen.jobs > 1 else map(ask, cases)
        shown = [one for group in made for one in group]
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text("".join(json.dumps(asdict(one)) + "\n" for one in shown), "utf-8")
    print(table(shown))
    return 0


def run(plan: Plan, case: Case) -> list[Shown]:
    """Tell both systems a conversation once, asking each question when its time has come."""
    embedder = model(plan)
    memory = Recollect(embedder, folder=RAM if os.access(RAM, os.W_OK) else None)
    plain = Baseline(embedder)
    waiting: dict[str | None, list[Question]] = defaultdict(list)
    for question in case.questions:
        if question.turns and not question.abstain:
            waiting[question.before].append(question)
    told: list[Turn] = []
    made: list[Shown] = []
    for id, _, turns in case.sessions:
        for question in waiting.pop(id, ()):
            made += ask(case, question, memory, plain, told)
        memory.tell(turns)
        plain.tell(turns)
        told += turns
    for question in (question for late in waiting.values() for question in late):
        made += ask(case, question, memory, plain, told)
    memory.close()
    return made


def ask(
    case: Case, question: Question, memory: Recollect, plain: Baseline, told: Sequence[Turn]
) -> Iterator[Shown]:
    """What each system shows for a question at each budget, and whether that is enough."""
    needed = [turn.text for turn in told if turn.id in question.turns]
    lines = [plainly(told[number]) for number, _ in plain.ask(question, len(told))]
    for budget in BUDGETS:
        context = memory.memory.context(
            question.text, user_id=USER, budget=budget, at=question.date
        )
        whole = all(inert(words) in str(context) for words in needed)
        yield Shown(case.dataset, question.id, "recollect", budget, context.tokens, whole)
        text, tokens = packed(lines, budget)
        whole = all(words in text for words in needed)
        yield Shown(case.dataset, question.id, "min-max", budget, tokens, whole)


def plainly(turn: Turn) -> str:
    """The plainest line that says who said what when."""
    day = f"{turn.date[:10]} " if turn.date else ""
    return f"{day}{turn.speaker}: {turn.text}\n"


def packed(lines: Sequence[str], budget: int) -> tuple[str, int]:
    """Lines in their order, passing over those that do not fit; and how many tokens they take."""
    text, spent = "", 0
    for line in lines:
        cost = weight(line)
        if spent + cost <= WHOLE * budget:
            text, spent = text + line, spent + cost
    return text, -(-spent // WHOLE)


def table(shown: Sequence[Shown]) -> str:
    """A row a set and system: the share with whole evidence and the tokens used, by budget."""
    heads = [f"{budget:,}" for budget in BUDGETS]
    lines = [_row("% with whole evidence", "", ["n", *heads, *(f"used/{head}" for head in heads)])]
    shares: dict[str, list[list[float]]] = {system: [] for system in SYSTEMS}
    for where in dict.fromkeys(one.set for one in shown):
        for system in SYSTEMS:
            mine = [one for one in shown if (one.set, one.system) == (where, system)]
            at = [[one for one in mine if one.budget == budget] for budget in BUDGETS]
            whole = [100 * fmean(one.whole for one in group) for group in at]
            used = [fmean(one.tokens for one in group) for group in at]
            shares[system].append(whole)
            cells = [str(len(at[0])), *map(_share, whole), *(f"{tokens:,.0f}" for tokens in used)]
            lines.append(_row(where, system, cells))
    mean = {name: [fmean(c) for c in zip(*rows, strict=True)] for name, rows in shares.items()}
    lines += [_row("mean of the sets", name, ["", *map(_share, row)]) for name, row in mean.items()]
    ahead = [ours - other for ours, other in zip(*(mean[name] for name in SYSTEMS), strict=True)]
    lines.append(_row("ahead by", "", ["", *map(_share, ahead)]))
    return "\n".join(lines)


def _row(where: str, system: str, cells: Sequence[str]) -> str:
    return f"{where:24} {system:10} " + " ".join(f"{cell:>10}" for cell in cells)


def _share(share: float) -> str:
    return f"{share:.1f}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RecollectError as error:
        sys.exit(f"error: {error}")
