"""Asking every question twice: of a memory that keeps words alone, and of one that takes notes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from recollect.evaluate.run import Answer, Recollect, answers
from recollect.memory.sync.shell import Learn

from ..recall.data import Case
from ..recall.running import Plan, model
from ..recall.systems import RAM
from . import coverage

WAYS: dict[str, Learn] = {"words": "never", "notes": "now"}


@dataclass(slots=True)
class Result:
    """What came of one case: the answers of both ways, and what they cover of its memories."""

    answers: list[Answer]
    named: dict[str, tuple[int, int]] = field(default_factory=dict)
    used: dict[str, tuple[int, int]] = field(default_factory=dict)


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
            result.used[way] = total(found)
        system.close()
    return result


def total(counts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Parts and wholes, each added up."""
    return sum(part for part, _ in counts), sum(whole for _, whole in counts)
