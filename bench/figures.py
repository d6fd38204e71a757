"""What a run measures: one number, what it is held against, and whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    small: int = 1_000
    """The smaller search; 0 leaves it out."""
    messages: int = 10_000
    """One user's, wherever a figure speaks of a file."""
    large: int = 100_000
    """The larger search; 0 leaves it out."""
    others: int = 1_000
    """Other users in the same file, a thousand messages each."""
    texts: int = 2_000
    """Embedded at a time, raw and by `add`."""
    grown: int = 10_000
    """Added in the process whose memory is measured."""
    rounds: int = 5
    """Repeats of what takes seconds."""
    processes: int = 41
    """Fresh processes for each import."""
    queries: int = 300
    """Searches on each side."""
    growth: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000)
    """The searches of a growing memory, which a run makes only when it is asked to."""


FULL = Sizes()
QUICK = Sizes(
    large=0, others=50, texts=400, grown=500, rounds=3, processes=15, queries=150,
    growth=(1_000, 10_000),
)  # fmt: skip
TINY = Sizes(0, 300, 0, 1, 20, 20, 1, 1, 4, (100, 300))


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `bound` is what it must stay under, or reach if `least`."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    least: bool = False
    against: str = ""
    parts: dict[str, float] = field(default_factory=dict)
    """What the value was made from, in the units that the names say."""

    @property
    def verdict(self) -> Literal["ok", "over", "under", "-"]:
        """Whether the bound holds; `-` where there is none."""
        if self.bound is None:
            return "-"
        if self.least:
            return "ok" if self.value >= self.bound else "under"
        return "ok" if self.value <= self.bound else "over"


@dataclass(frozen=True, slots=True)
class Run:
    """What every measurement gets: how much, where, and a way to tell how it is going."""

    sizes: Sizes
    folder: Path
    say: Callable[[str], None]


Measure: TypeAlias = Callable[[Run], Iterator[Figure]]
