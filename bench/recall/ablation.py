"""What each part of the ranking is worth: it is switched off, and all else stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from statistics import fmean
from typing import Any

from recollect.evaluate.cases import Question
from recollect.evaluate.run import Answer, Ask, Ranking
from recollect.evaluate.summary import means

# Not `from … import`: the ranking looks its weights up here whenever it ranks.
WORTH: Any = import_module("recollect.read.worth")
WIDE = 42
"""Characters of the name of a part."""
SCORES = ("turns recall@10", "sessions recall@10")


def pieces() -> tuple[str, ...]:
    """The parts that can be switched off, in plain words."""
    return tuple(WORTH.PIECES)


@contextmanager
def without(piece: str) -> Iterator[None]:
    """Rank without a part, for a while."""
    whole = WORTH.WEIGHTS
    WORTH.WEIGHTS = replace(whole, **WORTH.PIECES[piece])
    try:
        yield
    finally:
        WORTH.WEIGHTS = whole


def ask_without(piece: str, ask: Ask, question: Question) -> Ranking:
    """The ranking that a question gets without a part."""
    with without(piece):
        return ask(question)


def worth(answers: Sequence[Answer], score: str, whole: str) -> list[tuple[str, list[float]]]:
    """A row a part: how a score changes without it on each set, and in the mean of the sets.

    The first row is the score of the whole.
    """
    sets = list(dict.fromkeys(answer.set for answer in answers))
    systems = [name for name in dict.fromkeys(a.system for a in answers) if name in pieces()]
    table = {name: _means(answers, name, sets, score) for name in (whole, *systems)}
    known = [i for i, value in enumerate(table[whole]) if value == value]
    rows = [(whole, table[whole])]
    rows += [
        (name, [part - all for part, all in zip(table[name], table[whole], strict=True)])
        for name in systems
    ]
    full = [(name, [*row, fmean(row[i] for i in known)]) for name, row in rows if known]
    return full[:1] + sorted(full[1:], key=lambda row: row[1][-1])


def _means(answers: Sequence[Answer], system: str, sets: Sequence[str], score: str) -> list[float]:
    mine = [answer for answer in answers if answer.system == system]
    nothing = float("nan")
    return [means([one for one in mine if one.set == name]).get(score, nothing) for name in sets]


def ablation_table(answers: Sequence[Answer], whole: str) -> str:
    """What recall@10 loses (or gains) without each part, for turns and for sessions."""
    sets = list(dict.fromkeys(answer.set for answer in answers))
    lines: list[str] = []
    for score in SCORES:
        lines += ["", f"{score}, and what it changes by without a part", _head([*sets, "mean"])]
        for i, (name, values) in enumerate(worth(answers, score, whole)):
            label = name if i == 0 else f"without {name}"
            cells = ["–" if v != v else f"{v:.3f}" if i == 0 else f"{v:+.3f}" for v in values]
            lines.append(f"{label:{WIDE}}" + " ".join(f"{cell:>11}" for cell in cells))
    return "\n".join(lines)


def _head(names: Sequence[str]) -> str:
    short = [name.replace("longmemeval", "lme") for name in names]
    return f"{'':{WIDE}}" + " ".join(f"{name:>11}" for name in short)
