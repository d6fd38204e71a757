"""The table: a row a set and system, a column a score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median
from typing import Any

from recollect.evaluate.scores import NAMES

COLUMNS = [f"{what} {name}" for what in ("turns", "sessions") for name in NAMES]
Result = dict[str, Any]


def table(results: Sequence[Result], systems: Sequence[str], categories: bool = False) -> str:
    """All results, as text."""
    lines = [_row("set", "system", ["n", *COLUMNS, "ms p50"])]
    for where, group in _grouped(results, categories):
        for system in systems:
            mine = [result for result in group if result["system"] == system]
            lines.append(_row(where, system, _cells(mine)))
    return "\n".join(lines)


def _grouped(results: Iterable[Result], categories: bool) -> Iterable[tuple[str, Sequence[Result]]]:
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        groups[result["set"]].append(result)
        if categories:
            groups[f"{result['set']}/{result['category']}"].append(result)
    return groups.items()


def _cells(results: Sequence[Result]) -> list[str]:
    scored = [result["scores"] for result in results if result["scores"]]
    cells = [str(len(scored))]
    for column in COLUMNS:
        values = [scores[column] for scores in scored if column in scores]
        cells.append(f"{fmean(values):.3f}" if values else "–")
    return [*cells, f"{median(result['ms'] for result in results):.1f}" if results else "–"]


def _row(where: str, system: str, cells: Sequence[str]) -> str:
    short = [cell.replace("turns ", "t ").replace("sessions ", "s ") for cell in cells]
    return f"{where:34} {system:10} " + " ".join(f"{cell:>11}" for cell in short)
