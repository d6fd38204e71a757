"""What `recollect serve` does: look who may ask, listen, and run one process or several."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from socket import socket
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ..errors import ConfigError, RecollectError
from ..memory.aio.door import AsyncMemory
from . import rates
from .app import build
from .audit import Audit, require_writable
from .keys import Keys
from .pages import origin
from .rules import LOOPBACK, Rules
from .run import DRAIN, Server, config, is_loopback, listen, log_lines, run_loop
from .signals import deaf, hearing

log = logging.getLogger("recollect.server")

LAST = 5
"""Seconds that a process may take to close its memory after the last request."""
FIRST, LONGEST = 0.5, 30.0
"""Seconds between two tries to open what is away."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a process must know to serve."""

    url: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    """How the memory is opened."""
    host: str = "127.0.0.1"
    port: int = 7077
    workers: int = 1
    rules: Rules = field(default_factory=Rules)
    audit: str | None = None
    telemetry: bool = False
    """Whether spans and metrics go to an OpenTelemetry collector."""
    open: bool = False
    """Whether to ask for no key again, though there were keys: all of them are revoked."""


def serve(plan: Plan, *, new: bool = False) -> None:
    """Serve until a signal ends it. `new` says that there is no memory yet, and so no key: what is
    refused then makes none."""
    pages = tuple(origin(one) for one in plan.rules.origins)
    plan = replace(plan, rules=replace(plan.rules, origins=pages))
    if new:
        _require_here(plan)
    with listen(plan.host, plan.port) as listening:
        _serve(plan, listening)


def _serve(plan: Plan, listening: socket) -> None:
    keyed, held = asyncio.run(_looked_at(plan))
    if not keyed:
        _require_here(plan)
    names = dict.fromkeys((*LOOPBACK, *plan.rules.hosts, *_own_name(plan.host)))
    plan = replace(plan, rules=replace(plan.rules, open=not keyed, hosts=tuple(names)))
    log_lines()
    port = listening.getsockname()[1]
    whose = "this machine's user, without keys" if not keyed else "those who have a key"
    log.info("serving http://%s:%s for %s", _spelled(plan.host), port, whose)
    if plan.rules.page:
        log.info("what is remembered is shown at http://%s:%s/", _shown(plan.host), port)
    if keyed and not held:
        log.warning("every key is revoked; make one: recollect keys create, or pass --open")
    if plan.workers == 1:
        run(plan, listening)
    else:
        _run_all(plan, listening)


def run(plan: Plan, listening: socket) -> None:
    """One process of it."""
    run_loop(partial(_main, plan, listening))


async def _main(plan: Plan, listening: socket) -> None:
    with ExitStack() as stack:
        if plan.telemetry:
            stack.callback(exporting())
        audit = None
        if plan.audit is not None:
            audit = await _opened(Audit, plan.audit)
            stack.callback(audit.close)
        async with await _opened(AsyncMemory, plan.url, **plan.options) as memory:
            app = build(memory, plan.rules, audit=audit, traced=plan.telemetry)
            gc.freeze()  # what is loaded by now stays, and need not be looked through again
            await Server(config(app)).serve([listening])


async def _opened(make: Callable[..., T], *args: Any, **options: Any) -> T:
    """Open something as soon as it can be. The plan was looked at before: what hinders is outside,
    such as a disk that is away for a while."""
    pause = FIRST
    while True:
        try:
            return make(*args, **options)
        except RecollectError as error:
            if pause == FIRST:
                log.error("this process cannot serve yet, and tries until it can: %s", error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST)


def exporting() -> Callable[[], None]:
    """Send spans and metrics to a collector; what to call at the end."""
    from ..telemetry import instrument
    from ..telemetry.exporting import export

    end = export()
    instrument()
    return end


def _run_all(plan: Plan, listening: socket) -> None:
    """Several processes on one socket. One that dies is started anew; a signal ends them all."""
    with tempfile.TemporaryDirectory(prefix="recollect-") as folder:
        shared = replace(plan.rules, shared=rates.book(folder))
        _keep_up(replace(plan, rules=shared), listening)


def _keep_up(plan: Plan, listening: socket) -> None:
    context = multiprocessing.get_context("spawn")
    ending = False

    def end(*_: object) -> None:
        nonlocal ending
        ending = True

    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, end)
    listening.listen(2048)

    def started() -> Any:
        made = context.Process(target=_worker, args=(plan, listening), daemon=False)
        with deaf():
            made.start()
        return made

    workers = [started() for _ in range(plan.workers)]
    while not ending:
        for place, worker in enumerate(workers):
            worker.join(0.2)
            if not worker.is_alive() and not ending:
                log.warning("a worker ended (%s); another takes its place", worker.exitcode)
                workers[place] = started()
    _stop(workers)


def _stop(workers: Sequence[Any]) -> None:
    """Ask them to end, and wait as long as their requests may take."""
    for worker in workers:
        if worker.is_alive() and worker.pid is not None:
            os.kill(worker.pid, signal.SIGTERM)
    until = time.monotonic() + DRAIN + LAST
    for worker in workers:
        worker.join(max(0.0, until - time.monotonic()))
        if worker.is_alive():
            worker.kill()


def _worker(plan: Plan, listening: socket) -> None:
    hearing()
    log_lines()
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    try:
        run(plan, listening)
    except RecollectError as error:
        log.error("this worker cannot go on: %s", error)
        sys.exit(1)


def _end_with_the_first() -> None:
    """End in order when the process that started this one is gone, though it was killed."""
    first = multiprocessing.parent_process()
    if first is not None:
        first.join()
        os.kill(os.getpid(), signal.SIGTERM)


async def _looked_at(plan: Plan) -> tuple[bool, int]:
    """Whether keys are asked for, and how many there are. What is wrong with a plan is found here,
    once, and not by each of its processes."""
    if plan.audit is not None:
        require_writable(plan.audit)
    async with AsyncMemory(plan.url, **plan.options) as memory:
        keys = Keys(memory)
        if plan.open:
            await keys.forget()
        return await keys.any(), len(await keys.list())


def _require_here(plan: Plan) -> None:
    """Refuse to serve anybody but this machine without keys, under whatever name."""
    if not is_loopback(plan.host):
        raise ConfigError(
            f"{plan.host} can be reached from elsewhere, and there are no keys; make one first: "
            "recollect keys create"
        )
    named = (*plan.rules.hosts, *(urlsplit(one).hostname or one for one in plan.rules.origins))
    for name in named:
        if not is_loopback(name):
            raise ConfigError(
                f"{name[:80]} is not this machine, and there are no keys: whoever comes by that "
                "name could read everything; make one first: recollect keys create"
            )


def _shown(host: str) -> str:
    """An address as a browser on this machine takes it."""
    return "localhost" if host in ("0.0.0.0", "::") else _spelled(host)


def _spelled(host: str) -> str:
    """An address as a URL has it."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _own_name(host: str) -> tuple[str, ...]:
    """The address itself, if it is one: 0.0.0.0 is every address and nobody's name."""
    return () if host in ("0.0.0.0", "::") else (_spelled(host),)
