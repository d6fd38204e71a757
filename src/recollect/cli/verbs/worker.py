"""recollect worker"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...counts import many
from ...errors import ModelError, StoreError
from .. import exits, machine
from ..opening import opened
from ..options import LLM, Budget, Db, Embedder, Graph, Json, Vectors, WordsOnly
from ..terminal import note, say

if TYPE_CHECKING:
    from ...memory.sync.worker import Worker

FIRST = 1.0
"""Seconds after the first round that failed; twice as many after the next."""


def run(
    once: Annotated[bool, typer.Option("--once", help="One round, and no more.")] = False,
    every: Annotated[
        float, typer.Option("--every", metavar="SECONDS", min=0.1, help="From round to round.")
    ] = 30.0,
    lease: Annotated[
        float,
        typer.Option(
            "--lease", metavar="SECONDS", min=1, help="When others take over from one killed."
        ),
    ] = 60.0,
    summaries: Annotated[
        bool, typer.Option("--summaries", help="Keep summaries up to date, too.")
    ] = False,
    consolidate: Annotated[
        bool, typer.Option("--consolidate", help="Merge notes that say the same, every hour.")
    ] = False,
    prune: Annotated[
        bool,
        typer.Option("--prune", help="Remove for good what expired or is over its time, hourly."),
    ] = False,
    db: Db = None,
    words_only: WordsOnly = False,
    embedder: Embedder = None,
    llm: LLM = None,
    budget: Budget = None,
    vectors: Vectors = None,
    graph: Graph = None,
    as_json: Json = False,
) -> int:
    """Learn what was added for later, make vectors that are missing and let the indexes beside the
    store follow it, until a signal ends it.

    Run as many as you like, on one memory: a claim keeps two from the same work. Nothing is removed
    unless you say --prune, and then only what a policy or an expiry says.
    """
    from ...memory.sync.worker import Worker

    wanted = {"summaries": summaries, "consolidate": consolidate, "prune": prune}
    place = opened(
        db, words_only=words_only, embedder=embedder, llm=llm, budget=budget, asks=True,
        beside={"vectors": vectors, "graph": graph},
    )  # fmt: skip
    with _ending() as ended, place as memory:
        jobs = [job for job, asked in wanted.items() if asked]
        worker = Worker(memory, jobs, lambda: not ended.is_set(), timedelta(seconds=lease))
        if once:
            _say(machine.plain(worker.round()), as_json)
        else:
            _go_on(worker, ended, every, as_json)
    return exits.OK


def _go_on(worker: Worker, ended: threading.Event, every: float, as_json: bool) -> None:
    """Round after round, until the end. While rounds fail, the pauses grow from a second to the
    usual one, and each reason is told once."""
    pause, told = every, ""
    while not ended.is_set():
        try:
            done = worker.round()
        except (StoreError, ModelError) as error:
            if str(error) != told:
                note(f"this round failed, and is tried again until it works: {error}")
            pause, told = min(2 * pause if told else FIRST, every), str(error)
        else:
            if told:
                note("it works again")
            pause, told = every, ""
            _say(machine.plain(done), as_json)
        ended.wait(pause)


@contextmanager
def _ending() -> Iterator[threading.Event]:
    """Set when a signal asks to end; what is under way is finished first."""
    ended = threading.Event()
    signals = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(one, lambda *_: ended.set()) for one in signals]
    try:
        yield ended
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)


def _say(done: dict[str, Any], as_json: bool) -> None:
    """One line of what a round did."""
    if as_json:
        sys.stdout.write(json.dumps(done) + "\n")
        sys.stdout.flush()
        return
    told = [many(done["notes"], "note"), many(done["vectors"], "vector")]
    told += [many(done["summaries"], "summary")] if done["summaries"] else []
    told += [f"{done[name]:,} {name}" for name in ("pruned", "merged", "indexed") if done[name]]
    say(", ".join(told) + (f" (the language model: {done['waiting']})" if done["waiting"] else ""))
    if done["away"]:
        note(f"an index beside the store does not follow: {done['away']}")
    sys.stdout.flush()
