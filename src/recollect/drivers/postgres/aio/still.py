"""One transaction for all reading: the memory as it stood when that began, whoever writes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import psycopg

from ....errors import Lost, StoreError, StoreReadOnly
from ..failures import translated
from .links import SNAPSHOT, AsyncLinks
from .opening import Link


class AsyncStill(AsyncLinks):
    """Lends one connection again and again, which sees one unchanging state until it is closed."""

    _db: Link | None = None

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[Link]:
        """The connection."""
        try:
            with translated(self.url):
                yield await self._begun()
        except Lost:  # another one would see another moment
            raise StoreError(f"the connection to {self.url} broke; begin the copy again") from None

    @asynccontextmanager
    async def read(self, whole: bool = False) -> AsyncIterator[Link]:
        """The same."""
        async with self.ask() as db:
            yield db

    @asynccontextmanager
    async def write(self, alone: bool = False) -> AsyncIterator[Link]:
        """Not here."""
        async with self.ask() as db:
            _refuse()
            yield db

    async def close(self) -> None:
        """End the transaction, and close every connection."""
        db, self._db = self._db, None
        if db is not None and self._pool is not None:
            with suppress(psycopg.Error):
                await db.execute("ROLLBACK")
            await self._pool.putconn(db)
        await super().close()

    async def _begun(self) -> Link:
        if self._db is None:
            pool = await self._ready()
            self._db = await pool.getconn()
            await self._db.execute(SNAPSHOT)
        return self._db


def _refuse() -> None:
    raise StoreReadOnly("this is a memory as it stood; open it anew to write to it")
