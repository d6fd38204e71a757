"""`make bench-vectors`: what the graphs of FAISS, Redis and pgvector find of the ten nearest.

python -m bench.vectors [--only NAME …] [--count 100000] [--tiny] [--json FILE]

One owner's vectors, of conversations if `make bench-recall` has kept enough of them, else made up.
Each engine is asked through its driver, for everything and for one session of fifty, after a tenth
was deleted, too; what it finds is held against comparing all, which takes turns with it. Servers
are started for the run. Ends with 1 if less than 99 % is found, or a filter gets less than it asks.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recollect.drivers.faiss import FaissIndex, space
from recollect.drivers.faiss.flat import Flat
from recollect.drivers.postgres import PostgresStore, postings
from recollect.drivers.postgres.sync import graphs as walks
from recollect.drivers.postgres.sync import search as searching
from recollect.drivers.redis import RedisStore, mirror
from recollect.models.minilm import MiniLM
from recollect.orders import Batch, Change, Drop, Found, Nearest, Put, Vector
from recollect.types import EVERYTHING, Message, Scope, Where
from recollect.vectors import checked, rounded

from . import report
from .corpus import lifelike, unit_vectors
from .figures import Figure
from .growing import embeddings
from .report import say
from .timing import alternate

ME = Scope("me")
MODEL = "bench"
TOP, SESSIONS, BATCH, LEAST = 10, 50, 1_000, 99.0
Matrix = NDArray[np.float32]
Search = Callable[[Nearest], list[Found]]


@dataclass(frozen=True, slots=True)
class Data:
    """Vectors as stores keep them, questions, and what they are."""

    rows: Matrix
    asked: Matrix
    kind: str

    def puts(self) -> Iterator[list[Put]]:
        """Messages with their vectors, some at a time."""
        for start in range(0, len(self.rows), BATCH):
            rows = enumerate(self.rows[start : start + BATCH], start=start)
            yield [Put(message(n), {}, Vector(MODEL, row)) for n, row in rows]
            if start % (10 * BATCH) == 0:
                say(f"{start:,} of {len(self.rows):,}")


def message(number: int) -> Message:
    """One of fifty sessions."""
    return Message("x", user_id="me", id=f"m{number}", session_id=f"s{number % SESSIONS}")


def drawn(count: int, asked: int, cache: Path | None) -> Data:
    """Embeddings of conversations, as many as are kept, or mixtures of them; without a cache of
    random directions."""
    if cache is None:
        seeds, kind = unit_vectors(100), "of random directions"
    else:
        seeds, _, kind = embeddings(MiniLM(), cache)
    mixed = np.random.default_rng(0).permutation(len(seeds))
    questions, seeds = seeds[mixed[:asked]], seeds[mixed[asked:]]
    rows = seeds[:count]
    if len(seeds) < count:
        rows, kind = lifelike(seeds, count), f"mixtures {kind}"
    return Data(rounded(checked(rows, count)), checked(questions, len(questions)), kind)


def measured(
    name: str, data: Data, search: Search, exact: Search, gone: frozenset[int] = frozenset()
) -> Iterator[Figure]:
    """What a search finds of what comparing all finds, and how long both take."""
    kept = np.array([n for n in range(len(data.rows)) if n not in gone])
    some = kept[kept % SESSIONS == 7]
    after = ", a tenth deleted" if gone else ""
    for where, ids, what in (
        (EVERYTHING, kept, ""),
        (Where(session_id="s7"), some, " of one session"),
    ):
        say(f"searching{what}{after}")
        requests = [Nearest(ME, Vector(MODEL, row), TOP, where) for row in data.asked]
        found: list[list[Found]] = [[] for _ in requests]

        def ask(i: int, requests: Any = requests, found: Any = found) -> None:
            found[i] = search(requests[i])

        def compare(i: int, requests: Any = requests) -> None:
            exact(requests[i])

        ours, base = alternate(ask, compare, len(requests))
        shares = [share(data, row, ids, hits) for row, hits in zip(data.asked, found, strict=True)]
        full = min(len(hits) for hits in found) >= min(TOP, len(ids))
        parts = {"ms": median(ours.wall) * 1e3, "comparing all ms": median(base.wall) * 1e3}
        label = f"{name}: recall@{TOP}{what}, {len(data.rows):,}{after}"
        value = 100 * fmean(shares) if full else 0.0
        yield Figure(label, value, "%", LEAST, True, f"comparing all, {data.kind}", parts)


def share(data: Data, row: Matrix, ids: NDArray[Any], hits: Sequence[Found]) -> float:
    """The share of the ten nearest that was found; of equals, any."""
    cosines = data.rows[ids] @ row
    last = np.partition(cosines, -min(TOP, len(ids)))[-min(TOP, len(ids))] - 1e-6
    good = sum(float(data.rows[int(hit.id[1:])] @ row) >= last for hit in hits)
    return float(min(good, TOP) / min(TOP, len(ids)))


def faiss(data: Data, folder: Path) -> Iterator[Figure]:
    """Behind the first, a graph; beside it the same index without one."""
    index, flat = FaissIndex(str(folder / "faiss")), Flat(data.rows.shape[1])
    start = time.perf_counter()
    for number, puts in enumerate(data.puts()):
        first = 1 + number * BATCH
        index.apply([Change(first + i, "put", ME, p.record.id, p) for i, p in enumerate(puts)])
    each = (time.perf_counter() - start) / len(data.rows)
    for number, row in enumerate(data.rows):
        flat.put(f"m{number}", row)

    def compare(request: Nearest) -> list[Found]:
        where = request.where.session_id
        some = None if where is None else [f"m{n}" for n in range(7, len(data.rows), SESSIONS)]
        near = flat.near(request.vector.data, TOP, some)
        return [Found(id, score) for id, score in near.items()]

    yield Figure("faiss: adding one", 1e3 * each, "ms")
    yield from measured("faiss", data, index.search, compare)
    gone = frozenset(range(0, len(data.rows), 10))
    last = index.position()
    index.apply([Change(last + 1 + n, "drop", ME, f"m{n}") for n in sorted(gone)])
    yield from measured("faiss", data, index.search, compare, gone)
    index.close()


def redis(data: Data, folder: Path) -> Iterator[Figure]:
    """Vector sets behind the first 50,000; beside them a process that has all."""
    from tests.engines import redis as engine

    with engine.server(engine.modern(), *engine.QUICK) as server:
        store = RedisStore(server.url)
        start = time.perf_counter()
        for puts in data.puts():
            store.commit(Batch(puts=tuple(puts)))
        each = (time.perf_counter() - start) / len(data.rows)
        yield Figure("redis: adding one", 1e3 * each, "ms")
        store.close()
        large, mirror.LARGE = mirror.LARGE, 10**9
        whole = RedisStore(server.url)
        whole.nearest(Nearest(ME, Vector(MODEL, data.asked[0]), TOP))
        mirror.LARGE = len(data.rows) // 2
        gone = frozenset[int]()
        for _ in range(2):  # a filter that lets few pass has all read: then a new one is asked
            store = RedisStore(server.url)
            store.nearest(Nearest(ME, Vector(MODEL, data.asked[0]), TOP))
            yield from measured("redis", data, store.nearest, whole.nearest, gone)
            gone = gone or deleted(store, data)
            store.close()
        mirror.LARGE = large
        whole.close()


def postgres(data: Data, folder: Path) -> Iterator[Figure]:
    """pgvector's graph behind the first 10,000; beside it the same without it."""
    from tests.engines import postgres as engine

    named = os.environ.get("RECOLLECT_TEST_POSTGRES")
    with _server(named) as url, engine.database(url, f"recollect_bench_{os.getpid()}") as place:
        store = PostgresStore(place)
        known, postings.GRAPH = postings.GRAPH, 10**9  # built at once, which is ten times as fast
        for puts in data.puts():
            store.commit(Batch(puts=tuple(puts)))
        postings.GRAPH = known
        say("the graph")
        with store._links.write(alone=True) as writer:
            walks.grow(writer, [1])
            writer.execute("ANALYZE")

        def compare(request: Nearest) -> list[Found]:
            small, searching.SMALL = searching.SMALL, 10**9
            try:
                return store.nearest(request)
            finally:
                searching.SMALL = small

        yield from measured("postgres", data, store.nearest, compare)
        gone = deleted(store, data)
        yield from measured("postgres", data, store.nearest, compare, gone)
        store.close()


