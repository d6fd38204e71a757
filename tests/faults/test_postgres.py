"""Processes commit while the server crashes and comes back: nothing lost, nothing doubled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from recollect.drivers import colours
from recollect.drivers.postgres import AsyncPostgresStore, PostgresStore, silence
from recollect.errors import Lost
from recollect.orders import Batch, Put, Query
from recollect.types import Message, Scope
from tests.engines.pgbouncer import bouncer
from tests.engines.postgres import Server, server

PATIENCE = 300.0
WRITER = """
import sys
from recollect.drivers import colours
from recollect.drivers.postgres import PostgresStore
from recollect.orders import Batch, Cursor, Put, Vector
from recollect.types import Message
import numpy as np

colours.PATIENCE = 300.0  # however slow the server is to come back

url, number, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
user = f"user{number % 3}"  # some write for the same user
store = PostgresStore(url)
store.owners()
print("ready", flush=True)
sys.stdin.readline()
for step in range(count):
    message = Message(f"word{step} of {number}", user_id=user, id=f"{number}-{step}")
    vector = Vector("test", np.array([1.0, step, number], dtype=np.float32))
    # Doing this twice would find the cursor moved, and fail.
    cursor = Cursor(message.scope.owner, f"writer{number}", step + 1, step)
    store.commit(Batch(puts=(Put(message, {"word": 1}, vector),), cursors=(cursor,)))
    print(message.id, flush=True)
store.close()
"""


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that may be crashed."""
    with server() as made:
        yield made


def test_one_crash(own: Server) -> None:
    survive(own, writers=3, commits=60, crashes=["immediate"])


@pytest.mark.faults
def test_two_restarts_under_eight_writers(own: Server) -> None:
    survive(own, writers=8, commits=500, crashes=["immediate", "fast"])


@pytest.mark.faults
def test_one_crash_behind_a_bouncer(own: Server) -> None:
    with bouncer(own.url) as url:
        survive(own, writers=3, commits=60, crashes=["immediate"], url=url)


@pytest.mark.faults
def test_two_restarts_under_eight_writers_behind_a_bouncer(own: Server) -> None:
    with bouncer(own.url) as url:
        survive(own, writers=8, commits=500, crashes=["immediate", "fast"], url=url)


@contextmanager
def stopped(own: Server) -> Iterator[None]:
    """All processes of the server are stopped, as in a paused container."""
    first = (own.data / "postmaster.pid").read_text().split()[0]
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    every = [int(pid) for pid in (first, *children)]
    for pid in every:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in every:
            os.kill(pid, signal.SIGCONT)


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask at once, wait a second for an answer, and do nothing again."""
    monkeypatch.setattr(silence, "_setting", lambda db, name: 1)
    monkeypatch.setattr(colours, "PATIENCE", 0.0)


@pytest.mark.parametrize("place", ["127.0.0.1", "folder"])
def test_a_stopped_server_is_given_up_and_one_at_work_is_waited_for(
    own: Server, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(colours, "PATIENCE", PATIENCE)
    host = place if place != "folder" else str(own.folder)
    target = f"postgresql://nobody@/postgres?host={host}&port={own.port}"
    store = PostgresStore(f"{target}&tcp_user_timeout=300&connect_timeout=300")
    hello = Message("Hello.", user_id="dana")
    store.commit(Batch(puts=(Put(hello, {}),)))
    with store._links.ask() as one, store._links.ask() as other:  # two that are idle afterwards
        one.execute("SELECT pg_sleep(2)")  # is asked about a few times, and answered
        other.execute("SELECT 1")
    with stopped(own), monkeypatch.context() as now:
        impatient(now)
        with pytest.raises(Lost):
            store.messages(Query(hello.scope))
        with pytest.raises(Lost):
            store.commit(Batch(puts=(Put(Message("Bye.", user_id="dana"), {}),)))
    assert hello in store.messages(Query(hello.scope))
    store.close()


def test_a_stopped_server_behind_a_bouncer_is_given_up_by_that(
    own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It answers for itself, so it takes a setting of its own, which the guide names."""
    with bouncer(own.url, "query_timeout = 1") as url:
        store = PostgresStore(url)
        dana = Scope(user_id="dana")
        assert store.messages(Query(dana)) == []
        with stopped(own), monkeypatch.context() as now:
            now.setattr(colours, "PATIENCE", 0.0)
            with pytest.raises(Lost):
                store.messages(Query(dana))
        monkeypatch.setattr(colours, "PATIENCE", PATIENCE)
        assert store.messages(Query(dana)) == []
        store.close()


async def test_a_stopped_server_is_given_up_by_tasks_too(
    own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(colours, "PATIENCE", PATIENCE)
    store = AsyncPostgresStore(f"{own.url}?connect_timeout=300")
    dana = Scope(user_id="dana")
    assert await store.messages(Query(dana)) == []
    with stopped(own), monkeypatch.context() as now:
        impatient(now)
        with pytest.raises(Lost):
            await store.messages(Query(dana))
    assert await store.messages(Query(dana)) == []
    await store.close()


def test_after_a_long_absence_it_is_found_at_once(
    own: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(colours, "FIRST", 0.5)
    monkeypatch.setattr(colours, "PATIENCE", PATIENCE)
    store = PostgresStore(own.url)
    store.owners()
    late = []
    while not late or late[-1] >= 6:
        assert len(late) < 3, late  # once or twice it may be the machine that is late
        own.stop()
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(store.owners)
            time.sleep(8)  # in which a pause that doubles has grown to eight seconds
            own.start()
            back = time.monotonic()
            assert asked.result() == []
            late.append(time.monotonic() - back)
    store.close()


def survive(
    own: Server, writers: int, commits: int, crashes: list[str], url: str | None = None
) -> None:
    """Let them write, restart the server at even distances, and count."""
    url = url or own.url
    store = PostgresStore(url)
    store.owners()
    command = [sys.executable, "-c", WRITER, url]
    started = [
        subprocess.Popen(
            [*command, str(number), str(commits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(writers)
    ]
    for one in started:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n", one.communicate()[1]
    for one in started:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    total, users = writers * commits, [Scope(f"user{n}") for n in range(min(writers, 3))]
    for number, how in enumerate(crashes, start=1):
        _await(store, total * number // (len(crashes) + 1))
        own.restart(how)
    acknowledged = set()
    for one in started:
        out, err = one.communicate(timeout=PATIENCE)
        assert one.returncode == 0, err
        acknowledged |= set(out.split())
    wanted = {f"{number}-{step}" for number in range(writers) for step in range(commits)}
    assert acknowledged == wanted
    kept = [message.id for user in users for message in store.messages(Query(user))]
    assert sorted(kept) == sorted(wanted)
    told, position = [], 0
    while page := store.changes(position):
        told += [change.id for change in page]
        position = page[-1].seq
    assert sorted(told) == sorted(wanted)
    assert store.stats("test").vectors == {"test": total}
    assert store.check().ok
    print(f"{writers} x {commits} commits, {len(crashes)} restarts: {len(kept)} kept, lost 0")
    store.close()


def _await(store: PostgresStore, count: int) -> None:
    """Until so many are kept."""
    until = time.monotonic() + PATIENCE
    while store.stats(None).messages < count:
        assert time.monotonic() < until, "the writers do not get on"
        time.sleep(0.02)
