"""Processes commit while the server is killed and comes back: nothing lost, nothing doubled."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from recollect.conformance.samples import DANA, drop, said
from recollect.drivers.redis import RedisStore
from recollect.orders import Batch, Cursor, Put, Query
from recollect.types import Scope
from tests.engines.redis import SAFE, Server, modern, older, server

PATIENCE = 600.0
WRITER = """
import sys
from recollect.drivers import colours
from recollect.drivers.redis import RedisStore
from recollect.orders import Batch, Cursor, Put, Vector
from recollect.types import Message
import numpy as np

colours.PATIENCE = 300.0  # however slow the server is to come back

url, number, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
user = f"user{number % 3}"  # some write for the same user
store = RedisStore(url)
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
    """A server that writes each commit to its file before it acknowledges it."""
    with server(modern(), *SAFE) as made:
        yield made


def test_killed_three_times(own: Server) -> None:
    survive(own, writers=3, commits=40, kills=3)


@pytest.mark.faults
def test_killed_fifty_times(own: Server) -> None:
    survive(own, writers=3, commits=500, kills=50)


@pytest.mark.faults
def test_killed_fifty_times_on_the_older_one() -> None:
    with server(older(), *SAFE) as made:
        survive(made, writers=3, commits=500, kills=50)


@pytest.mark.faults
def test_eight_writers(own: Server) -> None:
    survive(own, writers=8, commits=500, kills=2)


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
    own.stop()
    own.start()
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
        made.stop()
        made.start()
        for number in range(3):  # as many commits as before, so that every counter is the same
            other.commit(Batch(puts=(Put(said(f"new {number}", id=f"m{number}"), {"new": 1}),)))
        assert [one.content for one in store.messages(Query(DANA))] == ["new 0", "new 1", "new 2"]
        store.commit(Batch(drops=(drop(said("new 0", id="m0")),)))
        assert other.check().ok
        store.close()
        other.close()


def survive(own: Server, writers: int, commits: int, kills: int) -> None:
    """Let them write, kill the server at even distances, and count."""
    store = RedisStore(own.url)
    store.owners()
    command = [sys.executable, "-c", WRITER, own.url]
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
    for number in range(1, kills + 1):
        _await(store, total * number // (kills + 1))
        own.stop()
        own.start()
    acknowledged = set()
    for one in started:
        out, err = one.communicate(timeout=PATIENCE)
        assert one.returncode == 0, err
        acknowledged |= set(out.split())
    wanted = {f"{number}-{step}" for number in range(writers) for step in range(commits)}
    assert acknowledged == wanted
    fresh = RedisStore(own.url)
    for reader in (store, fresh):
        kept = [message.id for user in users for message in reader.messages(Query(user))]
        assert sorted(kept) == sorted(wanted)
    told, position = [], 0
    while page := store.changes(position):
        told += [change.id for change in page]
        position = page[-1].seq
    assert sorted(told) == sorted(wanted)
    assert store.stats("test").vectors == {"test": total}
    assert store.check().ok
    store.close()
    fresh.close()


def _await(store: RedisStore, count: int) -> None:
    """Until so many are kept."""
    until = time.monotonic() + PATIENCE
    while store.stats(None).messages < count:
        assert time.monotonic() < until, "the writers do not get on"
        time.sleep(0.02)
