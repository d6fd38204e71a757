"""PostgreSQL: commits and searches against plain SQL of the same shape, alone and among others.

python -m bench.postgres [--tiny] [--only NAME …] [--json FILE]

It starts a server of its own out of the tests' package; RECOLLECT_TEST_POSTGRES names another one.
Ends with 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import numpy as np
import psycopg

from recollect.drivers.postgres import PostgresStore, postings
from recollect.drivers.postgres.keys import owner_key
from recollect.drivers.postgres.sync import graphs
from recollect.drivers.postgres.sync import search as searching
from recollect.models.minilm import MiniLM
from recollect.orders import Batch, Look, Nearest, Put, Vector
from recollect.text import query_terms, terms
from recollect.types import Message, Owner, Scope
from tests.engines import postgres as engine

from . import report
from .corpus import lifelike, questions, texts
from .figures import Figure
from .report import say
from .timing import alternate

ME = Scope("me")
MODEL = "bench"
TOP, LIMIT, WARM_UP = 10, 50, 5
AMONG, RECALL = 1.3, 0.99
SETTINGS = ("shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=1GB")


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    mine: int = 10_000
    strangers: int = 100
    """Others with as much as I have, each."""
    large: int = 100_000
    commits: int = 300
    searches: int = 100
    batch: int = 1_000


TINY = Sizes(60, 2, 150, 4, 6, 50)


def main() -> int:
    """Measure, show, and say whether every bound holds."""
    parser = argparse.ArgumentParser(prog="bench.postgres", description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="a few rows, to see that it runs")
    parser.add_argument("--only", nargs="+", choices=MEASURES, metavar="NAME")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    chosen = parser.parse_args()
    sizes, started = TINY if chosen.tiny else Sizes(), time.monotonic()
    facts, figures = report.environment(), list[Figure]()
    named = os.environ.get("RECOLLECT_TEST_POSTGRES")
    if named:
        figures += measured(named, sizes, chosen.only or list(MEASURES))
    else:
        with engine.server(
            "shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=1GB", large=True
        ) as own:
            figures += measured(own.url, sizes, chosen.only or list(MEASURES))
    report.show(figures, facts, time.monotonic() - started)
    if chosen.json:
        report.save(chosen.json, figures, facts, time.monotonic() - started)
    return int(any(figure.verdict in ("over", "under") for figure in figures))


def measured(url: str, sizes: Sizes, names: list[str]) -> Iterator[Figure]:
    """Every measurement in a database of its own."""
    model = MiniLM()
    seeds = model.embed(texts(2_000 if sizes is not TINY else 50, seed=5))
    for name in names:
        say(name)
        with engine.database(url, f"recollect_bench_{os.getpid()}") as database:
            store = PostgresStore(database)
            with psycopg.connect(database, autocommit=True, prepare_threshold=None) as db:
                yield from MEASURES[name](store, db, sizes, seeds)
            store.close()


def committing(
    store: PostgresStore, db: psycopg.Connection[Any], sizes: Sizes, seeds: Any
) -> Iterator[Figure]:
    """One message a commit, with its words and its vector."""
    plain(db)
    said = texts(sizes.commits + WARM_UP)
    vectors = lifelike(seeds, len(said))
    puts = [
        put(text, row, number) for number, (text, row) in enumerate(zip(said, vectors, strict=True))
    ]

    def theirs(i: int) -> None:
        with db.transaction():
            db.execute(
                "INSERT INTO plain VALUES('me', %s, %s, now(), 'user', %s, "
                "to_tsvector('english', %s), %s::halfvec)",
                (f"m{i}", i, said[i], said[i], str(vectors[i].tolist())),
            )

    mine, base = alternate(lambda i: store.commit(Batch(puts=(puts[i],))), theirs, len(said))
    yield figure("commit p50", None, "one INSERT: text, tsvector, halfvec", mine.wall, base.wall)


def looking(
    store: PostgresStore, db: psycopg.Connection[Any], sizes: Sizes, seeds: Any
) -> Iterator[Figure]:
    """One user's messages: everything that may answer, against the nearest and the best words."""
    said = fill(store, sizes.mine, seeds, sizes.batch)
    plain(db)
    db.execute(
        "INSERT INTO plain SELECT 'me', m.id, m.n, now(), 'user', content, "
        "to_tsvector('english', content), data FROM recollect.messages AS m "
        "JOIN recollect.vectors AS v USING(owner, n); "
        "CREATE INDEX ON plain USING gin(words); ANALYZE plain; ANALYZE"
    )
    asked = looks(said, seeds, sizes.searches + WARM_UP)

    def theirs(i: int) -> None:
        with db.transaction():
            assert asked[i].vector is not None
            vector = str(asked[i].vector.data.tolist())  # type: ignore[union-attr]
            db.execute(
                "SELECT id, content FROM plain WHERE owner = 'me' ORDER BY data <=> %s::halfvec "
                "LIMIT %s",
                (vector, LIMIT),
            ).fetchall()
            words = " or ".join(asked[i].terms)
            db.execute(
                "SELECT id, content FROM plain, websearch_to_tsquery('english', %s) AS q "
                "WHERE owner = 'me' AND words @@ q ORDER BY ts_rank(words, q) DESC LIMIT %s",
                (words, LIMIT),
            ).fetchall()

    mine, base = alternate(lambda i: store.look(asked[i]), theirs, len(asked))
    name = f"search p50, {sizes.mine:,} messages"
    yield figure(name, None, "pgvector exact and tsvector, in SQL", mine.wall, base.wall)


