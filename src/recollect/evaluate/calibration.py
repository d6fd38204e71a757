"""Whether `relevance` means what it says, and whether it tells apart what nobody said."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .run import Answer

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """The hits whose relevance lies in one tenth: how sure they were, and how many were right."""

    low: float
    high: float
    predicted: float
    right: float
    weight: float
    """How many questions they make up: the hits of one question weigh one together."""
    hits: int


def bins(answers: Iterable[Answer]) -> list[Bin]:
    """The reliability diagram over the first hits of the questions whose turns are known."""
    held: list[list[tuple[float, bool, float]]] = [[] for _ in range(BINS)]
    for answer in answers:
        if answer.abstain or not answer.evidence:
            continue
        for turn, sure in zip(answer.turns, answer.relevance, strict=True):
            one = (sure, turn in answer.evidence, 1 / len(answer.turns))
            held[min(int(sure * BINS), BINS - 1)].append(one)
    return [_bin(i / BINS, (i + 1) / BINS, hits) for i, hits in enumerate(held)]


def _bin(low: float, high: float, hits: Sequence[tuple[float, bool, float]]) -> Bin:
    weight = sum(share for _, _, share in hits)
    if not hits:
        return Bin(low, high, 0.0, 0.0, 0.0, 0)
    predicted = sum(sure * share for sure, _, share in hits) / weight
    right = sum(share for _, good, share in hits if good) / weight
    return Bin(low, high, predicted, right, weight, len(hits))


def calibration_error(diagram: Sequence[Bin]) -> float | None:
    """The expected calibration error: how far relevance is from the share that is right."""
    total = sum(one.weight for one in diagram)
    if not total:
        return None
    return sum(one.weight * abs(one.predicted - one.right) for one in diagram) / total


def separation(answers: Sequence[Answer]) -> float | None:
    """AUROC of being sure: questions with evidence against those that nothing answers."""
    return auroc(
        [answer.helps for answer in answers if answer.scores],
        [answer.helps for answer in answers if answer.abstain],
    )


def auroc(high: Sequence[float], low: Sequence[float]) -> float | None:
    """How often one of the first is above one of the second; a tie counts half."""
    if not high or not low:
        return None
    order = sorted(low)
    below = sum(bisect_left(order, value) + bisect_right(order, value) for value in high)
    return below / 2 / len(high) / len(low)


def drawn(diagram: Sequence[Bin], width: int = 30) -> list[str]:
    """The diagram as lines of text: a bar for the share that is right, a mark for what was said."""
    lines = [f"{'relevance':>10}  {'said':>5}  {'right':>5}  {'hits':>7}"]
    for one in diagram:
        if one.hits:
            span = f"{one.low:.1f} – {one.high:.1f}"
            figures = f"{one.predicted:5.3f}  {one.right:5.3f}  {one.hits:7,}"
            lines.append(f"{span:>10}  {figures}  {_bar(one, width)}")
    return lines


def _bar(one: Bin, width: int) -> str:
    cells = ["█"] * round(one.right * width)
    cells += [" "] * (width - len(cells))
    mark = min(round(one.predicted * width), width - 1)
    cells[mark] = "│" if cells[mark] == " " else "┃"
    return "".join(cells).rstrip()
