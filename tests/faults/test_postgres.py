"""PostgreSQL crashes, stops and comes back: nothing lost, nothing doubled, nobody left waiting."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from recollect.drivers import colours
from recollect.drivers.postgres import AsyncPostgresStore, PostgresStore, silence
from recollect.errors import Lost
from recollect.orders import Batch, Put, Query
from recollect.types import Message, Scope
from tests.engines.pgbouncer import bouncer
from tests.engines.postgres import Server, server

from .restarts import survive

PATIENCE = 300.0


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that may be crashed."""
    with server() as made:
        yield made


def crashes(own: Server, *ways: str) -> list[partial[None]]:
    """The server goes down in each of these ways, and comes back."""
    return [partial(own.restart, how) for how in ways]


def test_one_crash(own: Server) -> None:
    survive(PostgresStore, own.url, crashes(own, "immediate"), writers=3, commits=60)


@pytest.mark.faults
def test_two_restarts_under_eight_writers(own: Server) -> None:
    survive(PostgresStore, own.url, crashes(own, "immediate", "fast"), writers=8, commits=500)


@pytest.mark.faults
def test_one_crash_behind_a_bouncer(own: Server) -> None:
    with bouncer(own.url) as url:
        survive(PostgresStore, url, crashes(own, "immediate"), writers=3, commits=60)


@pytest.mark.faults
def test_two_restarts_under_eight_writers_behind_a_bouncer(own: Server) -> None:
    with bouncer(own.url) as url:
        survive(PostgresStore, url, crashes(own, "immediate", "fast"), writers=8, commits=500)


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
