"""Running every case, in as many processes as there are jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from recollect.evaluate.cases import Case
from recollect.evaluate.run import Answer, answers
from recollect.ports.sync import Reranker
from recollect.wiring import embedder, reranker

from .embedding import Cached
from .systems import groups


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of each case, and where vectors are kept between runs."""

    embedder: str
    systems: tuple[str, ...]
    ablate: bool
    cache: Path
    reranker: str | None = None


_models: dict[str, Cached] = {}
_rerankers: dict[str | None, Reranker | None] = {}
"""One of each model in each process."""


def run(plan: Plan, case: Case) -> list[Answer]:
    """Every answer to a case."""
    made: list[Answer] = []
    for make in groups(model(plan), plan.systems, plan.ablate, second(plan)):
        group = make()
        try:
            made += answers(case, group.system, group.asks)
        finally:
            group.system.close()
    return made


def run_all(plan: Plan, cases: Sequence[Case], jobs: int) -> list[Answer]:
    """Every answer to every case, in their order."""
    done: dict[int, list[Answer]] = {}
    for i, made in _each(plan, cases, jobs):
        done[i] = made
        _progress(plan.embedder, len(done), len(cases))
    return [answer for i in sorted(done) for answer in done[i]]


def model(plan: Plan) -> Cached:
    """The embedder of a plan, with its vectors kept."""
    if plan.embedder not in _models:
        _models[plan.embedder] = Cached(embedder(plan.embedder), plan.cache)
    return _models[plan.embedder]


def second(plan: Plan) -> Reranker | None:
    """The reranker of a plan, if it names one."""
    if plan.reranker not in _rerankers:
        _rerankers[plan.reranker] = reranker(plan.reranker)
    return _rerankers[plan.reranker]


def _each(plan: Plan, cases: Sequence[Case], jobs: int) -> Iterator[tuple[int, list[Answer]]]:
    if jobs == 1:
        for i, case in enumerate(cases):
            yield i, run(plan, case)
        return
    # Started anew, not forked: an open database does not survive a fork. The long cases go first,
    # so that none is left to run alone at the end.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        order = sorted(range(len(cases)), key=lambda i: -_size(cases[i]))
        waiting = {pool.submit(run, plan, cases[i]): i for i in order}
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def _size(case: Case) -> int:
    return 5 * len(case.questions) + sum(len(turns) for _, _, turns in case.sessions)


def _progress(name: str, done: int, total: int) -> None:
    """A line that keeps itself up to date."""
    end = "\n" if done == total else "\r"
    print(f"{name}: {done}/{total} cases", end=end, file=sys.stderr, flush=True)