def crowded(
    store: PostgresStore, db: psycopg.Connection[Any], sizes: Sizes, seeds: Any
) -> Iterator[Figure]:
    """The same searches in two databases: in one of them, many others have come."""
    said = fill(store, sizes.mine, seeds, sizes.batch)
    asked = looks(said, seeds, sizes.searches + WARM_UP)
    quiet = f"recollect_bench_alone_{os.getpid()}"
    with engine.database(store.url.rsplit("/", 1)[0] + "/postgres", quiet) as url:
        alone = PostgresStore(url)
        fill(alone, sizes.mine, seeds, sizes.batch)
        with psycopg.connect(url, autocommit=True) as lonely:
            lonely.execute("VACUUM ANALYZE")
        copied(db, owner_key(ME.owner), sizes.strangers)
        say("VACUUM ANALYZE")
        db.execute("VACUUM ANALYZE")
        mine, base = alternate(
            lambda i: store.look(asked[i]), lambda i: alone.look(asked[i]), len(asked)
        )
        alone.close()
    name = f"search p50 among {sizes.strangers * sizes.mine:,} others"
    yield figure(name, AMONG, "the same messages alone", mine.wall, base.wall)


def recalling(
    store: PostgresStore, db: psycopg.Connection[Any], sizes: Sizes, seeds: Any
) -> Iterator[Figure]:
    """A large owner: what the graph finds of what comparing all finds."""
    known, postings.GRAPH = postings.GRAPH, 10**9  # built at once, which is ten times as fast
    fill(store, sizes.large, seeds, sizes.batch, words=False)
    postings.GRAPH = known
    say("the graph")
    with store._links.write(alone=True) as writer:
        graphs.grow(writer, [1])
    db.execute("ANALYZE")
    asked = lifelike(seeds, sizes.searches, seed=9)
    requests = [Nearest(ME, Vector(MODEL, row), TOP) for row in asked]
    walked, walks = [], []
    for request in requests:
        start = time.perf_counter()
        walked.append(store.nearest(request))
        walks.append(time.perf_counter() - start)
    small, searching.SMALL = searching.SMALL, 10**9
    exact, scans = [], []
    for request in requests:
        start = time.perf_counter()
        exact.append(store.nearest(request))
        scans.append(time.perf_counter() - start)
    searching.SMALL = small
    shared = [
        len({hit.id for hit in a} & {hit.id for hit in b}) / len(b)
        for a, b in zip(walked, exact, strict=True)
    ]
    parts = {"graph ms": median(walks) * 1e3, "exact ms": median(scans) * 1e3}
    name = f"recall@{TOP}, {sizes.large:,} vectors"
    yield Figure(name, float(np.mean(shared)), "", RECALL, True, "comparing all", parts)


