"""The sets that are measured: `NAME.jsonl.gz` in a folder, in the format of `recollect eval`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from recollect.evaluate import cases
from recollect.evaluate.cases import Case, Question, Turn

__all__ = ["SETS", "Case", "Question", "Turn", "load"]

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
