"""Processes commit while a server goes down and comes back: nothing lost, nothing doubled."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from recollect.drivers.postgres import PostgresStore
from recollect.drivers.redis import RedisStore
from recollect.orders import Query
from recollect.types import Scope

Store = PostgresStore | RedisStore
PATIENCE = 600.0
WRITER = """
import sys
from importlib import import_module
from recollect.drivers import colours
from recollect.orders import Batch, Cursor, Put, Vector
from recollect.types import Message
import numpy as np

colours.PATIENCE = 300.0  # however slow the server is to come back

module, name, url, number, count = sys.argv[1:4] + [int(one) for one in sys.argv[4:]]
user = f"user{number % 3}"  # some write for the same user
store = getattr(import_module(module), name)(url)
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


def survive(
    kind: type[Store],
    url: str,
    restarts: Sequence[Callable[[], object]],
    writers: int,
    commits: int,
) -> None:
    """Let them write, restart the server at even distances, and count."""
    store = kind(url)
    store.owners()
    command = [sys.executable, "-c", WRITER, kind.__module__, kind.__name__, url]
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
    for number, restart in enumerate(restarts, start=1):
        _await(store, total * number // (len(restarts) + 1))
        restart()
    acknowledged = set()
    for one in started:
        out, err = one.communicate(timeout=PATIENCE)
        assert one.returncode == 0, err
        acknowledged |= set(out.split())
    wanted = {f"{number}-{step}" for number in range(writers) for step in range(commits)}
    assert acknowledged == wanted
    fresh = kind(url)
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


def _await(store: Store, count: int) -> None:
    """Until so many are kept."""
    until = time.monotonic() + PATIENCE
    while store.stats(None).messages < count:
        assert time.monotonic() < until, "the writers do not get on"
        time.sleep(0.02)
