"""Conversations with questions: one case a line of `NAME.jsonl.gz`, in the format of the data."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from recollect import Message
from recollect.times import moment

SETS = (
    "locomo",
    "longmemeval_user500",
    "longmemeval_s",
    "longmemeval_full88",
    "beam_100k",
    "realmem",
    "locomo_plus",
    "mab_conflict",
    "memdaily_zh",
)
ROLES = ("user", "assistant", "system")


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance of a conversation."""

    id: str
    session: str
    speaker: str
    text: str
    date: str | None

    def message(self, number: int = 0) -> Message:
        """What `add` takes; the number is its id, as ids may repeat in a set."""
        named = self.speaker not in ROLES
        role, name = ("user", self.speaker) if named else (self.speaker, None)
        said = Message(self.text, role, name, id=f"t{number}")
        return replace(said, at=moment(self.date)) if self.date else said


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the evidence that answers it."""

    id: str
    text: str
    category: str
    date: str | None
    before: str | None
    """Only sessions before this one may be searched."""
    turns: frozenset[str]
    sessions: frozenset[str]
    abstain: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation and what is asked about it."""

    id: str
    dataset: str
    sessions: list[tuple[str, str | None, list[Turn]]]
    questions: list[Question]
    speakers: tuple[str, ...] = field(default=())


def load(folder: Path, name: str, most: int | None = None) -> Iterator[Case]:
    """The cases of a set, at most so many."""
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if most is not None and number >= most:
                return
            yield read(json.loads(line), name)


def read(raw: dict[str, Any], name: str) -> Case:
    """A case from its JSON."""
    sessions = [_session(session) for session in raw["sessions"]]
    turns = {turn.id for _, _, said in sessions for turn in said}
    known = {id for id, _, _ in sessions}
    return Case(
        str(raw["id"]),
        name,
        sessions,
        [_question(question, turns, known) for question in raw["questions"]],
    )


def _session(raw: dict[str, Any]) -> tuple[str, str | None, list[Turn]]:
    id, date = str(raw["id"]), raw.get("date")
    turns = [
        Turn(str(turn["id"]), id, turn["role"], turn["text"], date)
        for turn in raw["turns"]
        if turn["text"].strip()
    ]
    return id, date, turns


def _question(raw: dict[str, Any], turns: set[str], sessions: set[str]) -> Question:
    labelled = raw.get("turn_labels", True)
    return Question(
        str(raw["id"]),
        raw["text"],
        raw.get("category") or "",
        raw.get("date"),
        raw.get("asof"),
        frozenset(raw.get("evidence_turns") or ()) & turns if labelled else frozenset(),
        frozenset(raw.get("evidence_sessions") or ()) & sessions,
        bool(raw.get("abstain")),
    )
