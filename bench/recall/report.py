"""The tables: a row a set and system, a column a score; then calibration and what to reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median

from recollect.evaluate.baselines import WEIGHTS
from recollect.evaluate.calibration import drawn, separation
from recollect.evaluate.run import Answer
from recollect.evaluate.scores import NAMES, measure
from recollect.evaluate.summary import means, summary

from .targets import ALL, Target

COLUMNS = [f"{what} {name}" for what in ("turns", "sessions") for name in NAMES]


def table(answers: Sequence[Answer], systems: Sequence[str], categories: bool = False) -> str:
    """All scores, as text."""
    lines = [_row("set", "system", ["n", *COLUMNS, "ms p50"])]
    for where, group in _grouped(answers, categories):
        for system in systems:
            mine = [answer for answer in group if answer.system == system]
            lines.append(_row(where, system, [*_cells(mine), _speed(mine, system)]))
    return "\n".join(lines)


def calibration(answers: Sequence[Answer]) -> str:
    """Whether relevance means what it says, over the answers of one system."""
    whole = summary(answers)
    lines = ["relevance of the first ten hits, and the share that is evidence", *drawn(whole.bins)]
    lines += [f"expected calibration error: {_shown(whole.ece)}", ""]
    names = ("ECE", "AUROC", "silent", "quiet", "t@10")
    lines.append(f"{'relevance by set':34} " + " ".join(f"{name:>7}" for name in names))
    for where, group in [*_grouped(answers, False), (ALL, answers)]:
        each = summary(group)
        cells = (each.ece, each.auroc, each.silent, each.quiet, _kept(group))
        lines.append(f"{where:34} " + " ".join(f"{_shown(cell):>7}" for cell in cells))
    lines.append(
        "silent: share of answerable questions that get nothing at the default threshold; quiet: "
        "share of the others that do; t@10: turns recall@10 there"
    )
    return "\n".join(lines)


def reached(answers: Sequence[Answer], targets: Iterable[Target], ours: str, other: str) -> str:
    """What there is to reach, with the best baseline beside it."""
    lines = [f"{'to reach':34} {'score':20} {other:>9} {ours:>9} {'reach':>7}"]
    for target in targets:
        group = [answer for answer in answers if target.set in (ALL, answer.set)]
        got = figure([answer for answer in group if answer.system == ours], target)
        if got is None:
            continue
        plain = [answer for answer in group if answer.system == other]
        beside = None if target.set == ALL else figure(plain, target)
        good = got <= target.reach if target.most else got >= target.reach
        sign = "≤" if target.most else "≥"
        lines.append(
            f"{target.set:34} {target.score:20} {_shown(beside):>9} {_shown(got):>9} "
            f"{sign}{target.reach:6.3f}  {'✓' if good else '✗'}"
        )
    return "\n".join(lines)


def figure(answers: Sequence[Answer], target: Target) -> float | None:
    """The figure that a target speaks of."""
    if target.score == "AUROC":
        return separation(answers)
    if target.score == "ECE":
        return summary(answers).ece
    return means(answers).get(target.score)


def _grouped(answers: Iterable[Answer], categories: bool) -> Iterable[tuple[str, list[Answer]]]:
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.set].append(answer)
    if not categories:
        return groups.items()
    for answer in answers:
        groups[f"{answer.set}/{answer.category}"].append(answer)
    return sorted(groups.items(), key=lambda item: item[0].split("/")[0])


def _cells(answers: Sequence[Answer]) -> list[str]:
    found = means(answers)
    scored = sum(bool(answer.scores) for answer in answers)
    return [str(scored), *(_shown(found.get(column)) for column in COLUMNS)]


def _speed(answers: Sequence[Answer], system: str) -> str:
    """The baselines share one index and what it found, so that a time would say nothing."""
    if system in WEIGHTS or not answers:
        return "–"
    return f"{median(answer.ms for answer in answers):.1f}"


def _kept(answers: Sequence[Answer]) -> float | None:
    """Recall of what the default threshold lets through."""
    each = [
        measure("recall@10", answer.kept, frozenset(answer.evidence))
        for answer in answers
        if answer.evidence and not answer.abstain
    ]
    return fmean(each) if each else None


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _row(where: str, system: str, cells: Sequence[str]) -> str:
    short = [cell.replace("turns ", "t ").replace("sessions ", "s ") for cell in cells]
    return f"{where:34} {system:10} " + " ".join(f"{cell:>11}" for cell in short)