def deleted(store: PostgresStore | RedisStore, data: Data) -> frozenset[int]:
    """Every tenth, by the store."""
    gone = range(0, len(data.rows), 10)
    drops = [Drop(message(n), {}) for n in gone]
    for first in range(0, len(drops), BATCH):
        store.commit(Batch(drops=tuple(drops[first : first + BATCH])))
    return frozenset(gone)


@contextmanager
def _server(named: str | None) -> Iterator[str]:
    from tests.engines import postgres as engine

    if named:
        yield named
        return
    settings = ("shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=1GB")
    with engine.server(*settings, *engine.QUICK, large=True) as own:
        yield own.url


ENGINES: dict[str, Callable[[Data, Path], Iterator[Figure]]] = {
    "faiss": faiss,
    "postgres": postgres,
    "redis": redis,
}


def main() -> int:
    """Measure, show, and say whether every bound holds."""
    parser = argparse.ArgumentParser(prog="bench.vectors", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=ENGINES, default=list(ENGINES), metavar="NAME")
    parser.add_argument("--count", type=int, default=100_000, help="vectors of one owner")
    parser.add_argument("--asked", type=int, default=100, help="questions")
    parser.add_argument("--tiny", action="store_true", help="a few rows, to see that it runs")
    parser.add_argument("--cache", type=Path, default=report.RESULTS, help="kept embeddings")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    chosen = parser.parse_args()
    if chosen.tiny:
        chosen.count, chosen.asked, chosen.cache = 600, 5, None
        space.FIRST, mirror.FIRST = 200, 200
        postings.GRAPH, searching.SMALL = 200, 300
    facts, started = report.environment(), time.monotonic()
    data, figures = drawn(chosen.count, chosen.asked, chosen.cache), list[Figure]()
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.only:
            say(name)
            figures += ENGINES[name](data, Path(folder))
    report.show(figures, facts, time.monotonic() - started)
    if chosen.json:
        report.save(chosen.json, figures, facts, time.monotonic() - started)
    return int(any(figure.verdict in ("over", "under") for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
