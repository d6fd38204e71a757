"""The connections to one server, which tasks or threads share and forks survive."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from redis.exceptions import NoScriptError

from ....errors import ConfigError, SchemaTooNew
from .. import scripts
from ..colours import AsyncColour
from ..failures import closed, translated
from ..keys import Keys
from ..urls import Target

Link: TypeAlias = Any
"""A client of redis-py, of this colour."""
OLDEST = (7, 0)
SCHEMA = 1


class AsyncLinks:
    """Opens a client, and lends it with every error translated."""

    def __init__(self, target: Target) -> None:
        self.target, self.keys = target, Keys(target.prefix)
        self._closed = False
        self._here: object = None
        self._client: Link = None
        self._lock, self._moving = AsyncColour.lock(), threading.Lock()
        self._shas: dict[str, str] = {}
        self.version: tuple[int, ...] = ()
        self.graphs = False

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[Link]:
        """The client; whatever fails inside is one of our errors."""
        with translated(self.target.shown):
            yield await self._ready()

    async def run(self, script: str, keys: Sequence[str], words: Sequence[Any]) -> Any:
        """Run a script, sending it again if the server has forgotten it."""
        async with self.ask() as db:
            try:
                return await db.evalsha(self._shas[script], len(keys), *keys, *words)
            except NoScriptError:
                await self._send(db)
                return await db.evalsha(self._shas[script], len(keys), *keys, *words)

    async def run_all(self, script: str, calls: Sequence[tuple[Sequence[str], Any]]) -> list[Any]:
        """Run a script many times in one round trip."""
        if len(calls) == 1:
            return [await self.run(script, *calls[0])]
        async with self.ask() as db:
            try:
                return await self._piped(db, script, calls)
            except NoScriptError:
                await self._send(db)
                return await self._piped(db, script, calls)

    async def close(self) -> None:
        """Close every connection."""
        self._closed = True
        if self._here is not None and self._here != AsyncColour.here():
            self._client = None
        client, self._client = self._client, None
        if client is not None:
            await AsyncColour.end(client)

    async def _piped(
        self, db: Link, script: str, calls: Sequence[tuple[Sequence[str], Any]]
    ) -> list[Any]:
        pipe = db.pipeline(transaction=False)
        for keys, words in calls:
            pipe.evalsha(self._shas[script], len(keys), *keys, *words)
        answers: list[Any] = await pipe.execute()
        return answers

    async def _send(self, db: Link) -> None:
        for script in (scripts.COMMIT, scripts.FOLLOW):
            self._shas[script] = await db.script_load(script)

    async def _ready(self) -> Link:
        if self._closed:
            raise closed()
        here = AsyncColour.here()
        if self._here != here:
            self._leave(here)
        if self._client is None:
            async with self._lock:
                if self._client is None:
                    client = AsyncColour.client(self.target.url)
                    await self._prepare(client)
                    self._client = client
        return self._client

    def _leave(self, here: object) -> None:
        """Begin anew here, and give up what another process or loop opened."""
        with self._moving:
            if self._here != here:
                self._client, self._lock = None, AsyncColour.lock()
                self._here = here

    async def _prepare(self, db: Link) -> None:
        """Refuse what cannot hold a memory. Nothing is written."""
        said = await db.info("server")
        self.version = tuple(int(part) for part in str(said["redis_version"]).split(".")[:2])
        shown = self.target.shown
        if self.version < OLDEST:
            raise ConfigError(f"{shown} runs Redis {said['redis_version']}; 7.0 is needed")
        if said.get("redis_mode") == "cluster":
            raise ConfigError(f"{shown} is part of a cluster; name a server that is not")
        schema = await db.hget(self.keys.whole("meta"), "schema")
        if schema is not None and int(schema) > SCHEMA:
            raise SchemaTooNew(
                f"{shown} was written by a newer recollect (schema {int(schema)}, this one knows "
                f"{SCHEMA}). It was not touched. Upgrade: pip install -U recollect"
            )
        await self._send(db)