MEASURES: dict[str, Callable[..., Iterator[Figure]]] = {
    "commit": committing,
    "search": looking,
    "others": crowded,
    "recall": recalling,
}


def fill(store: PostgresStore, count: int, seeds: Any, batch: int, words: bool = True) -> list[str]:
    """One owner's messages with their words and vectors."""
    said, vectors = texts(count), lifelike(seeds, count)
    for start in range(0, count, batch):
        puts = [put(said[i], vectors[i], i) for i in range(start, min(start + batch, count))]
        if not words:
            puts = [replace(one, terms={}) for one in puts]
        store.commit(Batch(puts=tuple(puts)))
        if start % (10 * batch) == 0:
            say(f"{start:,} of {count:,}")
    return said


def put(text: str, row: Any, number: int) -> Put:
    """A message with everything its indexes need."""
    message = Message(text, user_id=ME.user_id, id=f"m{number}", session_id=f"s{number // 50}")
    return Put(message, terms(text), Vector(MODEL, row))


def looks(said: list[str], seeds: Any, count: int) -> list[Look]:
    """Questions about what was said, as the front door asks them."""
    vectors = lifelike(seeds, count, seed=9)
    return [
        Look(ME, query_terms(asked), Vector(MODEL, row), LIMIT, recent=TOP)
        for asked, row in zip(questions(said, count), vectors, strict=True)
    ]


def copied(db: psycopg.Connection[Any], key: UUID, strangers: int) -> None:
    """Give others the same rows, inside the server."""
    others = [Owner("user", f"other{number}") for number in range(strangers)]
    keys = [owner_key(owner) for owner in others]
    db.execute(
        "INSERT INTO recollect.owners SELECT u.k, tenant, kind, u.name, next, messages, notes, "
        "length, terms FROM recollect.owners, unnest(%s::uuid[], %s::text[]) AS u(k, name) "
        "WHERE owner = %s",
        (keys, [owner.id for owner in others], key),
    )
    for table in ("messages", "sessions", "postings", "vectors", "embedded"):
        found = db.execute(
            "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute "
            "WHERE attrelid = %s::regclass AND attnum > 1 AND NOT attisdropped",
            (f"recollect.{table}",),
        ).fetchall()
        columns = found[0][0]
        for number, other in enumerate(keys):
            db.execute(
                f"INSERT INTO recollect.{table}(owner, {columns}) SELECT %s, {columns} "
                f"FROM recollect.{table} WHERE owner = %s",
                (other, key),
            )
            if number % 25 == 0:
                say(f"{table} of {number} others")


def plain(db: psycopg.Connection[Any]) -> None:
    """The table that one would make oneself."""
    db.execute(
        "CREATE EXTENSION IF NOT EXISTS vector; CREATE TABLE plain(owner text, id text, n bigint, "
        "at timestamptz, role text, content text, words tsvector, data halfvec(384), "
        "PRIMARY KEY(owner, id))"
    )


def figure(
    name: str, bound: float | None, against: str, mine: list[float], base: list[float]
) -> Figure:
    """The ratio of the medians."""
    ours, least = median(mine[WARM_UP:]), median(base[WARM_UP:])
    parts = {"ours ms": ours * 1e3, "baseline ms": least * 1e3}
    if name.startswith("commit"):
        parts["ours a second"], parts["baseline a second"] = 1 / ours, 1 / least
    return Figure(name, ours / least, "x", bound, against=against, parts=parts)


if __name__ == "__main__":
    sys.exit(main())
