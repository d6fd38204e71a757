"""Connections to one server: a pool that tasks or threads share and forks survive.

Nothing here needs a connection to be the same one in the next transaction, so a pooler may stand
between. A call that finds its connection broken is done again by `retried`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from psycopg_pool import AsyncConnectionPool

from ....errors import Lost
from ...colours import AsyncColour
from .. import schema
from ..failures import BUSY_SECONDS, closed, translated
from . import opening
from .opening import Link

MOST = 10
"""Connections of one store."""
WAIT = 30.0
"""Seconds to wait for one of them while others use them."""
SOON, TRIES = 3.0, 2.0
"""Seconds to wait while there is none, and in which the pool tries to make one.

It would wait longer and longer between two tries; whoever calls again has it begin anew."""
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
SHARED = f"SELECT pg_advisory_xact_lock_shared({schema.WRITERS})"
ALONE = f"SELECT pg_advisory_xact_lock({schema.WRITERS})"

_elsewhere: list[Any] = []
"""Pools of the process that this one was forked from. Closing them would end its connections."""


class AsyncLinks:
    """Opens, prepares and lends connections to a database."""

    def __init__(self, target: str, url: str) -> None:
        self.url = url
        self._target = target
        self._closed = False
        self._pid, self._here = os.getpid(), object()
        self._lock, self._moving = AsyncColour.lock(), threading.Lock()
        self._pool: AsyncConnectionPool[Link] | None = None
        self._made: list[Link] = []

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[Link]:
        """A connection for single statements, each of which sees the newest state."""
        pool = await self._ready()
        db: Link | None = None
        try:
            with translated(self.url):
                async with pool.connection(self._patience()) as db:
                    yield db
        except Lost:
            if db is None or not db.stopped:  # a stopped server would keep each of them waiting
                await pool.check()  # the others are likely broken, too
            raise

    @asynccontextmanager
    async def read(self, whole: bool = False) -> AsyncIterator[Link]:
        """A connection that sees one unchanging state, of one owner or of the whole.

        What is executed is sent at once and answered when it is fetched: a round trip for many.
        """
        async with self.ask() as db, db.pipeline():
            await db.execute(SNAPSHOT)
            if not whole:
                # An owner's rows lie together, which the planner does not know: it would rather
                # read everybody's one after the other.
                await db.execute("SET LOCAL enable_seqscan = off")
            yield db
            await db.execute("COMMIT")

    @asynccontextmanager
    async def write(self, alone: bool = False) -> AsyncIterator[Link]:
        """A transaction: committed when the block ends, undone when it raises.

        Writers share a lock that one who must be `alone` waits for.
        """
        async with self.ask() as db, db.pipeline():
            await db.execute("BEGIN")
            await db.execute(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'")
            await db.execute(ALONE if alone else SHARED)
            yield db
            await db.execute("COMMIT")

    async def close(self) -> None:
        """Close every connection."""
        self._closed = True
        if self._here != AsyncColour.here():
            self._leave()
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.close()

    async def _ready(self) -> AsyncConnectionPool[Link]:
        if self._closed:
            raise closed()
        if self._here != AsyncColour.here():
            self._leave()
        async with self._lock:
            if self._pool is None:
                self._pool = await self._open()
            return self._pool

    def _leave(self) -> None:
        """Begin anew here, and give up what another process or loop opened."""
        here = AsyncColour.here()
        with self._moving:
            if self._here == here:  # another thread was faster
                return
            if self._pid != os.getpid():
                _elsewhere.append((self._pool, self._made))
            else:
                for db in self._made:
                    db.pgconn.finish()  # its loop has ended
            self._pool, self._made, self._lock = None, [], AsyncColour.lock()
            self._pid, self._here = os.getpid(), here

    def _patience(self) -> float:
        return WAIT if any(not one.closed for one in self._made) else SOON

    async def _remember(self, db: Link) -> None:
        self._made = [one for one in self._made if not one.closed] + [db]

    async def _open(self) -> AsyncConnectionPool[Link]:
        """The first connection says what is wrong; the pool would try again and again."""
        db = await opening.connect(self._target, self.url)
        async with db:
            with translated(self.url):
                await opening.prepare(db, self.url)
        pool = AsyncConnectionPool(
            self._target,
            connection_class=Link,
            kwargs={"autocommit": True, "prepare_threshold": None},
            min_size=0,
            max_size=MOST,
            timeout=WAIT,
            reconnect_timeout=TRIES,
            open=False,
            configure=self._remember,
        )
        await pool.open()
        return pool
