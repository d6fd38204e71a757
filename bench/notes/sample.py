"""The notes that the rules take from the development data, and a fixed sample of them."""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from recollect.types import Message
from recollect.write.rules import Proposal, propose

from ..recall.data import Case, load

SHARES = {
    "realmem": 50,
    "longmemeval_user500": 50,
    "longmemeval_s": 50,
    "longmemeval_full88": 50,
}
SEED = 271828


@dataclass(frozen=True, slots=True)
class Taken:
    """A note, and the turn it was taken from."""

    set: str
    case: str
    turn: str
    said: str
    note: Proposal

    @property
    def mark(self) -> str:
        """What a verdict knows it by; no word of the set can be read from it."""
        text = f"{self.note.rule}\n{self.note.act}\n{self.note.kind}\n{self.note.text}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(slots=True)
class Reading:
    """All notes of a set, and what they cost."""

    notes: list[Taken]
    turns: int = 0
    seconds: float = 0.0


def read(folder: Path, name: str) -> Reading:
    """Every note of a set; a turn that occurs in many cases counts once."""
    reading = Reading([])
    seen: set[str] = set()
    for case in load(folder, name):
        for turn, message, before in _messages(case):
            if message.content in seen:
                continue
            seen.add(message.content)
            start = time.perf_counter()
            found = propose(message, before)
            reading.seconds += time.perf_counter() - start
            reading.turns += 1
            reading.notes += (
                Taken(name, case.id, turn, message.content, proposal) for proposal in found
            )
    return reading


def every(folder: Path, name: str) -> Iterator[tuple[Message, Message | None]]:
    """Every message of a set, with the one before it; one that occurs in many cases comes once."""
    seen: set[str] = set()
    for case in load(folder, name):
        for _, message, before in _messages(case):
            if message.content not in seen:
                seen.add(message.content)
                yield message, before


def draw(readings: dict[str, Reading]) -> list[Taken]:
    """The sample: of each set the first notes in an order that the seed and their hashes fix.

    A rule that changes moves only its own notes in or out, and the sets, which share
    conversations, do not give the same note twice.
    """
    sample: dict[str, Taken] = {}
    for name, count in SHARES.items():
        notes = {taken.mark: taken for taken in readings[name].notes if taken.mark not in sample}
        order = sorted(notes, key=lambda mark: _place(name, mark))
        sample |= {mark: notes[mark] for mark in order[:count]}
    return list(sample.values())


def _place(name: str, mark: str) -> bytes:
    return hashlib.sha256(f"{SEED} {name} {mark}".encode()).digest()


def gold(folder: Path) -> tuple[int, int]:
    """How many of realmem's memories have a note from the turn they come from, and of how many.

    Only those whose turn is a user's: the others are what the assistant wrote.
    """
    noted = total = 0
    path = folder / "realmem.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        raw: list[dict[str, Any]] = [json.loads(line) for line in file]
    for record, case in zip(raw, load(folder, "realmem"), strict=True):
        said = {turn: (message, before) for turn, message, before in _messages(case)}
        for memory in record["gold_memories"]:
            message, before = said.get(memory["turn"], (None, None))
            if message is not None and message.role == "user":
                total += 1
                noted += bool(propose(message, before))
    return noted, total


def evidence(folder: Path) -> tuple[int, int]:
    """How many user turns that LongMemEval asks about have a note, and of how many."""
    noted = total = 0
    for case in load(folder, "longmemeval_user500"):
        wanted = {turn for question in case.questions for turn in question.turns}
        for turn, message, before in _messages(case):
            if turn in wanted:
                total += 1
                noted += bool(propose(message, before))
    return noted, total


def _messages(case: Case) -> Iterator[tuple[str, Message, Message | None]]:
    for _, _, turns in case.sessions:
        before = None
        for turn in turns:
            message = turn.message()
            yield turn.id, message, before
            before = message
