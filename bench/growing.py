"""A memory that grows: what a search costs from a thousand messages of one user to a million."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, median

import apsw
import numpy as np
from numpy.typing import NDArray

from recollect import Memory
from recollect.drivers.sqlite.matrix import ByteRows, FloatRows
from recollect.models.minilm import MiniLM
from recollect.vectors import pack, steps_of

from .corpus import lifelike, questions, texts
from .figures import Figure, Run
from .files import BATCH, USER, alone
from .report import RESULTS
from .searching import against_floor
from .timing import alternate, fresh

ASKED = 50
SEEDS = 1_000
POOL = 64

OPENED = """
import json, sys, time
from pathlib import Path
from recollect import Memory

def resident():
    status = Path("/proc/self/status")
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return [int(lines[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM")]

path, user, question = sys.argv[1:]
memory = Memory(path)
start = time.perf_counter()
assert memory.search(question, user_id=user, min_relevance=0)
print(json.dumps([time.perf_counter() - start, *resident()]))
"""


def growth(run: Run) -> Iterator[Figure]:
    """Searches at every size, then what the largest takes, what it misses, and one more `add`."""
    model = MiniLM()
    for count in run.sizes.growth:
        yield against_floor(run, count, -(-run.sizes.queries // 3), model)
    yield opened(run, max(run.sizes.growth))
    yield from kept(run, max(run.sizes.growth), model)
    yield add_at(run, model)


def opened(run: Run, count: int) -> Figure:
    """The memory of a fresh process that searches once, and how long that takes."""
    run.say(f"opening {count:,} messages")
    asked = questions(texts(min(count, BATCH)), 1)[0]
    script = fresh(OPENED, str(alone(run, count)), USER, asked, folder=run.folder)
    seconds, held, most = json.loads(script)
    parts = {"peak MB": most, "first search s": seconds}
    return Figure(f"memory, {count:,} messages searched", held, "MB", parts=parts)


def kept(run: Run, count: int, model: MiniLM) -> Iterator[Figure]:
    """How many of the exactly nearest are still found when signs are compared first."""
    run.say(f"looking for what is missed among {count:,} vectors")
    seeds, asked, kind = embeddings(model)
    exact, quick = FloatRows(seeds.shape[1]), ByteRows(seeds.shape[1])
    exact.reserve(count)
    quick.reserve(count)
    for start in range(0, count, BATCH):
        rows = np.arange(start, min(start + BATCH, count))
        data = steps_of(pack(lifelike(seeds, len(rows), start)), seeds.shape[1])
        exact.put(rows, *data)
        quick.put(rows, *data)
    shares: dict[int, list[float]] = {10: [], POOL: []}
    for vector in asked:
        _, cosines = exact.near(vector, count, None, POOL)
        order = np.argsort(-cosines)
        found, _ = quick.near(vector, count, None, POOL)
        for top, share in shares.items():
            share.append(float(np.isin(order[:top], found).mean()))
    for top, share in shares.items():
        yield Figure(
            f"kept of the nearest {top}, {count:,} messages",
            100 * fmean(share),
            "%",
            99,
            least=True,
            against=f"an exact scan, {kind}",
        )


def embeddings(
    model: MiniLM, folder: Path = RESULTS
) -> tuple[NDArray[np.float32], NDArray[np.float32], str]:
    """Vectors to make others from, questions, and what they are.

    Of conversations, if `make bench-recall` has left some here; else of made-up texts.
    """
    cache = folder / "embeddings.db"
    if not cache.exists():
        said = texts(SEEDS)
        return model.embed(said), model.embed(questions(said, ASKED)), "made-up texts"
    db = apsw.Connection(str(cache), flags=apsw.SQLITE_OPEN_READONLY)
    data = b"".join(row for (row,) in db.execute("SELECT data FROM vectors ORDER BY key"))
    held = np.frombuffer(data, dtype=np.float16).reshape(-1, 384).astype(np.float32)
    held = held / np.linalg.norm(held, axis=1, keepdims=True)
    return held[ASKED:], held[:ASKED], f"from {len(held) - ASKED:,} embeddings of conversations"


def add_at(run: Run, model: MiniLM) -> Figure:
    """One `add` to the largest memory against one to the smallest. It changes both."""
    few, many = min(run.sizes.growth), max(run.sizes.growth)
    run.say(f"adding one at a time to {few:,} and to {many:,} messages")
    said = texts(-(-run.sizes.queries // 3), seed=4)
    paths = [str(alone(run, count)) for count in (many, few)]
    with Memory(paths[0], embedder=model) as large, Memory(paths[1], embedder=model) as small:
        ours, base = alternate(
            lambda i: large.add(said[i], user_id=USER),
            lambda i: small.add(said[i], user_id=USER),
            len(said),
        )
    mine, least = median(ours.wall), median(base.wall)
    return Figure(
        f"add of one to {many:,} messages, p50",
        mine / least,
        "x",
        against=f"the same to {few:,}",
        parts={"ours ms": mine * 1e3, "baseline ms": least * 1e3},
    )
