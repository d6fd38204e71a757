"""`python -m bench.notes.adding`: what taking notes adds to `add`, on turns that people said.

`python -m bench --only learn` measures the same on made-up turns, of which more say something.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ..figures import FULL, Figure, Run
from ..learning import compared
from .__main__ import parsed
from .sample import every

SETS = ("locomo", "longmemeval_user500", "beam_100k", "realmem")
TURNS = 600
SEED = 3


def main() -> int:
    """Tell each set's turns to a memory with notes and to one without; 1 if one is over."""
    parser = argparse.ArgumentParser(prog="python -m bench.notes.adding", description=__doc__)
    folder = parsed(parser).data
    found = [measured(folder, name) for name in SETS]
    for one in found:
        print(line(one), flush=True)
    return int(any(one.verdict == "over" for one in found))


def measured(folder: Path, name: str) -> Figure:
    """The cost on some turns of a set, drawn by lot."""
    said = [message.content for message, _ in every(folder, name) if message.role != "assistant"]
    random.Random(SEED).shuffle(said)
    with TemporaryDirectory() as place:
        run = Run(FULL, Path(place), lambda _: None)
        [figure] = compared(run, said[:TURNS], name)
    return figure


def line(figure: Figure) -> str:
    """A set's figure in words."""
    parts = figure.parts
    return (
        f"{figure.name}: {figure.value:.1f} {figure.unit} (at most {figure.bound:g}: "
        f"{figure.verdict}), by the clock {parts['by the clock, p50 %']:.1f} % at the median, "
        f"{parts['notes in 100 turns']:.1f} notes in 100 turns"
    )


if __name__ == "__main__":
    sys.exit(main())
