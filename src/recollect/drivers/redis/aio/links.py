"""The connections to one server, which tasks or threads share and forks survive."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from redis.exceptions import AuthenticationError, BusyLoadingError, NoScriptError, ResponseError
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

from ....errors import ConfigError, SchemaTooNew
from .. import scripts
from ..colours import AsyncColour
from ..failures import absent, closed, tell_once, translated
from ..keys import Keys
from ..urls import Target

Link: TypeAlias = Any
"""A client of redis-py, of this colour."""
OLDEST = (7, 0)
SCHEMA = 1

_elsewhere: list[Link] = []
"""Clients of the process that this one was forked from. Closing them would end its connections."""


class AsyncLinks:
    """Opens a client, and lends it with every error translated.

    With settings of one's own it is lent as it is, whatever the server is.
    """

    def __init__(self, target: Target, settings: dict[str, Any] | None = None) -> None:
        self.target, self.keys = target, Keys(target.prefix)
        self._settings = settings
        self._closed = False
        self._pid, self._here = 0, object()
        self._client: Link = None
        self._lock, self._moving = AsyncColour.lock(), threading.Lock()
        self._shas: dict[str, str] = {}
        self.version: tuple[int, ...] = ()
        self.graphs = False
        self.evicts = False
        """Whether the server may throw away keys that have no end."""

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
        here = AsyncColour.here()
        if self._here != here:
            self._leave(here)
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
        for script in (scripts.COMMIT, scripts.GROW, scripts.FOLLOW):
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
                    self._client = await self._open()
        return self._client

    async def _open(self) -> Link:
        """The first connection says what is wrong; only later ones wait for a server."""
        client = AsyncColour.client(self.target.url, **self._settings or {})
        if self._settings is not None:
            return client
        try:
            await self._prepare(client)
        except BaseException as error:
            await AsyncColour.end(client)
            if unreachable(error):
                raise absent(self.target.shown) from None
            raise
        return client

    def _leave(self, here: object) -> None:
        """Begin anew here, and give up what another process or loop opened."""
        with self._moving:
            if self._here == here:  # another thread was faster
                return
            if self._client is not None and self._pid == os.getpid():
                AsyncColour.leave(self._client)
            elif self._client is not None:
                _elsewhere.append(self._client)
            self._client, self._lock = None, AsyncColour.lock()
            self._pid, self._here = os.getpid(), here

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
        room = await db.info("memory")
        policy = str(room.get("maxmemory_policy", ""))
        self.evicts = bool(room.get("maxmemory")) and policy.startswith("allkeys")
        if not await self._lasts(db):
            tell_once(shown)
        await self._send(db)
        try:
            await db.execute_command("VCARD", self.keys.whole("none"))
            self.graphs = True
        except ResponseError:  # no such command before Redis 8
            self.graphs = False

    async def _lasts(self, db: Link) -> bool:
        """Whether the server writes to its disk at all, as far as it says so."""
        if (await db.info("persistence")).get("aof_enabled"):
            return True
        try:
            found: dict[str, str] = await db.config_get("save")
        except ResponseError:  # its settings are not for this user
            return True
        return found.get("save") != ""


def unreachable(error: BaseException) -> bool:
    """Whether there is no such server, as far as one can tell."""
    known = isinstance(error, AuthenticationError | BusyLoadingError)
    return isinstance(error, NoConnection | NoAnswer | OSError) and not known
