"""Processes commit while the server is killed and comes back: nothing lost, nothing doubled."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from recollect.conformance.samples import DANA, drop, said
from recollect.drivers.redis import RedisStore
from recollect.orders import Batch, Cursor, Put, Query
from recollect.types import Scope
from tests.engines.redis import SAFE, Server, modern, older, server

from .restarts import survive


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that writes each commit to its file before it acknowledges it."""
    with server(modern(), *SAFE) as made:
        yield made


def killed(own: Server) -> None:
    """The server goes down, and comes back."""
    own.stop()
    own.start()


def test_killed_three_times(own: Server) -> None:
    survive(RedisStore, own.url, [partial(killed, own)] * 3, writers=3, commits=40)


@pytest.mark.faults
def test_killed_fifty_times(own: Server) -> None:
    survive(RedisStore, own.url, [partial(killed, own)] * 50, writers=3, commits=500)


@pytest.mark.faults
def test_killed_fifty_times_on_the_older_one() -> None:
    with server(older(), *SAFE) as made:
        survive(RedisStore, made.url, [partial(killed, made)] * 50, writers=3, commits=500)


@pytest.mark.faults
def test_eight_writers(own: Server) -> None:
    survive(RedisStore, own.url, [partial(killed, own)] * 2, writers=8, commits=500)


def test_what_was_erased_is_not_in_the_files(own: Server) -> None:
    store = RedisStore(own.url)
    secret = said("Qzsecret words", id="Qzid", session_id="Qzsession")
    store.commit(Batch(puts=(Put(secret, {"qzsecret": 1}), Put(said("stays", Scope("erik")), {}))))
    store.commit(Batch(cursors=(Cursor(DANA.owner, "Qzreader", 1),)))
    files = [path for path in own.folder.rglob("*") if path.is_file() and path.name != "log"]
    assert any(b"Qzsecret" in path.read_bytes() for path in files)
    store.erase(DANA.owner)
    assert store.scrub() == []
    left = [path for path in own.folder.rglob("*") if path.is_file()]
    assert [path for path in left if b"Qz" in path.read_bytes()] == []
    killed(own)
    assert [one.content for one in store.messages(Query(Scope("erik")))] == ["stays"]
    store.close()


def test_a_copy_of_what_the_server_lost_is_not_believed() -> None:
    """Without a file the server forgets; a process must not go on with what it had."""
    with server(modern(), "--save", "", "--appendonly", "no") as made:
        store, other = RedisStore(made.url), RedisStore(made.url)
        for number in range(3):
            message = said(f"old {number}", id=f"m{number}")
            store.commit(Batch(puts=(Put(message, {"old": 1}),)))
        assert len(store.messages(Query(DANA))) == 3
        killed(made)
        for number in range(3):  # as many commits as before, so that every counter is the same
            other.commit(Batch(puts=(Put(said(f"new {number}", id=f"m{number}"), {"new": 1}),)))
        assert [one.content for one in store.messages(Query(DANA))] == ["new 0", "new 1", "new 2"]
        store.commit(Batch(drops=(drop(said("new 0", id="m0")),)))
        assert other.check().ok
        store.close()
        other.close()
