"""The server under load, against a bare Starlette endpoint and the same calls in process.

python -m bench.server [--quick] [--only NAME …] [--store NAME …] [--json FILE]

The load is wrk's, a Debian package. PostgreSQL comes out of the tests' package;
RECOLLECT_TEST_POSTGRES names another server. Ends with 1 if a bound does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from recollect import Memory
from tests.engines import postgres as engine

from .. import report
from ..corpus import questions, texts, unit_vectors
from ..figures import Figure
from ..files import BATCH, USER, Prepared
from ..report import say
from . import load
from .flooding import flooding
from .measures import PATHS, Place, Sizes, beyond, capacity
from .proxying import proxying
from .running import key, served

FULL, QUICK, TINY = Sizes(), Sizes(rounds=3, seconds=1), Sizes(50, 1, 1, (1,), 1, 4)
MEASURES: dict[str, Callable[[Place, Sizes], Iterator[Figure]]] = {
    "beyond": beyond,
    "capacity": capacity,
    "flood": flooding,
    "proxy": proxying,
}


def main() -> int:
    """Measure, show, and say whether every bound holds."""
    chosen = arguments()
    load.program()
    sizes = TINY if chosen.tiny else QUICK if chosen.quick else FULL
    started, facts, figures = time.monotonic(), report.environment(), list[Figure]()
    with tempfile.TemporaryDirectory(prefix="recollect-bench-") as name:
        for store in chosen.store or STORES:
            folder = Path(name) / store
            folder.mkdir()
            with STORES[store](folder) as url:
                place = prepared(store, url, folder, sizes)
                for one in chosen.only or MEASURES:
                    if store != "SQLite" and one in ALONE:
                        continue
                    say(f"{store}: {one}")
                    figures += MEASURES[one](place, sizes)
    seconds = time.monotonic() - started
    facts["load after"] = f"{os.getloadavg()[0]:.1f}"
    report.show(figures, facts, seconds)
    files = [chosen.json] if chosen.json else []
    for file in files if chosen.tiny else [*files, report.RESULTS / "server.json"]:
        report.save(file, figures, facts, seconds)
    return int(any(figure.verdict in ("over", "under") for figure in figures))


def arguments() -> argparse.Namespace:
    """What to measure, and how thoroughly."""
    parser = argparse.ArgumentParser(
        prog="bench.server", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--only", nargs="+", choices=MEASURES, metavar="NAME", help="some of them")
    parser.add_argument("--store", nargs="+", choices=STORES, metavar="NAME", help="one of them")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--tiny", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    return parser.parse_args()


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    """A file."""
    yield str(folder / "memory.db")


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A database, durable as it is by default, on a server of one's own."""
    named, name = os.environ.get("RECOLLECT_TEST_POSTGRES"), f"recollect_bench_{os.getpid()}"
    if named:
        with engine.database(named, name) as url:
            yield url
    else:
        with engine.server(large=True) as own, engine.database(own.url, name) as url:
            yield url


STORES = {"SQLite": sqlite, "PostgreSQL": postgres}
ALONE = ("flood", "proxy")
"""Measured on a file: what they are about is before the store."""


def prepared(store: str, url: str, folder: Path, sizes: Sizes) -> Place:
    """A memory with somebody's messages, and what will be asked of it."""
    said = texts(sizes.messages)
    with Memory(url, embedder=Prepared(unit_vectors(len(said)))) as memory:
        for start in range(0, len(said), BATCH):
            memory.add(said[start : start + BATCH], user_id=USER)
    searches = [{"query": one, "user_id": USER} for one in questions(said, 300)]
    adds = [{"content": one, "user_id": "another"} for one in texts(300, seed=7)]
    place = Place(store, url, folder, key(url))
    answers = {}
    for verb, bodies in (("search", searches), ("add", adds)):
        place.bodies(verb).write_text("\n".join(map(json.dumps, bodies)), "utf-8")
    with served(url, folder, "--rate", "1000000") as server:
        headers = {"Authorization": f"Bearer {place.token}", "Accept-Encoding": "identity"}
        for verb, bodies in (("search", searches), ("add", adds)):
            path = server + PATHS[verb]
            told = [httpx.post(path, json=one, headers=headers, timeout=60) for one in bodies[:9]]
            answers[verb] = max(104, sorted(len(one.content) for one in told)[4])
    return Place(store, url, folder, place.token, answers)


if __name__ == "__main__":
    sys.exit(main())
