"""`make bench-stores`: the same conversations in every store, the same ten best of each question.

python -m bench.stores --sets locomo realmem --cases 2
python -m bench.stores --stores postgresql redis --show 5

Each store is told every case and asked its questions, once by words alone and once by everything.
What it finds is held against what SQLite finds. Servers are started for the run. Ends with 1 if a
store finds other records by words, or shares less than 99 % of the ten with SQLite.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recollect import Hit, Memory, Message
from recollect.errors import RecollectError
from recollect.evaluate.cases import Case, Question, Turn
from recollect.evaluate.run import Ranking, answers
from recollect.wiring import BUILT_IN, embedder

from .recall.data import load
from .recall.embedding import Cached
from .recall.options import options, parsed

FIRST = "sqlite"
TOP = 10
LEAST = 0.99
USER = "asker"
RAM = "/dev/shm"

Place = Callable[[int], str]
"""The URL of a fresh memory for a case, by its number."""
Best = list[tuple[str, ...]]
"""What was found for one question, best first, named so that every store names it alike."""


def on_disk(form: str) -> Callable[[ExitStack, Path], Place]:
    """A file or folder for each case."""
    return lambda stack, folder: lambda number: f"{folder}/{form.format(number)}"


def in_memory(stack: ExitStack, folder: Path) -> Place:
    """The process itself."""
    return lambda number: "memory://"


def postgres(stack: ExitStack, folder: Path) -> Place:
    """One database; each case has an owner of its own."""
    from tests.engines import postgres as engine

    named = os.environ.get("RECOLLECT_TEST_POSTGRES")
    server = named or stack.enter_context(engine.server(*engine.QUICK)).url
    url = stack.enter_context(engine.database(server, f"recollect_stores_{os.getpid()}"))
    return lambda number: url


def redis(program: str) -> Callable[[ExitStack, Path], Place]:
    """One server; each case has a prefix of its own."""

    def place(stack: ExitStack, folder: Path) -> Place:
        from tests.engines import redis as engine

        found = getattr(engine, program)()
        url = stack.enter_context(engine.server(found, *engine.QUICK)).url
        return lambda number: f"{url}?prefix=case{number}"

    return place


STORES: dict[str, Callable[[ExitStack, Path], Place]] = {
    "sqlite": on_disk("{}.db"),
    "postgresql": postgres,
    "redis 8": redis("modern"),
    "redis 7": redis("older"),
    "json": on_disk("{}.json"),
    "yaml": on_disk("{}.yaml"),
    "markdown": on_disk("{}/"),
    "memory": in_memory,
}


class Told:
    """A memory that is told a case; it keeps what it found for each question."""

    def __init__(self, url: str, user: str, said: dict[str, Message], model: Any) -> None:
        self.memory = Memory(url, embedder=model, learn="now", llm=None)
        self.found: dict[str, Best] = {}
        self._user, self._said = user, said
        self._last = max((one.at for one in said.values()), default=datetime.now(UTC))

    def tell(self, turns: Sequence[Turn]) -> None:
        """Add a session as it was said."""
        if turns:
            said = [self._said[turn.id] for turn in turns]
            self.memory.add(said, user_id=self._user, session_id=turns[0].session)

    def ask(self, question: Question) -> Ranking:
        """Search, without a threshold, at a moment that is the same for every store."""
        at = question.date or self._last
        hits = self.memory.search(
            question.text, user_id=self._user, limit=TOP, min_relevance=0, at=at
        )
        self.found[question.id] = [named(hit) for hit in hits]
        return Ranking([])

    def close(self) -> None:
        """Let go of it."""
        self.memory.close()


def named(hit: Hit) -> tuple[str, ...]:
    """A message by its id, which was given; a note by what it says, as each store has its own."""
    if hit.message_id is not None:
        return ("message", hit.message_id)
    return ("note", hit.text, *hit.sources)


def asked(case: Case, url: str, user: str, said: dict[str, Message], model: Any) -> dict[str, Best]:
    """What a store finds for every question of a case."""
    told = Told(url, user, said, model)
    try:
        answers(case, told, {"": told.ask})
    finally:
        told.close()
    return told.found


@dataclass(slots=True)
class Tally:
    """How a store did beside the first one."""

    questions: int = 0
    same: int = 0
    shared: float = 0.0
    seconds: float = 0.0
    differ: list[str] = field(default_factory=list)

    def add(self, case: Case, theirs: dict[str, Best], first: dict[str, Best]) -> None:
        """Compare a case."""
        for id, best in first.items():
            here = theirs[id]
            self.questions += 1
            self.same += here == best
            self.shared += len(set(here) & set(best)) / len(set(best)) if best else not here
            if here != best:
                places = [n for n, (a, b) in enumerate(zip(here, best, strict=False)) if a != b]
                self.differ.append(f"{case.dataset}/{case.id}/{id}: places {places}")

    @property
    def overlap(self) -> float:
        """The mean share of the ten."""
        return self.shared / self.questions if self.questions else 1.0


@dataclass(slots=True)
class Line:
    """One store: by words alone, and by everything."""

    words: Tally = field(default_factory=Tally)
    whole: Tally = field(default_factory=Tally)

    @property
    def holds(self) -> bool:
        """Whether it answers as the first one does."""
        return self.words.same == self.words.questions and self.whole.overlap >= LEAST


def compared(cases: Sequence[Case], places: dict[str, Place], model: Any) -> dict[str, Line]:
    """Every store beside the first."""
    lines = {name: Line() for name in places}
    for number, case in enumerate(cases):
        every = (turn for _, _, turns in case.sessions for turn in turns)
        said = {turn.id: turn.message(place) for place, turn in enumerate(every)}
        for part, (what, by) in enumerate((("words", None), ("whole", model))):
            first: dict[str, Best] = {}
            for name, place in places.items():
                start = time.monotonic()
                url, user = place(2 * number + part), f"{USER}{2 * number + part}"
                found = asked(case, url, user, said, by)
                first = first or found
                tally: Tally = getattr(lines[name], what)
                tally.add(case, found, first)
                tally.seconds += time.monotonic() - start
        print(f"{number + 1}/{len(cases)} cases", end="\r", file=sys.stderr, flush=True)
    return lines


@contextmanager
def opened(names: Sequence[str]) -> Iterator[dict[str, Place]]:
    """The stores, the first of them first, as long as the run takes."""
    with ExitStack() as stack:
        base = RAM if os.access(RAM, os.W_OK) else None
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="stores-", dir=base))
        chosen = [name for name in STORES if name == FIRST or name in names]
        yield {name: STORES[name](stack, Path(folder)) for name in chosen}


def table(lines: dict[str, Line]) -> str:
    """A row a store."""
    head = ("store", "questions", "same by words", "same ten", f"overlap@{TOP}", "seconds", "")
    rows = [head]
    for name, line in lines.items():
        words, whole = line.words, line.whole
        rows.append(
            (
                name,
                f"{whole.questions:,}",
                f"{100 * words.same / max(words.questions, 1):.2f} %",
                f"{100 * whole.same / max(whole.questions, 1):.2f} %",
                f"{whole.overlap:.4f}",
                f"{words.seconds + whole.seconds:.0f}",
                "ok" if line.holds else "differs",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in (0, len(head) - 1) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def main() -> int:
    """Compare, show, and say whether all agree."""
    chosen = arguments()
    cases = [case for name in chosen.sets for case in load(chosen.data, name, chosen.cases)]
    if chosen.questions:
        cases = [replace(case, questions=case.questions[: chosen.questions]) for case in cases]
    model = Cached(embedder(BUILT_IN), chosen.cache)
    with opened(chosen.stores) as places:
        lines = compared(cases, places, model)
    print(f"\n{len(cases)} cases of {', '.join(chosen.sets)}, held against {FIRST}\n")
    print(table(lines))
    for name, line in lines.items():
        for what in ("words", "whole"):
            for one in getattr(line, what).differ[: chosen.show]:
                print(f"{name}, {what}: {one}")
    return int(not all(line.holds for line in lines.values()))


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = options("bench.stores", __doc__)
    known = [name for name in STORES if name != "redis 7" or shutil.which("redis-server")]
    add = parser.add_argument
    add("--stores", nargs="+", default=known, choices=STORES, metavar="NAME", help=str(known))
    add("--questions", type=int, help="at most so many questions a case")
    add("--show", type=int, default=0, help="name so many differences of each store")
    return parsed(parser)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RecollectError as error:
        sys.exit(f"error: {error}")
