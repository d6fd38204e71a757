"""How much of what a careful reader wrote down is found again: realmem's memories in 20 hits."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from recollect.evaluate.cases import Case, Question
from recollect.evaluate.run import USER, Ranking, Recollect

NAME = "realmem"
HITS = 20
Counts = dict[str, tuple[int, int]]


def memories(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """What was written down of each case, with the turn it comes from."""
    with gzip.open(folder / f"{NAME}.jsonl.gz", "rt", encoding="utf-8") as file:
        raw = [json.loads(line) for line in file]
    return {case["id"]: case["gold_memories"] for case in raw}


def by_name(system: Recollect, case: Case, gold: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Of the memories, how many lead to their turn when they are asked for in their own words."""
    told = [turn.id for _, _, turns in case.sessions for turn in turns]
    known = set(told)
    asked = [memory for memory in gold if memory["turn"] in known]
    found = 0
    for memory in asked:
        hits = system.memory.search(memory["text"], user_id=USER, limit=HITS, min_relevance=0)
        found += memory["turn"] in {told[int(id[1:])] for hit in hits for id in hit.sources}
    return found, len(asked)


def by_question(
    asks: Callable[[Question], Ranking], found: list[tuple[int, int]], told: list[str]
) -> Callable[[Question], Ranking]:
    """A way of asking that counts the turns a question's memories come from, and those found."""

    def ask(question: Question) -> Ranking:
        ranking = asks(question)
        turns = {told[number] for number, _ in ranking[:HITS]}
        found.append((len(question.turns & turns), len(question.turns)))
        return ranking

    return ask
