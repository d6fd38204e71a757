"""The sets that are measured: `NAME.jsonl.gz` in a folder, in the format of `recollect eval`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from recollect.evaluate import cases
from recollect.evaluate.cases import Case, Question, Turn

__all__ = ["SETS", "Case", "Question", "Turn", "load", "paired"]

SETS = (
    "locomo",
    "longmemeval_user500",
    "longmemeval_s",
    "longmemeval_full88",
    "beam_100k",
    "realmem",
    "locomo_plus",
    "mab_conflict",
    "memdaily_zh",
)


def load(folder: Path, name: str, most: int | None = None) -> Iterator[Case]:
    """The cases of a set, at most so many."""
    for case in cases.load(folder / f"{name}.jsonl.gz", most):
        yield replace(case, dataset=name)


def paired(case: Case) -> Case:
    """A case whose questions are asked two at a time, drawn by lot; their evidence is that of both.
    Those that nothing answers are left out, and so is one that is left over."""
    waiting = defaultdict(list)
    for question in case.questions:
        if question.turns and not question.abstain:
            waiting[question.before].append(question)
    made = []
    for asked in waiting.values():
        Random(case.id).shuffle(asked)
        made += [_pair(*two) for two in zip(asked[::2], asked[1::2], strict=False)]
    return replace(case, questions=made)


def _pair(first: Question, second: Question) -> Question:
    text = f"{first.text.rstrip(' ?.')}? Also, {second.text[:1].lower()}{second.text[1:]}"
    return replace(
        first,
        id=f"{first.id}+{second.id}",
        text=text,
        date=max(filter(None, (first.date, second.date)), default=None),
        turns=first.turns | second.turns,
        sessions=first.sessions | second.sessions,
    )
