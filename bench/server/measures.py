"""What the server costs one client, and what it can do for many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from ..figures import Figure
from .load import Load, Target
from .running import bare, inside, pairs, served, still

BEYOND = 1.5
"""Milliseconds that the server may add to a call, on a quiet machine."""
FREE = ("--rate", "1000000")
PAIRS = 50
"""Requests of each kind in a round."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is measured."""

    messages: int = 1_000
    rounds: int = 6
    seconds: float = 2
    workers: tuple[int, ...] = (1, 2, 4)
    windows: int = 2
    """Loads of each kind at each number of workers."""
    clients: int = 8


PATHS = {"search": "/v1/search", "add": "/v1/messages"}


@dataclass(frozen=True, slots=True)
class Place:
    """A memory that is measured."""

    store: str
    url: str
    folder: Path
    token: str
    answers: dict[str, int] = field(default_factory=dict)
    """Bytes of a usual answer, by verb."""

    def bodies(self, verb: str) -> Path:
        """The requests, a line each."""
        return self.folder / f"{verb}.jsonl"

    def target(self, server: str, verb: str) -> Target:
        """Where a verb is asked for."""
        return Target(server + PATHS[verb], self.bodies(verb), self.token)


def beyond(place: Place, sizes: Sizes) -> Iterator[Figure]:
    """One client: each request to the server, the bare endpoint and the memory in process."""
    with ExitStack() as stack:
        server = stack.enter_context(served(place.url, place.folder, *FREE))
        every = stack.enter_context(pairs(place.url, place.folder, place.token))
        for verb in PATHS:
            with bare(place.folder, 1, place.answers[verb]) as nothing:
                taken = every.took(verb, PAIRS * sizes.rounds, server + PATHS[verb], nothing)
            yield _beyond(f"{verb} over HTTP beyond the call in process, p50, {place.store}", taken)
    yield _own(place, sizes)


def _own(place: Place, sizes: Sizes) -> Figure:
    """A search whose answer is known: HTTP, the key, the checks, JSON and the audit log."""
    asked = json.loads(place.bodies("search").read_text("utf-8").splitlines()[0])
    taken: dict[str, list[float]] = {"server": [], "bare": []}
    with ExitStack() as stack:
        known = still(place.url, place.folder, asked["query"], asked["user_id"])
        ours = place.target(stack.enter_context(known), "search")
        nothing = stack.enter_context(bare(place.folder, 1, place.answers["search"]))
        least = Target(nothing, place.bodies("search"))
        ours.load(1, 1)
        for _ in range(sizes.rounds):
            taken["server"].append(ours.served(1, 1).p50)
            taken["bare"].append(least.served(1, 1).p50)
    times = {name: median(each) for name, each in taken.items()}
    return Figure(
        f"a search whose answer is known, over HTTP, p50, {place.store}",
        times["server"],
        "ms",
        BEYOND,
        against="a memory that answers at once",
        parts={
            "bare endpoint ms": times["bare"],
            "times the bare endpoint": times["server"] / times["bare"],
        },
    )


def _beyond(name: str, taken: dict[str, list[float]]) -> Figure:
    times = {way: median(each) for way, each in taken.items()}
    return Figure(
        name,
        median(a - b for a, b in zip(taken["server"], taken["async"], strict=True)),
        "ms",
        BEYOND,
        against="the same call of an AsyncMemory",
        parts={
            "times the call": times["server"] / times["async"],
            "times the bare endpoint": times["server"] / times["bare"],
            "server p50 ms": times["server"],
            "in process ms": times["async"],
            "in process, sync, ms": times["sync"],
            "bare endpoint ms": times["bare"],
            "requests each": len(taken["server"]),
        },
    )


def capacity(place: Place, sizes: Sizes) -> Iterator[Figure]:
    """Many clients, on one process and on several."""
    with inside(place.url, place.folder) as calls:
        for workers in sizes.workers:
            options = (*FREE, "--workers", str(workers))
            with served(place.url, place.folder, *options) as server:
                for verb in PATHS:
                    with bare(place.folder, workers, place.answers[verb]) as nothing:
                        ours = place.target(server, verb)
                        least = Target(nothing, place.bodies(verb))
                        ours.warm(4 * workers, 16 * workers)
                        both, alone = list[tuple[Load, Load]](), list[float]()
                        for turn in range(sizes.windows):
                            mine = ours.served(sizes.clients, sizes.seconds, 31 * turn)
                            both.append((mine, least.served(sizes.clients, 1)))
                            alone += calls.took(verb, 1)
                        yield _capacity(f"{verb}, {place.store}, {workers} workers", both, alone)


def _capacity(name: str, both: list[tuple[Load, Load]], alone: list[float]) -> Figure:
    rate = median(mine.rate for mine, _ in both)
    once = 1e3 / median(alone)
    return Figure(
        name,
        rate / once,
        "x",
        against="the same calls in process, one by one",
        parts={
            "requests a second": rate,
            "p50 ms": median(mine.p50 for mine, _ in both),
            "p99 ms": median(mine.p99 for mine, _ in both),
            "in process a second": once,
            "bare a second": median(nothing.rate for _, nothing in both),
            "bare p99 ms": median(nothing.p99 for _, nothing in both),
            "of bare": median(mine.rate / nothing.rate for mine, nothing in both),
        },
    )
