"""Search against the least it could cost, among other users against alone, and of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import apsw
import numpy as np

from recollect import Memory
from recollect.models.minilm import MiniLM
from recollect.write import suspicion

from .corpus import content_words, pages, questions, texts, unit_vectors
from .figures import Figure, Run
from .files import OTHERS_EACH, USER, alone, crowded, written
from .timing import alternate

WARM_UP = 10
TOP = 10
BOUNDS = (1_000_000, 1.0), (100_000, 2.0), (0, 3.0)
"""From so many messages on, at most so many times the floor."""
Sides = tuple[Callable[[str], object], Callable[[str], object]]


class Floor:
    """Embed the question, one exact scan in memory, one FTS5 match, read ten rows. Nothing else."""

    def __init__(self, path: Path, count: int, model: MiniLM) -> None:
        self._model = model
        self._matrix = unit_vectors(count)
        self._db = apsw.Connection(str(path))
        self._db.execute(
            "PRAGMA cache_size=-16384; CREATE TABLE said(n INTEGER PRIMARY KEY, content TEXT); "
            "CREATE VIRTUAL TABLE words USING fts5("
            "content, content='said', content_rowid='n', tokenize='porter unicode61')"
        )
        with self._db:
            self._db.executemany(
                "INSERT INTO said(n, content) VALUES(?, ?)", enumerate(texts(count))
            )
            self._db.execute("INSERT INTO words(words) VALUES('rebuild')")

    def search(self, question: str) -> list[str]:
        """Ten messages, and the work of finding ten more."""
        vector = self._model.embed([question])[0]
        scores = self._matrix @ vector
        best = np.argpartition(-scores, TOP)[:TOP]
        terms = " OR ".join(f'"{word}"' for word in content_words(question))
        self._db.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (terms, TOP)
        ).fetchall()
        rows = best[np.argsort(-scores[best])].tolist()
        return [
            str(self._db.execute("SELECT content FROM said WHERE n = ?", (n,)).get) for n in rows
        ]


def search(run: Run) -> Iterator[Figure]:
    """Searches of one user's messages, few and many."""
    model = MiniLM()
    for count in filter(None, (run.sizes.small, run.sizes.messages, run.sizes.large)):
        yield against_floor(run, count, run.sizes.queries, model)


def against_floor(run: Run, count: int, times: int, model: MiniLM) -> Figure:
    """Searches of so many messages against the least they could cost."""
    path = alone(run, count)
    run.say(f"searching {count:,} messages")
    floor = Floor(run.folder / f"floor-{count}.db", count, model)
    asked = questions(texts(count), times + WARM_UP)
    with Memory(str(path), embedder=model) as memory:
        return compare(
            f"search p50, {count:,} messages",
            next(bound for least, bound in BOUNDS if count >= least),
            "embed, numpy scan, FTS5 match, ten rows",
            (partial(ask, memory), floor.search),
            asked,
        )


def others(run: Run) -> Iterator[Figure]:
    """The same searches in a file of one's own and in a file that many others fill."""
    count, strangers = run.sizes.messages, run.sizes.others
    quiet, full = crowded(run, count, strangers)
    run.say("searching with and without the others")
    model = MiniLM()
    asked = questions(texts(count), run.sizes.queries + WARM_UP)
    with Memory(str(quiet), embedder=model) as lone, Memory(str(full), embedder=model) as among:
        yield compare(
            f"search p50 among {strangers * OTHERS_EACH:,} others",
            1.15,
            "the same messages alone in a file",
            (partial(ask, among), partial(ask, lone)),
            asked,
        )


def imported(run: Run) -> Iterator[Figure]:
    """Searches of pages that may instruct a model, none of which was looked at before."""
    count = run.sizes.small or run.sizes.messages
    said = pages(count)
    own, theirs = written(run, said, None), written(run, said, "https://pages.example")
    run.say(f"searching {count:,} pages")
    model = MiniLM()
    asked = questions(said, run.sizes.queries + WARM_UP)
    with Memory(str(theirs), embedder=model) as outside, Memory(str(own), embedder=model) as inside:
        yield compare(
            f"search p50, {count:,} imported pages",
            2.0,
            "the same texts as the user's own words",
            (partial(ask_anew, outside), partial(ask_anew, inside)),
            asked,
        )


def ask_anew(memory: Memory, question: str) -> object:
    """A search that remembers of no text whether it reads like an instruction."""
    suspicion.forget()
    return ask(memory, question)


def compare(name: str, bound: float, against: str, sides: Sides, asked: list[str]) -> Figure:
    """Ask both sides everything and hold the medians against each other."""
    ours, base = sides
    times = alternate(lambda i: ours(asked[i]), lambda i: base(asked[i]), len(asked))
    mine, least = (median(taken.wall[WARM_UP:]) for taken in times)
    cpu, cpu_least = (median(taken.cpu[WARM_UP:]) for taken in times)
    # On a busy machine both sides mostly wait, and that hides a difference between them.
    parts = {
        "ours ms": mine * 1e3,
        "baseline ms": least * 1e3,
        "by CPU time x": cpu / cpu_least,
    }
    return Figure(name, mine / least, "x", bound, against=against, parts=parts)


def ask(memory: Memory, question: str) -> object:
    """A search that always reads ten rows, whatever they are worth."""
    return memory.search(question, user_id=USER, limit=TOP, min_relevance=0)
