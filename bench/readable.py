"""The file that a person reads: what one more message costs, and what opening it costs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from recollect import Memory

from .corpus import texts
from .figures import Figure, Run
from .files import USER
from .timing import alternate

SIZES = (100, 1_000, 10_000)
TIMES = 20


def files(run: Run) -> Iterator[Figure]:
    """One `add` to a JSON file against writing the whole file anew, as safe on the disk."""
    for count in SIZES:
        if count > run.sizes.messages and count != SIZES[0]:
            continue
        yield from _sized(run, count)


def _sized(run: Run, count: int) -> Iterator[Figure]:
    run.say(f"a JSON file of {count:,} messages")
    path, plain = run.folder / f"{count}.json", run.folder / f"{count}-plain.json"
    said, more = texts(count), texts(TIMES, seed=4)
    whole: list[dict[str, Any]] = [{"role": "user", "content": text} for text in said]
    with Memory(str(path), embedder=None) as memory:
        memory.add(said, user_id=USER)

    def rewrite(i: int) -> None:
        whole.append({"role": "user", "content": more[i]})
        _replace(plain, whole)

    memory = Memory(str(path), embedder=None)
    ours, base = alternate(lambda i: memory.add(more[i], user_id=USER), rewrite, TIMES)
    memory.close()
    start = perf_counter()
    Memory(str(path), embedder=None).close()
    opened = perf_counter() - start
    mine, theirs = median(ours.wall), median(base.wall)
    yield Figure(
        f"add of one to a JSON file of {count:,}, p50",
        mine / theirs,
        "x",
        against="writing the whole file anew, with fsync",
        parts={"ours ms": mine * 1e3, "baseline ms": theirs * 1e3, "open ms": opened * 1e3},
    )


def _replace(path: Path, whole: list[dict[str, Any]]) -> None:
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(whole, file, indent=2, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
