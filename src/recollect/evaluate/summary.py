"""All answers in a few figures, and whether they are good enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ..errors import InputError
from .calibration import Bin, bins, calibration_error, separation
from .run import Answer


@dataclass(frozen=True, slots=True)
class Summary:
    """The means over the questions of one system; a figure that nothing speaks for is None."""

    questions: int
    """Those with evidence: the scores are theirs."""
    abstain: int
    """Those that nothing answers."""
    scores: Mapping[str, float]
    auroc: float | None
    ece: float | None
    silent: float | None
    """The share of questions with evidence that get nothing at the default threshold."""
    quiet: float | None
    """The share of questions that nothing answers which rightly get nothing there."""
    bins: tuple[Bin, ...] = ()

    @property
    def figures(self) -> dict[str, float]:
        """Everything that should not fall, by name."""
        return {**self.scores} | ({} if self.auroc is None else {"auroc": self.auroc})


def summary(answers: Sequence[Answer]) -> Summary:
    """The figures of the answers of one system."""
    scored = [answer for answer in answers if answer.scores]
    unknown = [answer for answer in answers if answer.abstain]
    diagram = bins(answers)
    return Summary(
        len(scored),
        len(unknown),
        means(scored),
        separation(answers),
        calibration_error(diagram),
        _empty(scored),
        _empty(unknown),
        tuple(diagram),
    )


def means(answers: Sequence[Answer]) -> dict[str, float]:
    """The mean of each score over the questions that have it."""
    names = dict.fromkeys(name for answer in answers for name in answer.scores)
    return {
        name: fmean(answer.scores[name] for answer in answers if name in answer.scores)
        for name in names
    }


def by_category(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    """The answers, grouped by the category of their questions."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.category, []).append(answer)
    return groups


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is asked for."""

    name: str
    value: float
    least: float

    @property
    def ok(self) -> bool:
        """Whether it holds; the last digit of a float does not decide."""
        return self.value >= self.least - 1e-9

    def __str__(self) -> str:
        return f"{self.name} is {self.value:.3f}, and {self.least:.3f} is asked for"


def reached(figures: Mapping[str, float], least: Mapping[str, float]) -> list[Check]:
    """The figures against what was asked of each."""
    for name in least:
        if name not in figures:
            raise InputError(
                f"there is no {name} to hold against {least[name]:g}: no question of the file has "
                "the labels it needs"
            )
    return [Check(name, figures[name], value) for name, value in least.items()]


def held(figures: Mapping[str, float], earlier: Mapping[str, float], loss: float) -> list[Check]:
    """The figures against an earlier run, which each may miss by so much."""
    missing = [name for name in earlier if name not in figures]
    if missing:
        raise InputError(
            f"the earlier result has {', '.join(missing)}, which this run has not; use the same "
            "--limit and the same questions, or save a new one"
        )
    return [Check(name, figures[name], value - loss) for name, value in earlier.items()]


def _empty(answers: Sequence[Answer]) -> float | None:
    return fmean(not answer.kept for answer in answers) if answers else None
