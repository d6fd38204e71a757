"""Conversations with questions: one case a line of JSON, in a plain file or a `.gz`."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from ..errors import InputError
from ..times import moment
from ..types import ROLES, Message
from .fields import Fields


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance of a conversation."""

    id: str
    session: str
    speaker: str
    text: str
    date: str | None

    def message(self, number: int = 0) -> Message:
        """What `add` takes; its id is the number, as a turn's is only known within its case."""
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
    """The conversation does not answer it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation and what is asked about it."""

    id: str
    dataset: str
    sessions: list[tuple[str, str | None, list[Turn]]]
    questions: list[Question]


def load(
    path: Path, most: int | None = None, seen: Callable[[Case, int], None] | None = None
) -> Iterator[Case]:
    """The cases of a file, at most so many; an InputError names the line and field at fault.

    `seen` is called with each, and the number of its line.
    """
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    try:
        with _opened(path) as file:
            for number, case in islice(_cases(file, name), most):
                if seen is not None:
                    seen(case, number)
                yield case
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path} is not lines of JSON in UTF-8, plain or .gz: {error}") from None


def read(raw: Any, name: str, id: str = "1") -> Case:
    """A case from its JSON; one that does not say its set and its id gets these."""
    case = Fields(raw)
    sessions = [_session(one) for one in case.objects("sessions")]
    _distinct([session for session, _, _ in sessions], "sessions")
    places = {turn.id: (turn.session, turn.text) for _, _, turns in sessions for turn in turns}
    _distinct([turn.id for _, _, turns in sessions for turn in turns], "turns")
    asked = enumerate(case.objects("questions"), start=1)
    return Case(
        case.text("id", id),
        case.text("dataset", name),
        [(session, date, _spoken(turns)) for session, date, turns in sessions],
        [_question(one, str(i), places, [session[0] for session in sessions]) for i, one in asked],
    )


def _opened(path: Path) -> TextIO:
    if path.is_dir():
        raise InputError(f"{path} is a folder; name a file")
    if not path.is_file():
        raise InputError(f"there is no file {path}")
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")


def _cases(lines: Iterable[str], name: str) -> Iterator[tuple[int, Case]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield number, read(json.loads(line), name, str(number))
        except (json.JSONDecodeError, RecursionError) as error:
            raise InputError(f"line {number} is not JSON: {error}") from None
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None


def _session(raw: Fields) -> tuple[str, str | None, list[Turn]]:
    id, date = raw.name("id"), raw.date("date")
    turns = [
        Turn(one.text("id"), id, one.name("role"), one.said("text"), one.date("date") or date)
        for one in raw.objects("turns")
    ]
    return id, date, turns


def _spoken(turns: Sequence[Turn]) -> list[Turn]:
    """Without those that say nothing: there is nothing to keep, and nothing to find."""
    return [turn for turn in turns if turn.text]


def _question(
    raw: Fields, id: str, places: dict[str, tuple[str, str]], sessions: Sequence[str]
) -> Question:
    abstain = raw.flag("abstain", False)
    if not abstain and "evidence_turns" not in raw and "evidence_sessions" not in raw:
        raise InputError(
            f"{raw.where} needs evidence_turns or evidence_sessions; or abstain: true, if the "
            "conversation does not answer it"
        )
    turns = raw.ids("evidence_turns", places)
    for silent in sorted(turns & {id for id, (_, text) in places.items() if not text}):
        raise InputError(
            f"{raw.path('evidence_turns')} names {silent[:40]!r}, a turn without words; there is "
            "nothing to find"
        )
    before = raw.text("asof") if "asof" in raw else None
    if before is not None and before not in sessions:
        raise InputError(f"{raw.path('asof')} names {before[:40]!r}, which is not in this case")
    return Question(
        raw.text("id", id),
        raw.asked("text"),
        raw.words("category") if "category" in raw else "",
        raw.date("date"),
        before,
        turns if raw.flag("turn_labels", True) else frozenset(),
        raw.ids("evidence_sessions", sessions) or frozenset(places[turn][0] for turn in turns),
        abstain,
    )


def _distinct(ids: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise InputError(f"{what}: the id {id[:40]!r} is given twice in this case")
        seen.add(id)
