"""`python -m bench.notes`: how many of the rules' notes are right, how many there are, their cost.

The sample is drawn anew; every note in it must have a verdict in `verdicts.jsonl`, known by the
hash of the note. `--show` prints what has none, with its turn, so that somebody can judge it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .sample import SHARES, Reading, Taken, draw, evidence, gold, read

HERE = Path(__file__).parent
DATA = HERE.parents[1].parent / "shared" / "data"
VERDICTS = HERE / "verdicts.jsonl"
GOAL = 0.9
Verdict = dict[str, Any]


def main() -> int:
    """Draw, look up, and say; 1 when a verdict is missing or the notes are not good enough."""
    chosen = arguments()
    readings = {name: read(chosen.data, name) for name in SHARES}
    sample = draw(readings)
    known = verdicts(VERDICTS)
    missing = [taken for taken in sample if key(taken) not in known]
    if chosen.show:
        show(missing)
    judged = [known[key(taken)] for taken in sample if key(taken) in known]
    for name, reading in readings.items():
        print(line(name, reading))
    print(share("realmem memories with a note from their turn", *gold(chosen.data)))
    print(share("longmemeval user turns asked about, with a note", *evidence(chosen.data)))
    print(report(judged))
    for seed, right, all in draws(known.values()):
        print(share(f"drawn with seed {seed} from turns never judged, and right", right, all))
    if missing:
        print(f"{len(missing)} of the sample have no verdict; judge them: --show")
    right = sum(verdict["right"] for verdict in judged)
    return int(bool(missing) or right < GOAL * len(sample))


def line(name: str, reading: Reading) -> str:
    """A set's yield and cost."""
    per = 100 * len(reading.notes) / max(1, reading.turns)
    spent = 1000 * reading.seconds / max(1, reading.turns)
    return (
        f"{name}: {reading.turns:,} turns, {len(reading.notes):,} notes, "
        f"{per:.1f} for 100 turns, {spent:.3f} ms a turn"
    )


def share(what: str, part: int, whole: int) -> str:
    """A share in words."""
    return f"{what}: {part:,} of {whole:,} ({100 * part / max(1, whole):.1f} %)"


def report(judged: list[Verdict]) -> str:
    """Precision by rule, by set, and overall."""
    groups: defaultdict[str, list[bool]] = defaultdict(list)
    for verdict in judged:
        for group in (verdict["rule"], verdict["set"], "precision"):
            groups[group].append(verdict["right"])
    rows = [
        f"{name:32} {sum(right):4} of {len(right):4}  {sum(right) / len(right):.3f}"
        for name, right in sorted(groups.items(), key=lambda item: (len(item[1]), item[0]))
    ]
    return "\n".join(rows)


def draws(judged: Iterable[Verdict]) -> list[tuple[int, int, int]]:
    """Further draws, each judged once at first sight: seed, right, all."""
    groups: defaultdict[int, list[bool]] = defaultdict(list)
    for verdict in judged:
        if "draw" in verdict:
            groups[verdict["draw"]].append(verdict["right"])
    return [(seed, sum(right), len(right)) for seed, right in groups.items()]


def key(taken: Taken) -> tuple[str, str]:
    """What finds a note's verdict: its turn and its hash."""
    return taken.turn, taken.mark


def verdicts(path: Path) -> dict[tuple[str, str], Verdict]:
    """The verdicts by turn and hash."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    rows = [json.loads(row) for row in lines]
    return {(row["turn"], row["hash"]): row for row in rows}


def show(missing: list[Taken]) -> None:
    """What is to be judged, on the screen only."""
    for taken in missing:
        note = taken.note
        row = {"set": taken.set, "case": taken.case, "turn": taken.turn}
        print(json.dumps({**row, "rule": note.rule, "hash": taken.mark}, ensure_ascii=False))
        print(f"  {note.text}  [{note.kind}, {note.slot}, {note.valid_from}]")
        print(f"  {taken.said[max(0, note.span[0] - 300) : note.span[1] + 200]!r}")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.notes", description=__doc__)
    parser.add_argument("--show", action="store_true", help="print notes without a verdict")
    return parsed(parser)


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What was asked, with the folder of the sets, which must be there."""
    parser.add_argument("--data", type=Path, default=DATA, help="folder of NAME.jsonl.gz")
    chosen = parser.parse_args()
    if not chosen.data.is_dir():
        parser.error(f"no data in {chosen.data}; name its folder with --data")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
