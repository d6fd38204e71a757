"""Measuring on a machine that others use too: baseline and ours take turns, and medians count."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

Step = Callable[[int], object]


@dataclass(slots=True)
class Taken:
    """Seconds of each turn, by the clock and by the processor."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def turn(self, step: Step, i: int) -> None:
        """Run a step and note how long it took."""
        wall, cpu = perf_counter(), process_time()
        step(i)
        self.cpu.append(process_time() - cpu)
        self.wall.append(perf_counter() - wall)


def alternate(ours: Step, baseline: Step, times: int) -> tuple[Taken, Taken]:
    """What each call of both took, one after the other; who goes first changes every time."""
    mine, theirs = Taken(), Taken()
    for i in range(times):
        turns = (ours, mine), (baseline, theirs)
        for step, taken in turns if i % 2 else turns[::-1]:
            taken.turn(step, i)
    return mine, theirs


def ratio(ours: list[float], baseline: list[float]) -> float:
    """The median of the ratios of neighbours, for a few long turns."""
    return median(a / b for a, b in zip(ours, baseline, strict=True))


def fresh(code: str, *arguments: str, folder: Path) -> str:
    """What a new interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    if done.returncode:
        raise RuntimeError(f"a measured process failed:\n{done.stderr}")
    return done.stdout
