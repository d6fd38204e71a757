"""What was said later and what it superseded, by question, from the sets that tell."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Ask how it was before, or for both: the older statement is as good an answer.
BOTH = frozenset({"0ddfec37", "89941a94", "f685340e"})
KINDS = ("knowledge-update", "knowledge_update", "contradiction_resolution", "conflict_single")


@dataclass(frozen=True, slots=True)
class Pair:
    """Turns that hold the newest statement, and those that it superseded."""

    newest: frozenset[str]
    superseded: frozenset[str]

    def order(self, turns: tuple[str, ...]) -> bool | None:
        """Whether the newest ranks above the superseded; None when not both are found."""
        newest = [place for place, turn in enumerate(turns) if turn in self.newest]
        older = [place for place, turn in enumerate(turns) if turn in self.superseded]
        return newest[0] < older[0] if newest and older else None


def pairs(folder: Path, name: str) -> dict[tuple[str, str], Pair]:
    """The pairs of a set, by case and question."""
    path = folder / f"{name}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return {key: pair for line in file for key, pair in _pairs(json.loads(line))}


def _pairs(case: dict[str, Any]) -> Iterator[tuple[tuple[str, str], Pair]]:
    turns = [
        (session["date"] or "", number, session["id"], turn["id"])
        for number, session in enumerate(case["sessions"])
        for turn in session["turns"]
    ]
    order = {turn: place for place, (*_, turn) in enumerate(sorted(turns, key=lambda t: t[:2]))}
    where = {turn: session for _, _, session, turn in turns}
    for question in case["questions"]:
        if question["category"] in KINDS and not question.get("abstain"):
            older, newer = _two(question, order, where)
            if older and newer and question["id"] not in BOTH:
                yield (case["id"], question["id"]), Pair(frozenset(newer), frozenset(older))


def _two(
    question: dict[str, Any], order: dict[str, int], where: dict[str, str]
) -> tuple[set[str], set[str]]:
    """The older and the newer turns of a question's evidence; both empty if there are not two."""
    evidence = set(question["evidence_turns"])
    if "superseded_turns" in question:
        return set(question["superseded_turns"]), evidence
    if "evidence_roles" in question:
        roles = question["evidence_roles"]
        if "updated_info" in roles:
            return set(roles["original_info"]), set(roles["updated_info"])
        one, other = (set(turns) for turns in roles.values())
        one, other = one - other, other - one
        return (one, other) if _first(one, order) < _first(other, order) else (other, one)
    if question["category"] != "knowledge-update" or not evidence:
        return set(), set()
    last = where[max(evidence, key=lambda turn: order[turn])]
    newer = {turn for turn in evidence if where[turn] == last}
    return evidence - newer, newer


def _first(turns: set[str], order: dict[str, int]) -> int:
    return min((order[turn] for turn in turns), default=0)
